import type { AvailableVersion, OperationKind, ProjectAbility } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { runningKind } from '../../operations/store.ts';
import { assertWithinFreeLimit } from '../../organizations/free-limit.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { assertMay } from '../../projects/policy.ts';
import { getProject } from '../../projects/store.ts';

type Engine = Pick<ProjectRow, 'postgres_engine' | 'release_channel'>;

/** A choice of the version picker; what is left out does not matter. */
export interface WantedVersion {
  postgres_engine?: string | undefined;
  release_channel?: string | undefined;
}

/** With what a paused project can be restored: its own version. A newer one is an upgrade, afterwards. */
export function restoreVersionsOf({ postgres_engine, release_channel }: Engine): AvailableVersion[] {
  return [{ version: `supabase-postgres-${postgres_engine}`, postgres_engine, release_channel }];
}

/** @throws PlatformError `bad_request` when the project cannot be restored with the version that somebody chose */
export function assertRestorableWith(project: Engine, wanted: WantedVersion): void {
  const available = restoreVersionsOf(project);
  const { postgres_engine: engine, release_channel: channel } = wanted;
  const fits = available.some(
    (version) =>
      (engine === undefined || engine === version.postgres_engine) &&
      (channel === undefined || channel === version.release_channel),
  );
  if (fits) return;
  throw new PlatformError(
    'bad_request',
    `This project can only be restored with PostgreSQL ${project.postgres_engine} (${project.release_channel}). Restore it, then upgrade it.`,
    { field: engine === undefined ? 'release_channel' : 'postgres_engine' },
  );
}

/**
 * Begins to start a paused project. The window of the dashboard does not matter here: whoever may can always do it.
 * @param by the way in which it was asked for. Through the management API an owner gets a project back even where members of the
 *   organization have reached their limit of free projects, so that nobody's data is held back by what others keep running.
 */
export async function restoreProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  { wanted = {}, by }: { wanted?: WantedVersion; by: 'dashboard' | 'management API' },
): Promise<void> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'resume_project');
  assertRestorableWith(project, wanted);
  const isLimited = !(by === 'management API' && role === 'Owner');
  await beginOperation(dependencies, project.id, 'restore', actor.email, {
    prepare: async (transaction) => {
      if (isLimited) await assertWithinFreeLimit(transaction, project.organization_id, project.id);
    },
  });
}

/** What counts as a restore, and what it takes to begin one. */
const ABILITY: Partial<Record<OperationKind, ProjectAbility>> = {
  restore: 'resume_project',
  restore_backup: 'restore_backup',
  restore_to_new: 'restore_backup',
  reset_branch: 'manage_branches',
  return_to: 'restore_backup',
};

/**
 * Asks a restore at work to stop. It does before its next step, or within one that takes long, and takes back what it did.
 * @throws PlatformError `conflict` when none is at work
 */
export async function cancelRestore(db: Database, actor: Actor, ref: string): Promise<void> {
  const { project, role } = await getProject(db, actor, ref);
  const kind = await runningKind(db, project.id);
  const ability = kind === null ? undefined : ABILITY[kind];
  assertMay(ability ?? 'resume_project', role);
  if (kind !== null && ability !== undefined) {
    const asked = await db
      .updateTable('operations')
      .set({ cancel_requested: true })
      .where('project_id', '=', project.id)
      .where('state', '=', 'running')
      .where('kind', '=', kind)
      .returning('id')
      .execute();
    if (asked.length > 0) return;
  }
  throw new PlatformError('conflict', 'There is nothing to cancel: the project is not being restored.');
}
