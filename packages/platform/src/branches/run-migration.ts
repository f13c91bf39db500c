import { SQLSTATE, toQueryError } from '@basalt/postgres';
import type { Client } from 'pg';
import { HISTORY, migrationRecord } from '../database/migrations/migration-record.ts';
import { isDatabaseAway, isDiskFull } from '../kernel/failures.ts';
import { PlatformError } from '../kernel/platform-error.ts';

/** SQL that is run and written down as one. */
export interface Migration {
  settings: Readonly<Record<string, string>>;
  statements: readonly string[];
  name: string;
  /** An e-mail address. */
  createdBy: string | undefined;
  /** By which it is found again. */
  key: string;
  /** Absent: the present time. */
  version: string | undefined;
  /** Migrations that are in it, and count as run from now on. */
  history: readonly { version: string; name: string | null }[];
}

/** A migration waits for those who use a table, and everybody after them waits for it. */
const LOCK_TIMEOUT = '30s';
/** Of a statement in a message. */
const SHOWN_CHARACTERS = 160;

/**
 * Runs a migration and writes it into the history of the database, in one transaction. Answers its version.
 * @param client of the role that the project's people work with
 * @throws PlatformError `conflict` with the statement that the database refused and why; `QueryError` when the database is away,
 * full, or the work was given up
 */
export async function runMigration(client: Client, migration: Migration): Promise<string> {
  const { settings, statements, history, ...record } = migration;
  const set = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value};`);
  await client.query(
    `begin; set local statement_timeout = 0; set local lock_timeout = '${LOCK_TIMEOUT}'; ${set.join(' ')}`,
  );
  for (const statement of statements)
    await client.query(statement).catch((error: unknown) => {
      throw refusalOf(error, statement);
    });
  const recorded = await client
    .query<{ version: string }>(migrationRecord({ statements, ...record }))
    .catch((error: unknown) => {
      throw refusalOf(error, 'the record of the migration');
    });
  if (history.length > 0)
    await client.query(
      `insert into ${HISTORY} (version, name)
       select version, name from pg_catalog.jsonb_to_recordset($1::jsonb) as known (version text, name text)
       on conflict (version) do nothing`,
      [JSON.stringify(history)],
    );
  // Constraints that wait for the end are checked now.
  await client.query('commit').catch((error: unknown) => {
    throw refusalOf(error, 'commit');
  });
  const results = [recorded].flat();
  return results.at(-1)?.rows[0]?.version ?? '';
}

/** Under which version the database has a migration; null: it has not run. */
export async function findMigration(client: Client, key: string): Promise<string | null> {
  const { rows: known } = await client.query<{ found: boolean }>(
    'select pg_catalog.to_regclass($1) is not null as found',
    [HISTORY],
  );
  if (known[0]?.found !== true) return null;
  // The table may be another tool's, without all columns.
  const { rows } = await client.query<{ version: string }>(
    `select version from ${HISTORY} m where pg_catalog.to_jsonb(m) operator(pg_catalog.->>) 'idempotency_key' = $1`,
    [key],
  );
  return rows[0]?.version ?? null;
}

function refusalOf(error: unknown, statement: string): unknown {
  const failure = toQueryError(error);
  if (isDatabaseAway(failure) || isDiskFull(failure) || failure.code === SQLSTATE.cancelled) return error;
  const text = statement.replace(/\s+/g, ' ').trim();
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  const detail = failure.detail === null ? '' : ` ${failure.detail}`;
  return new PlatformError('conflict', `The database refused “${shown}”: ${failure.message}.${detail}`, {
    cause: error,
  });
}
