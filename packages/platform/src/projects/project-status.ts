import type { ClusterDriver } from '@basalt/clusters';
import type { ProjectStatus } from '@basalt/contract';
import type { ProjectRow } from '../kernel/schema.ts';

const STATE: Record<ProjectStatus, string> = {
  INACTIVE: 'it is paused',
  ACTIVE_HEALTHY: 'it is running',
  ACTIVE_UNHEALTHY: 'it does not answer',
  COMING_UP: 'it is being set up',
  UNKNOWN: 'its state is not known',
  GOING_DOWN: 'it is being deleted',
  INIT_FAILED: 'its set-up failed',
  REMOVED: 'it was removed',
  RESTORING: 'it is being restored',
  UPGRADING: 'it is being upgraded',
  PAUSING: 'it is being paused',
  RESTORE_FAILED: 'its restore failed',
  RESTARTING: 'it is restarting',
  PAUSE_FAILED: 'pausing it failed',
  RESIZING: 'it is being resized',
};

/** The status as the end of a sentence: "it is paused". */
export function describeStatus(status: ProjectStatus): string {
  return STATE[status];
}

/** Whether the database takes no writes because its disk is too full, and nobody has lifted that for now. */
export function isReadOnly(
  { read_only_since, read_only_lifted_until }: Pick<ProjectRow, 'read_only_since' | 'read_only_lifted_until'>,
  now = new Date(),
): boolean {
  return read_only_since !== null && (read_only_lifted_until === null || read_only_lifted_until <= now);
}

/** Whether a project's cluster runs. One with damaged files does not, and keeps nobody from seeing the others. */
export async function isRunning(clusters: ClusterDriver, ref: string): Promise<boolean> {
  return (await clusters.status(ref).catch(() => 'absent')) === 'running';
}
