import type { OperationKind, ProjectStatus } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';

/** How an operation moves a project: where it may start, what it shows meanwhile, where it ends. */
export interface Transition {
  from: readonly ProjectStatus[];
  during: ProjectStatus;
  /** Null: the project is gone. */
  done: ProjectStatus | null;
  failed: ProjectStatus;
}

export const TRANSITIONS: Record<OperationKind, Transition> = {
  create: { from: [], during: 'COMING_UP', done: 'ACTIVE_HEALTHY', failed: 'INIT_FAILED' },
  pause: {
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'PAUSE_FAILED', 'RESTORE_FAILED'],
    during: 'PAUSING',
    done: 'INACTIVE',
    failed: 'PAUSE_FAILED',
  },
  restore: {
    from: ['INACTIVE', 'RESTORE_FAILED', 'PAUSE_FAILED'],
    during: 'RESTORING',
    done: 'ACTIVE_HEALTHY',
    failed: 'RESTORE_FAILED',
  },
  restart: {
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
    during: 'RESTARTING',
    done: 'ACTIVE_HEALTHY',
    failed: 'ACTIVE_UNHEALTHY',
  },
  delete: {
    from: [
      'ACTIVE_HEALTHY',
      'ACTIVE_UNHEALTHY',
      'INACTIVE',
      'INIT_FAILED',
      'PAUSE_FAILED',
      'RESTORE_FAILED',
      'UNKNOWN',
    ],
    during: 'GOING_DOWN',
    done: null,
    failed: 'ACTIVE_UNHEALTHY',
  },
};

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

/** The status as the end of a sentence: "it is paused". */
export function describeStatus(status: ProjectStatus): string {
  return STATE[status];
}

/** @throws PlatformError `conflict` with a sentence when an operation cannot start from this status. */
export function assertMayStart(kind: OperationKind, status: ProjectStatus): void {
  if (TRANSITIONS[kind].from.includes(status)) return;
  throw new PlatformError('conflict', `The project cannot be ${DEED[kind]} now: ${describeStatus(status)}.`);
}
