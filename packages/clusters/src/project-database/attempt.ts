import { withClient } from '@basalt/postgres';
import type { ClusterAddress } from '../driver.ts';

export interface Attempt {
  /** Role that logs in. */
  as: string;
  /** Statements that must succeed first, in the same transaction. */
  before?: readonly string[];
  run: string;
}

/** Runs a statement in a transaction that is rolled back. Answers 'ok' or its SQLSTATE. */
export function attempt(address: ClusterAddress, { as, before = [], run }: Attempt): Promise<string> {
  return withClient({ ...address, user: as }, async (client) => {
    await client.query('begin');
    for (const statement of before) await client.query(statement);
    return outcome(client.query(run));
  });
}

/** The same for statements that refuse to run in a transaction. What they do stays. */
export function attemptAlone(address: ClusterAddress, { as, run }: Attempt): Promise<string> {
  return withClient({ ...address, user: as }, (client) => outcome(client.query(run)));
}

/** Rows of the last of some statements, run one by one as a role that logs in. What they do stays. */
export function rowsAs(
  address: ClusterAddress,
  role: string,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  return withClient({ ...address, user: role }, async (client) => {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  });
}

function outcome(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'ok',
    (error: { code?: string }) => {
      // A lost connection has no SQLSTATE and is no answer.
      if (!error.code) throw error;
      return error.code;
    },
  );
}
