import { randomUUID } from 'node:crypto';
import type { StorageUsage } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';

export interface WaitingFile {
  version: string;
  bytes: number;
  since: Date;
}

/** Writes down files that a look found without a row. Those that are known keep the moment since when. */
export async function writeWaiting(
  db: Database,
  projectId: number,
  look: string,
  files: readonly WaitingFile[],
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('unreferenced_files')
    .values(files.map((file) => ({ project_id: projectId, look, ...file })))
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'version']).doUpdateSet((eb) => ({
        look: eb.ref('excluded.look'),
        bytes: eb.ref('excluded.bytes'),
      })),
    )
    .execute();
}

/** Forgets those that a look, which has ended, did not find: a row names them again, or they are gone. */
export async function forgetOthers(db: Database, projectId: number, look: string): Promise<void> {
  await db
    .deleteFrom('unreferenced_files')
    .where('project_id', '=', projectId)
    .where('look', '<>', look)
    .execute();
}

/** Some that have waited since before a moment, behind a version. */
export async function listDue(
  db: Database,
  projectId: number,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<{ version: string; bytes: number }[]> {
  return db
    .selectFrom('unreferenced_files')
    .select(['version', 'bytes'])
    .where('project_id', '=', projectId)
    .where('since', '<', before)
    .where('version', '>', after)
    .orderBy('version')
    .limit(limit)
    .execute();
}

export async function forgetFiles(
  db: Database,
  projectId: number,
  versions: readonly string[],
): Promise<void> {
  if (versions.length === 0) return;
  await db
    .deleteFrom('unreferenced_files')
    .where('project_id', '=', projectId)
    .where('version', 'in', versions)
    .execute();
}

export async function countWaiting(
  db: Database,
  projectId: number,
): Promise<{ files: number; bytes: number }> {
  return db
    .selectFrom('unreferenced_files')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

export async function readUsage(db: Database, projectId: number): Promise<StorageUsage | null> {
  const row = await db
    .selectFrom('storage_usage')
    .select('usage')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row?.usage ?? null;
}

export async function writeUsage(db: Database, projectId: number, usage: StorageUsage): Promise<void> {
  const row = { at: usage.at, usage: JSON.stringify(usage) };
  await db
    .insertInto('storage_usage')
    .values({ project_id: projectId, ...row })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(row))
    .execute();
}

/** Runs a look, of which there is one at a time for a project in all processes. @throws PlatformError `conflict` */
export async function whileNobodyElseLooks<Result>(
  db: Database,
  ref: string,
  look: (id: string) => Promise<Result>,
): Promise<Result> {
  const key = sql`hashtextextended(${`storage usage of ${ref}`}, 0)`;
  // The lock is its connection's, so it ends with a process that is killed.
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(${key}) as free`.execute(
      connection,
    );
    if (rows[0]?.free !== true)
      throw new PlatformError(
        'conflict',
        'Somebody is looking through the storage of this project right now. Wait until that is done.',
      );
    try {
      return await look(randomUUID());
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
}
