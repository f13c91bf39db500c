import type { OperationKind } from '@basalt/contract';
import { listKeptDatabases } from '../backups/recovery/kept-databases.ts';
import { neededFrom } from '../backups/schedule/prune-backups.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';

/** Clocks differ, and are corrected. */
const MARGIN_MS = 3_600_000;

/**
 * A file that no row has named since before this moment is of no use: neither a backup, nor the archive of changes, nor a kept former
 * database can bring back a row that names it. Null: that cannot be said now, because the project is being changed, or is
 * being restored into another one.
 */
export async function restorableFrom(
  { db, clusters, backups }: Pick<Dependencies, 'db' | 'clusters' | 'backups'>,
  project: ProjectRow,
  now: Date,
): Promise<Date | null> {
  const { id, ref } = project;
  const [needed, copies, window, kept, isAtWork, replacedAt] = [
    await neededFrom(db, project, now),
    await backups.list(ref),
    await backups.window(ref),
    await listKeptDatabases({ db, clusters }, ref),
    await isBeingChanged(db, id),
    await lastReplacement(db, id),
  ];
  if (isAtWork) return null;
  const moments = [
    needed,
    ...copies.map(({ startedAt }) => startedAt),
    ...(window === null ? [] : [window.earliest]),
    ...kept.map(({ created_at }) => new Date(created_at)),
  ];
  const from = new Date(Math.min(...moments.map(Number)) - MARGIN_MS);
  // Rows that were gone were there again for a while, and no look may have seen them.
  return replacedAt !== null && replacedAt >= from ? null : from;
}

/** Operations that bring files of another project along. */
const COPYING: readonly OperationKind[] = ['restore_to_new', 'create_branch', 'reset_branch'];

async function isBeingChanged(db: Dependencies['db'], id: number): Promise<boolean> {
  const found = await db
    .selectFrom('operations')
    .select(['kind', 'project_id', 'input'])
    .where('state', '=', 'running')
    .where((eb) => eb.or([eb('project_id', '=', id), eb('kind', 'in', COPYING)]))
    .execute();
  return found.some(
    ({ kind, project_id, input }) =>
      (project_id === id && kind !== 'back_up') || (COPYING.includes(kind) && input.source_id === id),
  );
}

/** When another moment of the database took the place of the present one. */
async function lastReplacement(db: Dependencies['db'], id: number): Promise<Date | null> {
  const { at } = await db
    .selectFrom('operations')
    .select((eb) => eb.fn.max('finished_at').as('at'))
    .where('project_id', '=', id)
    .where('kind', 'in', ['restore_backup', 'return_to'])
    .executeTakeFirstOrThrow();
  return at;
}
