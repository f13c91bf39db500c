import type { Dependencies } from '../../kernel/dependencies.ts';
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
  const operation = await beginOperation(dependencies, project.id, 'delete', actor.email);
  eraseSoon(dependencies, operation);
  return project;
}
