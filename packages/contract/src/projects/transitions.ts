import type { LifecycleKind, StandingKind } from './operations.ts';
import type { ProjectStatus } from './project-status.ts';

/** How an operation moves a project: where it may start, what it shows meanwhile, where it ends. */
export interface Transition {
  from: readonly ProjectStatus[];
  during: ProjectStatus;
  /** Null: the project is gone. */
  done: ProjectStatus | null;
  failed: ProjectStatus;
  /** Where it ends when it failed and all was taken back; absent: as when it failed. */
  undone?: ProjectStatus;
  /** The same when it failed because somebody gave it up; absent: as `undone`. */
  cancelled?: ProjectStatus;
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
    cancelled: 'INACTIVE',
  },
  restart: {
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
    during: 'RESTARTING',
    done: 'ACTIVE_HEALTHY',
    failed: 'ACTIVE_UNHEALTHY',
    undone: 'ACTIVE_HEALTHY',
  },
  resize: {
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
    during: 'RESIZING',
    done: 'ACTIVE_HEALTHY',
    failed: 'ACTIVE_UNHEALTHY',
    undone: 'ACTIVE_HEALTHY',
  },
  upgrade: {
    from: ['ACTIVE_HEALTHY'],
    during: 'UPGRADING',
    done: 'ACTIVE_HEALTHY',
    failed: 'ACTIVE_UNHEALTHY',
    undone: 'ACTIVE_HEALTHY',
  },
  restore_backup: {
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE', 'RESTORE_FAILED', 'PAUSE_FAILED'],
    during: 'RESTORING',
    done: 'ACTIVE_HEALTHY',
    failed: 'RESTORE_FAILED',
    undone: 'ACTIVE_HEALTHY',
  },
  restore_to_new: { from: [], during: 'COMING_UP', done: 'ACTIVE_HEALTHY', failed: 'INIT_FAILED' },
  create_branch: { from: [], during: 'COMING_UP', done: 'ACTIVE_HEALTHY', failed: 'INIT_FAILED' },
  reset_branch: {
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE', 'RESTORE_FAILED', 'PAUSE_FAILED'],
    during: 'RESTORING',
    done: 'ACTIVE_HEALTHY',
    failed: 'RESTORE_FAILED',
    undone: 'ACTIVE_HEALTHY',
  },
  return_to: {
    from: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE', 'RESTORE_FAILED', 'PAUSE_FAILED'],
    during: 'RESTORING',
    done: 'ACTIVE_HEALTHY',
    failed: 'RESTORE_FAILED',
    undone: 'ACTIVE_HEALTHY',
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
    done: 'REMOVED',
    failed: 'ACTIVE_UNHEALTHY',
  },
  recover: { from: ['REMOVED'], during: 'RESTORING', done: 'ACTIVE_HEALTHY', failed: 'RESTORE_FAILED' },
  erase: { from: ['REMOVED'], during: 'GOING_DOWN', done: null, failed: 'REMOVED' },
};

/** Where an operation may start that leaves the project's status as it is. */
export const STANDING_FROM: Record<StandingKind, readonly ProjectStatus[]> = {
  rotate_jwt_secret: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE'],
  back_up: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
  merge_branch: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
  push_branch: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
  sync_git: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
};
