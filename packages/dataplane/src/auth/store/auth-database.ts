import type { ConnectionPool } from '@basalt/postgres';
import { type PoolClientLike, runTransaction } from './run-transaction.ts';

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

/** The database of one project, as the auth service's own role. */
export interface AuthDatabase extends Executor {
  /**
   * All changes or none. An AuthError with `keepChanges` commits before it goes on. Runs again when it lost against
   * another transaction, so `fn` must not change anything outside.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
}

export function authDatabase(pool: ConnectionPool): AuthDatabase {
  return {
    query: async (sql, parameters) => (await pool.query(sql, parameters)).rows as never,
    transaction: (fn) =>
      runTransaction((work) => pool.withClient((client) => work(client as PoolClientLike)), fn),
  };
}
