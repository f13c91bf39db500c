import type { StepProgress } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import type { RecoveryRequest } from './recovery/recovery-request.ts';
import { beginRestoreBackup } from './recovery/restore-backup.ts';
import { readPolicy } from './schedule/backup-settings.ts';
import { beginBackUp } from './schedule/begin-back-up.ts';
import { listBackups } from './store.ts';

// What whoever runs the machine does with the backups of all its projects. He owns the data folder, and needs no account.

/** As whom operations of the operator are written down. */
const OPERATOR = 'the operator';

export interface OperatedProject {
  ref: string;
  name: string;
  status: string;
  /** Its database is on a server that somebody else runs, and is not backed up here. */
  is_attached: boolean;
}

/** All projects that have not been deleted, the oldest first. */
export async function listOperatedProjects(db: Database): Promise<OperatedProject[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['ref', 'name', 'status', 'attached_version'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ attached_version, ...project }) => ({
    ...project,
    is_attached: attached_version !== null,
  }));
}

/**
 * Begins to take a backup now, unless one is being taken: that one holds all that was written until its end. Answers the operation's id.
 * @throws PlatformError `not_found`, `conflict`
 */
export async function backUpByOperator(dependencies: Dependencies, ref: string): Promise<string> {
  const project = await operatedProject(dependencies.db, ref);
  const atWork = await dependencies.db
    .selectFrom('operations')
    .select('id')
    .where('project_id', '=', project.id)
    .where('kind', '=', 'back_up')
    .where('state', '=', 'running')
    .executeTakeFirst();
  return atWork?.id ?? (await beginBackUp(dependencies, project, 'manual', OPERATOR));
}

/**
 * Begins to restore a backup, or a moment, in place. Answers the operation's id.
 * @throws PlatformError `not_found`, `bad_request`, `conflict`
 */
export async function restoreByOperator(
  dependencies: Dependencies,
  ref: string,
  request: RecoveryRequest,
): Promise<string> {
  return beginRestoreBackup(dependencies, await operatedProject(dependencies.db, ref), request, OPERATOR);
}

export interface OperatedBackups {
  /** Good ones, the newest first. */
  backups: { id: number; finished_at: string | null; reason: string; data_bytes: number | null }[];
  /** Moments that can be restored. Null: none. */
  window: { earliest: string; latest: string } | null;
}

/** What a project can be restored to. @throws PlatformError `not_found` */
export async function listOperatedBackups(
  { db, backups }: Pick<Dependencies, 'db' | 'backups'>,
  ref: string,
): Promise<OperatedBackups> {
  const project = await operatedProject(db, ref);
  const good = (await listBackups(db, project.id)).filter(({ state }) => state === 'done');
  const { pitrEnabled } = await readPolicy(db, project);
  const window = pitrEnabled ? await backups.window(ref) : null;
  return {
    backups: good.map(({ id, finished_at, reason, data_bytes }) => ({
      id,
      finished_at: finished_at?.toISOString() ?? null,
      reason,
      data_bytes,
    })),
    window: window && { earliest: window.earliest.toISOString(), latest: window.latest.toISOString() },
  };
}

export interface OperatedOperation {
  state: string;
  /** Why it failed, as a sentence. */
  reason: string | null;
  /** What is being done now. */
  step: string | null;
  done_bytes: number | null;
  total_bytes: number | null;
}

/** How far an operation is. @throws PlatformError `not_found` */
export async function readOperatedOperation(db: Database, id: string): Promise<OperatedOperation> {
  const operation = await db
    .selectFrom('operations')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (operation === undefined) throw new PlatformError('not_found', 'There is no such operation.');
  const step = await db
    .selectFrom('operation_steps')
    .select(['title', 'progress'])
    .where('operation_id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  const { done_bytes = null, total_bytes = null } = (step?.progress ?? {}) as Partial<StepProgress>;
  return { ...operation, step: step?.title ?? null, done_bytes, total_bytes };
}

async function operatedProject(db: Database, ref: string): Promise<ProjectRow> {
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where('ref', '=', ref)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', `There is no project with the ref ${ref}.`);
  return row;
}
