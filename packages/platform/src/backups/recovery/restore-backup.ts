import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { assertWithinFreeLimit } from '../../organizations/free-limit.ts';
import { isKept } from '../../projects/own-cluster.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { checkRecoveryRequest, type RecoveryRequest } from './recovery-request.ts';

/**
 * Begins to restore a backup, or a moment, in place. Answers the operation's id.
 * @throws PlatformError `forbidden`, `not_found`, `bad_request`, `conflict`
 */
export async function restoreBackup(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  request: RecoveryRequest,
): Promise<string> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'restore_backup');
  if (isKept(project))
    throw new PlatformError(
      'conflict',
      'A database in Kubernetes is not restored in place: make a new project of what it was.',
    );
  return beginRestoreBackup(dependencies, project, request, actor.email);
}

/** As {@link restoreBackup}, for whoever may do so. */
export async function beginRestoreBackup(
  dependencies: Dependencies,
  project: ProjectRow,
  request: RecoveryRequest,
  startedBy: string,
): Promise<string> {
  await checkRecoveryRequest(dependencies, project, request);
  return beginOperation(dependencies, project.id, 'restore_backup', startedBy, {
    input: { ...request },
    prepare: async (transaction) => {
      // A paused project is active afterwards.
      if (project.status === 'INACTIVE')
        await assertWithinFreeLimit(transaction, project.organization_id, project.id);
    },
  });
}
