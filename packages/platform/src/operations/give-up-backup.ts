import type { Dependencies } from '../kernel/dependencies.ts';

const PATIENCE_MS = 10_000;

/**
 * Gives up the backup that the platform is taking of a project by itself, because somebody wants to do something with the project.
 * It is due again afterwards. False: there is none, or it does not end soon; what somebody has asked for is not given up.
 */
export async function giveUpScheduledBackup(
  { db, operations }: Pick<Dependencies, 'db' | 'operations'>,
  projectId: number,
): Promise<boolean> {
  const backup = await db
    .updateTable('operations')
    .set({ cancel_requested: true })
    .where('project_id', '=', projectId)
    .where('kind', '=', 'back_up')
    .where('state', '=', 'running')
    .where('started_by', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return backup !== undefined && (await operations.settled(backup.id, PATIENCE_MS));
}
