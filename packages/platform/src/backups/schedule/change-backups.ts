import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { runningKind } from '../../operations/store.ts';
import { assertOwnCluster } from '../../projects/own-cluster.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { alreadyRunning } from '../../projects/transitions.ts';
import { backupPlaceOf } from '../backup-place.ts';
import { getBackup, getGoodBackup, listBackups } from '../store.ts';
import { readPolicy } from './backup-settings.ts';

/** Begins to take a backup now. Answers the operation's id. @throws PlatformError `conflict` */
export async function createBackup(dependencies: Dependencies, actor: Actor, ref: string): Promise<string> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'back_up');
  return backupPlaceOf(project).begin(dependencies, project, actor.email);
}

/**
 * Deletes a backup.
 * @throws PlatformError `not_found`; `conflict` while something is at work, or for the one that all recovery begins with
 */
export async function removeBackup(
  { db, backups }: Dependencies,
  actor: Actor,
  ref: string,
  id: number,
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'back_up');
  assertOwnCluster(project, 'Backups cannot be deleted here');
  const row = await getBackup(db, project.id, id);
  const running = await runningKind(db, project.id);
  if (running !== null) throw alreadyRunning(running);
  if (row.state === 'done') {
    const good = (await listBackups(db, project.id)).filter(({ state }) => state === 'done');
    if (good.length === 1 && (await readPolicy(db, project)).pitrEnabled)
      throw new PlatformError(
        'conflict',
        'This is the only backup, and recovery to a moment begins with it. Take another one first.',
      );
  }
  // The copy first: a row without one is found and forgotten, a copy without a row would stay.
  if (row.stored_as !== null) await backups.remove(ref, row.stored_as);
  await db.deleteFrom('backups').where('id', '=', row.id).execute();
}

/** Asks for a backup to be verified as soon as nothing else is at work. */
export async function requestVerification(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
  id: number,
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'back_up');
  assertOwnCluster(project, 'Backups cannot be verified here');
  const row = await getGoodBackup(db, project.id, id);
  await db.updateTable('backups').set({ verify_requested_at: new Date() }).where('id', '=', row.id).execute();
}
