import { setTimeout as sleep } from 'node:timers/promises';
import type { RecoveryWindow } from '@basalt/clusters';
import type { RestorePoint } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { assertOwnCluster } from '../../projects/own-cluster.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { getProject } from '../../projects/store.ts';
import { isActive } from '../../projects/transitions.ts';
import { readPolicy } from '../schedule/backup-settings.ts';
import { restoreBackup } from './restore-backup.ts';

type V1RestorePoint = { name: string; status: 'AVAILABLE' | 'PENDING' | 'REMOVED'; completed_on: string };

/** The page shows no more: whoever takes that many finds the older ones by their names through the API. */
const MOST_LISTED = 200;

const V1_STATUS = { pending: 'PENDING', removed: 'REMOVED', available: 'AVAILABLE' } as const;

/** The named moments of a project, newest first. `isKept`: as `stateOf` takes it. */
export async function listRestorePoints(
  db: Database,
  projectId: number,
  window: Pick<RecoveryWindow, 'earliest' | 'latest'> | null,
  isKept: boolean,
): Promise<RestorePoint[]> {
  const rows = await db
    .selectFrom('restore_points')
    .select(['name', 'at'])
    .where('project_id', '=', projectId)
    .orderBy('at', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return rows.map(({ name, at }) => ({
    name,
    at: at.toISOString(),
    state: stateOf(at, window, isKept),
  }));
}

/** Gives this moment a name, so that the database can go back to it. @throws PlatformError `conflict` */
export async function createRestorePoint(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  name: string,
): Promise<V1RestorePoint> {
  const { db, backups } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'back_up');
  assertOwnCluster(project, 'No restore point can be made here');
  if (!(await readPolicy(db, project)).pitrEnabled)
    throw new PlatformError(
      'conflict',
      'A restore point needs point-in-time recovery, which is switched off for this project.',
    );
  const at = await namePresent(db, project.id, name);
  if (at === null)
    throw new PlatformError(
      'conflict',
      `There is a restore point called ${name} already. Choose another name.`,
      {
        field: 'name',
      },
    );
  if (isActive(project.status)) await backups.ship(ref).catch(() => null);
  return present(dependencies, project, { name, at });
}

/**
 * Gives this moment a name. What was answered before the call is in it, what begins after its end is not.
 * @returns null when the name is taken
 */
export async function namePresent(db: Database, projectId: number, name: string): Promise<Date | null> {
  // Moments are compared with whole milliseconds.
  const at = new Date(Date.now() + 1);
  const inserted = await db
    .insertInto('restore_points')
    .values({ project_id: projectId, name, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  if (inserted === undefined) return null;
  await sleep(2);
  return at;
}

/** One by its name, else the newest. @throws PlatformError `not_found` */
export async function readRestorePoint(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  name: string | undefined,
): Promise<V1RestorePoint> {
  const { project } = await getProject(dependencies.db, actor, ref);
  return present(dependencies, project, await find(dependencies, project.id, name));
}

/** Begins to put the database back to a restore point. */
export async function undoToRestorePoint(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  name: string,
): Promise<void> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'restore_backup');
  const { at } = await find(dependencies, project.id, name);
  await restoreBackup(dependencies, actor, ref, { at: at.toISOString() });
}

async function find({ db }: Dependencies, projectId: number, name: string | undefined) {
  let query = db.selectFrom('restore_points').select(['name', 'at']).where('project_id', '=', projectId);
  if (name !== undefined) query = query.where('name', '=', name);
  const row = await query.orderBy('at', 'desc').limit(1).executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'The project has no such restore point.');
  return row;
}

async function present(
  { db, backups }: Pick<Dependencies, 'db' | 'backups'>,
  project: Pick<ProjectRow, 'id' | 'ref' | 'organization_id'>,
  { name, at }: { name: string; at: Date },
): Promise<V1RestorePoint> {
  const { pitrEnabled } = await readPolicy(db, project);
  const state = stateOf(at, await backups.window(project.ref), pitrEnabled);
  return { name, status: V1_STATUS[state], completed_on: at.toISOString() };
}

/** @param isKept whether changes are archived, without which no moment can be restored */
function stateOf(
  at: Date,
  window: Pick<RecoveryWindow, 'earliest' | 'latest'> | null,
  isKept: boolean,
): RestorePoint['state'] {
  if (!isKept) return 'removed';
  if (window === null || at > window.latest) return 'pending';
  return at < window.earliest ? 'removed' : 'available';
}
