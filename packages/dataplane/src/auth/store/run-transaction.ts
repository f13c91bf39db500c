import { isLostRace, QueryError, SQLSTATE, toQueryError } from '@basalt/postgres';
import { AuthError } from '../errors/auth-error.ts';

/** Runs statements. Rows have times as PostgreSQL's text in UTC (see `instant` and `isoTime`) and JSON parsed. */
export interface Executor {
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    parameters?: readonly unknown[],
  ): Promise<Row[]>;
}

export interface Transaction extends Executor {
  /** Work that may only happen once the changes are safe, such as sending a mail: no lock and no connection is held meanwhile. */
  afterCommit(work: () => Promise<void>): void;
}

/** What a transaction needs of a connection. */
export interface PoolClientLike {
  query(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
}
type WithClient = <T>(work: (client: PoolClientLike) => Promise<T>) => Promise<T>;

const ATTEMPTS = 3;
/** A restart of the database leaves all connections of the pool dead, and each is only found out when it is used. */
const DEAD_CONNECTIONS = 8;
/** What the end of a connection looks like: broken off, or ended by the server's administrator or a crash. */
const ENDED: ReadonlySet<string> = new Set([SQLSTATE.connectionLost, '57P01', '57P02']);

type Outcome<T> = { value: T } | { refusal: AuthError };

export async function runTransaction<T>(
  withClient: WithClient,
  fn: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const later: (() => Promise<void>)[] = [];
    let begun = false;
    const attempted = await withClient(async (client) => {
      await client.query('begin');
      begun = true;
      return attemptOnce(client, fn, later);
    }).catch((error: unknown) => {
      if (mayTryAgain(error, begun, attempt)) return null;
      throw error;
    });
    if (attempted) return finish(attempted, later);
  }
}

async function finish<T>(outcome: Outcome<T>, later: readonly (() => Promise<void>)[]): Promise<T> {
  for (const work of later) await work();
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}

async function attemptOnce<T>(
  client: PoolClientLike,
  fn: (tx: Transaction) => Promise<T>,
  later: (() => Promise<void>)[],
): Promise<Outcome<T>> {
  const tx: Transaction = {
    query: async (sql, parameters) => {
      const answer = client.query(sql, parameters ? [...parameters] : undefined);
      return (await answer.catch(throwQueryError)).rows as never;
    },
    afterCommit: (work) => void later.push(work),
  };
  let outcome: Outcome<T>;
  try {
    outcome = { value: await fn(tx) };
  } catch (error) {
    if (!(error instanceof AuthError && error.keepChanges)) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
    outcome = { refusal: error };
  }
  await client.query('commit');
  return outcome;
}

function throwQueryError(error: unknown): never {
  throw toQueryError(error);
}

/** A connection that was found dead before anything was asked of it says nothing about the server. */
function mayTryAgain(error: unknown, begun: boolean, attempt: number): boolean {
  if (!(error instanceof QueryError)) return false;
  if (!begun && ENDED.has(error.code)) return attempt < DEAD_CONNECTIONS;
  return attempt < ATTEMPTS && isLostRace(error);
}
