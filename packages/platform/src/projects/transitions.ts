import { type OperationKind, type ProjectStatus, TRANSITIONS } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';

const DEED: Record<OperationKind, string> = {
  create: 'created',
  pause: 'paused',
  restore: 'restored',
  restart: 'restarted',
  delete: 'deleted',
};

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

/** Statuses in which the database should answer. */
export const ACTIVE_STATUSES: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'];
const ARRIVING_STATUSES: readonly ProjectStatus[] = ['COMING_UP', 'RESTORING', 'RESTARTING'];

export function isActive(status: ProjectStatus): boolean {
  return ACTIVE_STATUSES.includes(status);
}

/** Whether the database will answer in a moment, unless the operation at work fails. */
export function isArriving(status: ProjectStatus): boolean {
  return ARRIVING_STATUSES.includes(status);
}

/** The status as the end of a sentence: "it is paused". */
export function describeStatus(status: ProjectStatus): string {
  return STATE[status];
}

/** @throws PlatformError `conflict` with a sentence when an operation cannot start from this status. */
export function assertMayStart(kind: OperationKind, status: ProjectStatus): void {
  if (TRANSITIONS[kind].from.includes(status)) return;
  throw new PlatformError('conflict', `The project cannot be ${DEED[kind]} now: ${describeStatus(status)}.`);
}
