import {
  BackupError,
  type ClusterDriver,
  POSTGRES_MAJORS,
  type RecoveryTarget,
  type RecoveryWindow,
} from '@basalt/clusters';
import type { PostgresEngine } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { readPolicy } from '../schedule/backup-settings.ts';
import { getGoodBackup, newestBefore } from '../store.ts';

/** What somebody wants back: the end of a backup, or a moment. */
export type RecoveryRequest = { backup_id: number } | { at: string };

/** What an operation was asked for, as it was written down. */
export function readRecoveryRequest(input: Record<string, unknown>): RecoveryRequest {
  if (typeof input.backup_id === 'number') return { backup_id: input.backup_id };
  if (typeof input.at === 'string') return { at: input.at };
  throw new Error('The operation does not say what to restore.');
}

export interface ResolvedRecoveryRequest {
  target: RecoveryTarget;
  /** The moment that keys and settings go back to, as ISO 8601. */
  settingsAt: string;
}

/** @throws PlatformError `not_found`, `conflict` when the backup is not there, or not usable, any more */
export async function resolveRecoveryRequest(
  db: Database,
  projectId: number,
  request: RecoveryRequest,
): Promise<ResolvedRecoveryRequest> {
  if ('at' in request) return { target: { kind: 'time', at: new Date(request.at) }, settingsAt: request.at };
  const { stored_as, finished_at } = await getGoodBackup(db, projectId, request.backup_id);
  return { target: { kind: 'backup', id: stored_as }, settingsAt: finished_at.toISOString() };
}

/** One of the two, not both and not none. @throws PlatformError `bad_request` */
export function toRecoveryRequest(id: number | undefined, at: string | undefined): RecoveryRequest {
  if (id !== undefined && at === undefined) return { backup_id: id };
  if (at !== undefined && id === undefined) return { at };
  throw new PlatformError('bad_request', 'Say either which backup to restore (id) or which moment (at).', {
    field: 'id',
  });
}

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
  // What was committed a moment ago may not be in the store yet, and of a project that is seconds old nothing may be.
  const isNewer = at <= now && (window === null || at > window.latest);
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

/**
 * Refuses a moment that cannot be restored, and says which can.
 * @throws PlatformError `bad_request`, or `conflict` while no moment can be restored
 */
export function assertRecoverable(
  at: Date,
  window: Pick<RecoveryWindow, 'earliest' | 'latest'> | null,
  now: Date,
): void {
  if (at > now)
    throw new PlatformError('bad_request', 'This moment is still to come. Choose one that has passed.', {
      field: 'at',
    });
  if (window === null)
    throw new PlatformError(
      'conflict',
      'No moment can be restored yet: the first backup of this project is still to be taken.',
    );
  if (at >= window.earliest && at <= window.latest) return;
  const edges = { earliest: window.earliest.toISOString(), latest: window.latest.toISOString() };
  throw new PlatformError(
    'bad_request',
    `This moment cannot be restored. Choose one from ${edges.earliest} to ${edges.latest}.`,
    { field: 'at', details: edges },
  );
}

const MB = 1024 * 1024;
/** Recovery writes a log of its own and unpacks the archived one in pieces, while other databases are at work. */
const MARGIN_BYTES = 256 * MB;

/**
 * Refuses what would fill the disk: the restored database lies beside the present one, which is kept.
 * @param dataBytes of the database to be restored
 * @throws PlatformError `conflict`
 */
async function assertSpaceFor(clusters: Pick<ClusterDriver, 'capacity'>, dataBytes: number): Promise<void> {
  const { diskFreeBytes: free } = await clusters.capacity();
  const needed = Math.ceil(dataBytes * 1.1) + MARGIN_BYTES;
  if (free === null || free >= needed) return;
  throw new PlatformError(
    'conflict',
    `Restoring needs about ${size(needed)} of disk space, and ${size(free)} are free. Free some space, for example by deleting kept databases, and try again.`,
  );
}

function size(bytes: number): string {
  return bytes < 1024 * MB ? `${Math.ceil(bytes / MB)} MB` : `${(bytes / (1024 * MB)).toFixed(1)} GB`;
}
