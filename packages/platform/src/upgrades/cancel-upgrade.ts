import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** Asks an upgrade at work to stop and go back to the old cluster. @throws PlatformError `conflict` when none is at work */
export async function cancelUpgrade(db: Database, actor: Actor, ref: string): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'upgrade_project');
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({ cancel_requested: true })
    .where('project_id', '=', project.id)
    .where('kind', '=', 'upgrade')
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new PlatformError('conflict', 'No upgrade of this project is at work.');
}
