/** Runs one statement as the keeper of the messages. */
export type RunAsKeeper = (sql: string) => Promise<unknown>;

const STATEMENTS = [
  'select realtime.ensure_message_partitions()',
  'select realtime.drop_old_message_partitions()',
];

/**
 * Makes room for the messages of the next days and forgets those of before. Whatever keeps one of the two from being done (a long
 * transaction that holds the table, a table that the project's people have changed) keeps nobody from sending: it is tried again later.
 */
export async function keepMessages(run: RunAsKeeper, onFailure: (error: unknown) => void): Promise<void> {
  for (const statement of STATEMENTS) await run(statement).catch(onFailure);
}
