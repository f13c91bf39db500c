import type { OperationKind, ProjectAbility } from '@basalt/contract';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { runningKind } from '../../operations/store.ts';
import { assertMay } from '../../projects/policy.ts';
import { getProject } from '../../projects/store.ts';

/** What counts as a restore, and what it takes to begin one. */
const ABILITY: Partial<Record<OperationKind, ProjectAbility>> = {
  restore: 'resume_project',
  restore_backup: 'restore_backup',
  restore_to_new: 'restore_backup',
  return_to: 'restore_backup',
};

/**
 * Asks a restore at work to stop. It does before its next step, or within one that takes long, and takes back what it did.
 * @throws PlatformError `conflict` when none is at work
 */
export async function cancelRestore(db: Database, actor: Actor, ref: string): Promise<void> {
  const { project, role } = await getProject(db, actor.accountId, ref);
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
