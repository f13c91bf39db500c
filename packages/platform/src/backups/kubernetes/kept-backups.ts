import { createHash } from 'node:crypto';
import type { KeptBackup } from '@basalt/clusters';
import type { KubernetesBackups, PostgresEngine } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { askKeeper } from '../../projects/keeper-of.ts';
import { isActive } from '../../projects/transitions.ts';
import { V1_STATUS } from '../overview.ts';
import type { RecoveryRequest } from '../recovery/recovery-request.ts';
import { edgesOf, readEras, windowAt, windowsOf } from './eras.ts';

type Ports = Pick<Dependencies, 'db' | 'keeper'>;

/** What is in Kubernetes: nothing of it is remembered here. */
export async function readKeptBackups(ports: Ports, project: ProjectRow): Promise<KubernetesBackups> {
  const { schedule, backups, windows } = await look(ports, project, new Date());
  const window = edgesOf(windows);
  return {
    schedule,
    backups: backups.map((backup) => ({
      id: idOf(backup),
      name: backup.name,
      state: backup.state,
      error: backup.error,
      is_scheduled: backup.isScheduled,
      is_restorable: backup.isRestorable,
      postgres_engine: backup.major === null ? null : String(backup.major),
      started_at: backup.startedAt?.toISOString() ?? null,
      finished_at: backup.finishedAt?.toISOString() ?? null,
    })),
    earliest: window?.earliest.toISOString() ?? null,
    latest: window?.latest.toISOString() ?? null,
  };
}

/** The management API's form. */
export async function readV1KeptBackups(ports: Ports, project: ProjectRow) {
  const { schedule, backups, windows } = await look(ports, project, new Date());
  const window = edgesOf(windows);
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000);
  return {
    region: project.region,
    walg_enabled: schedule !== null,
    pitr_enabled: schedule !== null,
    backups: backups.map((backup) => ({
      id: idOf(backup),
      is_physical_backup: true,
      status: V1_STATUS[backup.state],
      inserted_at: (backup.startedAt ?? new Date()).toISOString(),
    })),
    physical_backup_data:
      window === null
        ? {}
        : {
            earliest_physical_backup_date_unix: seconds(window.earliest) + 1,
            latest_physical_backup_date_unix: seconds(window.latest),
          },
  };
}

/** What a new server is to be made of, as operations write it down. */
export interface KeptSource extends Record<string, unknown> {
  engine: PostgresEngine;
  /** A backup by its name in Kubernetes; null: the moment alone. */
  backup_name: string | null;
  /** The moment, or when the backup was finished: what settings go back to. */
  at: string;
  /** Its archive has all of it: a backup, or a moment before an upgrade. */
  is_past: boolean;
}

/**
 * Refuses what cannot be restored before anything is made.
 * @throws PlatformError `bad_request`, `not_found`, `conflict`, `unavailable`
 */
export async function findKeptSource(
  ports: Ports,
  project: ProjectRow,
  request: RecoveryRequest,
): Promise<KeptSource> {
  const now = new Date();
  const { backups, windows } = await look(ports, project, now);
  if ('at' in request) {
    if (windows.length === 0 && !isActive(project.status))
      throw new PlatformError(
        'conflict',
        'A moment can be restored while the project runs. Restore the project first, or choose a backup.',
      );
    const { engine, isPresent } = windowAt(windows, new Date(request.at), now);
    return { engine, backup_name: null, at: request.at, is_past: !isPresent };
  }
  const backup = backups.find((each) => idOf(each) === request.backup_id);
  if (backup === undefined)
    throw new PlatformError('not_found', `The project has no backup with the id ${request.backup_id}.`);
  if (!backup.isRestorable || backup.finishedAt === null)
    throw new PlatformError(
      'conflict',
      'No project can be made of this backup: it is not finished, or not in the object store.',
    );
  const engine = String(backup.major ?? project.postgres_engine) as PostgresEngine;
  return { engine, backup_name: backup.name, at: backup.finishedAt.toISOString(), is_past: true };
}

/** A number for clients that know backups by one: the same for the same backup, and of its name alone. */
function idOf({ name }: Pick<KeptBackup, 'name'>): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, 6);
}

async function look(ports: Ports, project: ProjectRow, now: Date) {
  const [{ schedule, backups }, eras] = await Promise.all([
    askKeeper(ports, (keeper) => keeper.backups(project.ref)),
    readEras(ports.db, project),
  ]);
  return { schedule, backups, windows: windowsOf(project, eras, backups, now) };
}
