import type { ProjectStatus } from '@basalt/contract';

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
