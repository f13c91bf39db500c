import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { assertWithinFreeLimit } from '../../organizations/free-limit.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { assertRestorableWith, type WantedVersion } from './restore-versions.ts';

/** Begins to start a paused project. The window of the dashboard does not matter here: whoever may can always do it. */
export async function restoreProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  wanted: WantedVersion = {},
): Promise<void> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'resume_project');
  assertRestorableWith(project, wanted);
  await beginOperation(dependencies, project.id, 'restore', actor.email, {
    prepare: (transaction) => assertWithinFreeLimit(transaction, project.organization_id, project.id),
  });
}
