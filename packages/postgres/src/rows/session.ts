import type pg from 'pg';
import { withClient } from '../connections/connect.ts';
import { type ConnectionTarget, withSetting } from '../connections/connection-target.ts';
import { EXACT_VALUES } from '../connections/exact-values.ts';

const SETTINGS = {
  ...EXACT_VALUES,
  row_security: 'on',
  default_transaction_deferrable: 'off',
  jit: 'off',
  // Rows without an order come as they lie in the table, so that a page can go on where the last one ended.
  synchronize_seqscans: 'off',
} as const;

export interface RowsSession {
  readonly target: ConnectionTarget;
  readonly statementTimeoutMs: number;
  readonly lockTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The target with the settings that reading and writing rows relies on; each counts more than what database and role say. */
export function rowsTarget({ target, statementTimeoutMs, lockTimeoutMs }: Omit<RowsSession, 'signal'>) {
  const settings = { ...SETTINGS, statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs };
  return Object.entries(settings).reduce((made, [name, value]) => withSetting(made, name, value), target);
}

/** Runs `work` with a connection of its own whose values arrive as texts. Failures of the database come as QueryError. */
export function withRowsClient<T>(session: RowsSession, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(rowsTarget(session), work, {
    values: 'text',
    signal: session.signal,
    answerTimeoutMs: null,
  });
}

/**
 * Leaves nothing but PostgreSQL's own schema in the search path, for reading the catalog: types are then written with their schemas,
 * and nothing that the database's people made stands in for an operator or a function.
 * @returns the path for statements about rows: PostgreSQL's own names first, then those that views and triggers rely on
 */
export async function enterCatalog(client: pg.Client): Promise<string> {
  const { rows } = await client.query("select pg_catalog.current_setting('search_path') as path");
  await client.query('set search_path = pg_catalog');
  return searchPathFrom((rows[0] as { path: string }).path);
}

/** @param path as settings have it */
export function searchPathFrom(path: string): string {
  return path.trim() === '' ? 'pg_catalog' : `pg_catalog, ${path}`;
}

/** @param path as `enterCatalog` answers it */
export async function leaveCatalog(client: pg.Client, path: string): Promise<void> {
  await client.query("select pg_catalog.set_config('search_path', $1, false)", [path]);
}

/** As whom the rows of a page are read; null: as whoever logs in. */
export interface Impersonation {
  readonly role: string;
  /** Settings with the names and values that a request of theirs would have. */
  readonly settings: Readonly<Record<string, string>>;
}

// The question takes a snapshot, after which PostgreSQL refuses to make the transaction writable.
const BEGIN = 'begin isolation level repeatable read read only; select pg_catalog.pg_current_snapshot()';

/** Begins a transaction that can only read, as somebody else if so. It ends with the connection. */
export async function beginReading(client: pg.Client, as: Impersonation | null = null): Promise<void> {
  await client.query(BEGIN);
  if (as === null) return;
  for (const [name, value] of Object.entries({ ...as.settings, role: as.role }))
    await client.query('select pg_catalog.set_config($1, $2, true)', [name, value]);
}

/** Rows as lists of texts. */
export async function queryTexts(
  client: pg.Client,
  text: string,
  values: readonly (string | null)[],
): Promise<(string | null)[][]> {
  const { rows } = await client.query({ text, values: [...values], rowMode: 'array' });
  return rows as (string | null)[][];
}
