import type { LifecycleKind, StandingKind } from './operations.ts';
import type { ProjectStatus } from './project-status.ts';

/** How an operation moves a project: where it may start, what it shows meanwhile, where it ends. */
export interface Transition {
  from: readonly ProjectStatus[];
  during: ProjectStatus;
  /** Null: the project is gone. */
  done: ProjectStatus | null;
  failed: ProjectStatus;
}

export const TRANSITIONS: Record<LifecycleKind, Transition> = {
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

/** Where an operation may start that leaves the project's status as it is. */
export const STANDING_FROM: Record<StandingKind, readonly ProjectStatus[]> = {
  rotate_jwt_secret: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE'],
};
