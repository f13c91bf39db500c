import type { RecoveryWindow } from '@basalt/clusters';
import { sql } from 'kysely';
import type { Database } from '../../kernel/open-database.ts';
import type { ArchiveStateRow, ProjectRow } from '../../kernel/schema.ts';
import { isActive } from '../../projects/transitions.ts';
import { setBackupSettings } from '../schedule/backup-settings.ts';

export type ArchivedProject = Pick<ProjectRow, 'id' | 'ref' | 'status'> & { pitr_enabled: boolean };

/** All projects with a cluster of their own, with whether their changes are to be archived. */
export async function listArchivedProjects(db: Database): Promise<ArchivedProject[]> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('backup_settings', 'backup_settings.project_id', 'projects.id')
    .select(['projects.id', 'projects.ref', 'projects.status', 'backup_settings.pitr_enabled'])
    .where('projects.attached_version', 'is', null)
    .orderBy('projects.id')
    .execute();
  return rows.map((row) => ({ ...row, pitr_enabled: row.pitr_enabled ?? true }));
}

export async function readArchiveState(db: Database, projectId: number): Promise<ArchiveStateRow | null> {
  const row = await db
    .selectFrom('archive_states')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** How many projects have changes that cannot be archived. */
export async function countUnarchived(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('archive_states')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('problem', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Corrections of the clock by less than this change nothing that people would notice. */
const SET_BACK = sql`interval '1 minute'`;

/**
 * How the archive of changes is doing. The failure keeps its first moment. When the clock was set back since the last time, the
 * same moments come again: recovery to them needs a base backup from after that, which is due from now on.
 */
export async function writeArchiveState(
  db: Database,
  projectId: number,
  { safeUntil, problem }: { safeUntil: Date | null; problem: string | null },
): Promise<void> {
  if (safeUntil !== null && (await wasSetBack(db, projectId, safeUntil)))
    await setBackupSettings(db, projectId, { pitr_since: safeUntil });
  const failing_since = problem === null ? null : new Date();
  await db
    .insertInto('archive_states')
    .values({ project_id: projectId, safe_until: safeUntil, problem, failing_since })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({
        safe_until: sql<Date | null>`coalesce(excluded.safe_until, archive_states.safe_until)`,
        problem,
        failing_since:
          problem === null ? null : sql<Date>`coalesce(archive_states.failing_since, excluded.failing_since)`,
      }),
    )
    .execute()
    .catch((error: unknown) => {
      // The project has just been deleted, and its row with it.
      if ((error as { code?: string }).code !== '23503') throw error;
    });
}

async function wasSetBack(db: Database, projectId: number, safeUntil: Date): Promise<boolean> {
  const row = await db
    .selectFrom('archive_states')
    .select('project_id')
    .where('project_id', '=', projectId)
    .where('safe_until', '>', sql<Date>`${safeUntil}::timestamptz + ${SET_BACK}`)
    .executeTakeFirst();
  return row !== undefined;
}

export interface ArchiveHealth {
  problem: string | null;
  failingSince: Date | null;
}

const SILENCE_MS = 60_000;

/** What is wrong with the archive of changes. Also that nobody says anything is a problem: a failure must never be silent. */
export function archiveHealth(
  state: Pick<ArchiveStateRow, 'problem' | 'failing_since'> | null,
  window: RecoveryWindow | null,
  { status, created_at }: Pick<ProjectRow, 'status' | 'created_at'>,
  now: Date,
): ArchiveHealth {
  if (state !== null && state.problem !== null)
    return { problem: state.problem, failingSince: state.failing_since };
  if (!isActive(status)) return { problem: null, failingSince: null };
  if (window !== null)
    return now.getTime() - window.latest.getTime() > SILENCE_MS
      ? {
          problem: 'Changes have not reached the archive for more than a minute.',
          failingSince: window.latest,
        }
      : { problem: null, failingSince: null };
  return now.getTime() - created_at.getTime() > 10 * SILENCE_MS
    ? {
        problem: 'No moment can be restored, because there is no good backup to begin with. Take one now.',
        failingSince: created_at,
      }
    : { problem: null, failingSince: null };
}
