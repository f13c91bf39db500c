import { sql } from 'kysely';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { keepReadOnlyNow } from './keep-read-only.ts';

/**
 * Lets a project take writes for some minutes although its disk is too full, so that somebody can free space. One that takes
 * writes anyway stays as it is.
 */
export async function liftReadOnly(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  minutes: number,
): Promise<void> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'resize_project');
  await dependencies.db
    .updateTable('projects')
    .set({ read_only_lifted_until: new Date(Date.now() + minutes * 60_000) })
    .where('id', '=', project.id)
    .where(sql<boolean>`read_only_since is not null`)
    .execute();
  await keepReadOnlyNow(dependencies, project.id);
}
