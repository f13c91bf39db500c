import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './open-database.ts';

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
      'This data folder was used by a newer Basalt. Start that version, or use another BASALT_HOME.',
    );
  }
  throw new Error(
    `The platform's database could not be brought up to date${failed ? ` (${failed.migrationName})` : ''}: ${cause}`,
    {
      cause: error,
    },
  );
}
