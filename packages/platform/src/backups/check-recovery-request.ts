import { BackupError, POSTGRES_MAJORS } from '@basalt/clusters';
import type { PostgresEngine } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { readPolicy } from './backup-settings.ts';
import { assertRecoverable } from './check-moment.ts';
import { assertSpaceFor } from './disk-space.ts';
import type { RecoveryRequest } from './recovery-request.ts';
import { getGoodBackup, newestBefore } from './store.ts';

type Ports = Pick<Dependencies, 'db' | 'backups' | 'clusters'>;

/**
 * Refuses what cannot be restored before anything is touched. Answers the version that the restored database will probably have.
 * @throws PlatformError `bad_request`, `not_found`, `conflict`
 */
export async function checkRecoveryRequest(
  ports: Ports,
  project: ProjectRow,
  request: RecoveryRequest,
): Promise<PostgresEngine> {
  const { db, clusters } = ports;
  if ('at' in request) await checkMoment(ports, project, new Date(request.at));
  const backup =
    'at' in request
      ? await newestBefore(db, project.id, new Date(request.at))
      : await getGoodBackup(db, project.id, request.backup_id);
  const engine = backup?.postgres_engine ?? project.postgres_engine;
  if (!(POSTGRES_MAJORS as readonly number[]).includes(Number(engine)))
    throw new PlatformError(
      'conflict',
      `This backup is of PostgreSQL ${engine}, which this version of Basalt does not have. Update Basalt first.`,
    );
  await assertSpaceFor(clusters, backup?.data_bytes ?? 0);
  return engine;
}

async function checkMoment({ db, backups }: Ports, project: ProjectRow, at: Date): Promise<void> {
  const { pitrEnabled } = await readPolicy(db, project);
  if (!pitrEnabled)
    throw new PlatformError(
      'conflict',
      'Point-in-time recovery is switched off for this project. Restore a backup, or switch it on for the future.',
    );
  const now = new Date();
  const window = await backups.window(project.ref);
  // What was committed a moment ago may not be in the store yet.
  const isNewer = window !== null && at > window.latest && at <= now;
  if (isNewer) await backups.ship(project.ref).catch(() => null);
  assertRecoverable(at, isNewer ? await backups.window(project.ref) : window, now);
  // Within the window there may be moments that the clock showed twice.
  await backups
    .assertRestorable({ ref: project.ref, target: { kind: 'time', at } })
    .catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error;
      throw new PlatformError('conflict', error.message, { field: 'at', cause: error });
    });
}
