import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Transaction } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { beginOperation } from '../../operations/begin-operation.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { eraseSoon } from './erase-due.ts';

/**
 * Begins to delete a project: it stops and vanishes, and its data is kept for the days of grace that the installation
 * gives.
 */
export async function deleteProject(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<ProjectRow> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'delete_project');
  const operation = await beginOperation(dependencies, project.id, 'delete', actor.email, {
    prepare: (transaction) => assertWithoutBranches(transaction, project.id),
  });
  eraseSoon(dependencies, operation);
  return project;
}

async function assertWithoutBranches(transaction: Transaction, projectId: number): Promise<void> {
  const { count } = await transaction
    .selectFrom('branches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new PlatformError('conflict', 'The project has branches. Delete them first.');
}
