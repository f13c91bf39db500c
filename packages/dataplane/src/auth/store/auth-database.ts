import type { ConnectionPool } from '@basalt/postgres';
import { type PoolClientLike, runTransaction } from './run-transaction.ts';
import type { Executor, Transaction } from './transaction.ts';

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
