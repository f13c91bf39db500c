import type { ConnectionPool } from '@basalt/postgres';
import { CONNECTION_SHARES } from '@basalt/project';
import type { PartKind } from '../../project/held-project.ts';
import { type Executor, type PoolClientLike, runTransaction, type Transaction } from './run-transaction.ts';

/** The database of one project, as the auth service's own role. */
export interface AuthDatabase extends Executor {
  /**
   * All changes or none. An AuthError with `keepChanges` commits before it goes on. Runs again when it lost against
   * another transaction, so `fn` must not change anything outside.
   */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** They win over those that the project's people give to the database or the role. */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  search_path: 'auth',
  statement_timeout: '10s',
};

/** What a held project keeps for the auth service: a few connections as the service's own role, opened when needed. */
export const AUTH_DATABASE: PartKind<AuthDatabase> = {
  open: (project) =>
    authDatabase(
      project.openPool({
        user: 'supabase_auth_admin',
        applicationName: 'basalt auth',
        settings: SETTINGS,
        connections: CONNECTION_SHARES.auth,
      }),
    ),
};

export function authDatabase(pool: ConnectionPool): AuthDatabase {
  return {
    query: async (sql, parameters) => (await pool.query(sql, parameters)).rows as never,
    transaction: (fn) =>
      runTransaction((work) => pool.withClient((client) => work(client as PoolClientLike)), fn),
  };
}
