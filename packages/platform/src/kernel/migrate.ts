import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Database, openDatabase } from './open-database.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Numbered SQL files, applied once each and in order. There is no way down: a change is a new file. */
function readMigrations(): Record<string, Migration> {
  const files = readdirSync(FOLDER).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file));
  return Object.fromEntries(
    files.map((file) => {
      const text = readFileSync(new URL(file, FOLDER), 'utf8');
      return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
    }),
  );
}

/** How far a platform's database is, by the names of migrations. */
export interface MigrationState {
  /** The newest that was applied. Null: the database is new. */
  applied: string | null;
  /** What this version would apply, in order. */
  pending: string[];
  /** What a newer version has applied. */
  unknown: string[];
}

/** Looks and changes nothing. @param databaseUrl of a platform of any version, or of a database that is empty */
export async function readMigrationState(databaseUrl: string): Promise<MigrationState> {
  const { db } = openDatabase(databaseUrl, () => {});
  try {
    const known = Object.keys(readMigrations()).sort();
    const applied = await appliedMigrations(db);
    return {
      applied: applied.at(-1) ?? null,
      pending: known.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !known.includes(name)),
    };
  } finally {
    await db.destroy();
  }
}

/** Brings a platform's database up to date, and no more. @throws as {@link migrate} */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const { db } = openDatabase(databaseUrl, () => {});
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const { rows: tables } = await sql`select from pg_tables where tablename = 'kysely_migration'`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Brings the platform's schema up to date. Throws when the database was used by a newer Basalt. */
export async function migrate(db: Database): Promise<void> {
  const migrations = readMigrations();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((result) => result.status === 'Error');
  if (error === undefined) return;
  const cause = error instanceof Error ? error.message : String(error);
  if (/corrupted migrations/.test(cause)) {
    throw new Error(
      'This data folder was used by a newer Basalt. Start that version, let it go back with "basalt upgrade --back", or use another BASALT_HOME.',
    );
  }
  throw new Error(
    `The platform's database could not be brought up to date${failed ? ` (${failed.migrationName})` : ''}: ${cause}`,
    {
      cause: error,
    },
  );
}
