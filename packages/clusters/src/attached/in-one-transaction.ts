import {
  type ConnectionTarget,
  isLostRace,
  QueryError,
  retryLostRaces,
  toQueryError,
  withClient,
} from '@basalt/postgres';

/** As much of a client as attaching and detaching take. */
export interface Client {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** Other people's tables are waited for, but not for ever. */
const SETTINGS =
  "set local search_path = ''; set local statement_timeout = 0; set local lock_timeout = '10s'";

const RETRIES = { tries: 10, pauseMs: 400, isLost: isLostToAnother };

/**
 * Does something to a database that somebody else runs as a whole or not at all. Nothing is found by a search path but what is
 * PostgreSQL's own.
 * @param work is done again when another database of the server got in between: roles belong to all of them together
 * @throws {QueryError} what the server refuses
 */
export function inOneTransaction<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return retryLostRaces(() => inTransaction(target, work), RETRIES);
}

/** Also whether somebody else made or changed the same entry of the catalog at the same time, which PostgreSQL does not wait for. */
function isLostToAnother(error: unknown): boolean {
  if (!(error instanceof QueryError)) return false;
  const { code, message, schema } = error;
  if (code === 'XX000') return message.startsWith('tuple concurrently ');
  return isLostRace(error) || (code === '23505' && schema === 'pg_catalog');
}

function inTransaction<T>(target: ConnectionTarget, work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(
    target,
    async (client) => {
      await client.query('begin');
      try {
        await client.query(SETTINGS);
        const result = await work(client);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw toQueryError(error);
      }
    },
    { answerTimeoutMs: 5 * 60_000 },
  );
}
