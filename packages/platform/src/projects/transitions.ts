import {
  type LifecycleKind,
  type OperationKind,
  type ProjectStatus,
  STANDING_FROM,
  STANDING_KINDS,
  type StandingKind,
  TRANSITIONS,
} from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import { assertOwnCluster } from './own-cluster.ts';
import { describeStatus } from './project-status.ts';

/** What cannot be done, and what is being done, as the middle of a sentence. */
const WORDS: Record<OperationKind, { refused: string; running: string }> = {
  create: { refused: 'The project cannot be created now', running: 'The project is being set up' },
  pause: { refused: 'The project cannot be paused now', running: 'The project is being paused' },
  restore: { refused: 'The project cannot be restored now', running: 'The project is being restored' },
  restart: { refused: 'The project cannot be restarted now', running: 'The project is restarting' },
  delete: { refused: 'The project cannot be deleted now', running: 'The project is being deleted' },
  resize: { refused: 'The project cannot be resized now', running: 'The project is being resized' },
  upgrade: { refused: 'The project cannot be upgraded now', running: 'The project is being upgraded' },
  restore_backup: {
    refused: 'A backup cannot be restored now',
    running: 'A backup of the project is being restored',
  },
  restore_to_new: {
    refused: 'The project cannot be restored now',
    running: 'The project is being made from a backup',
  },
  create_branch: {
    refused: 'The branch cannot be created now',
    running: 'The branch is being created',
  },
  reset_branch: {
    refused: 'The branch cannot be reset now',
    running: 'The branch is being reset',
  },
  return_to: {
    refused: 'The project cannot go back to a kept database now',
    running: 'The project is going back to a kept database',
  },
  recover: {
    refused: 'The project cannot be brought back now',
    running: 'The project is being brought back',
  },
  erase: { refused: 'The project cannot be erased now', running: 'The project is being erased' },
  back_up: { refused: 'No backup can be taken now', running: 'A backup of the project is being taken' },
  merge_branch: {
    refused: 'No branch can be merged now',
    running: 'A branch is being merged into the project',
  },
  push_branch: {
    refused: 'The branch cannot be brought up to date now',
    running: 'The branch is being brought up to date',
  },
  sync_git: {
    refused: 'The repository cannot be followed now',
    running: 'A version of the repository is being applied',
  },
  rotate_jwt_secret: {
    refused: 'The JWT secret cannot be changed now',
    running: 'The JWT secret is being changed',
  },
};

/** Statuses in which the database should answer. */
export const ACTIVE_STATUSES: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'];
const ARRIVING_STATUSES: readonly ProjectStatus[] = ['COMING_UP', 'RESTORING', 'RESTARTING', 'RESIZING'];

export function isActive(status: ProjectStatus): boolean {
  return ACTIVE_STATUSES.includes(status);
}

/** Whether the database will answer in a moment, unless the operation at work fails. */
export function isArriving(status: ProjectStatus): boolean {
  return ARRIVING_STATUSES.includes(status);
}

/** How a kind of operation moves a project; null when it leaves the status as it is. */
export function transitionOf(kind: OperationKind) {
  return isStanding(kind) ? null : TRANSITIONS[kind];
}

function isStanding(kind: OperationKind): kind is StandingKind {
  return (STANDING_KINDS as readonly OperationKind[]).includes(kind);
}

/** @throws PlatformError `conflict` with a sentence when an operation cannot start from this status. */
export function assertMayStart(kind: OperationKind, status: ProjectStatus): void {
  const from = isStanding(kind) ? STANDING_FROM[kind] : TRANSITIONS[kind satisfies LifecycleKind].from;
  if (from.includes(status)) return;
  throw new PlatformError('conflict', `${WORDS[kind].refused}: ${describeStatus(status)}.`);
}

/** What is done to a project and leaves its database's server as it is. */
const FROM_OUTSIDE: readonly OperationKind[] = ['create', 'delete', 'recover', 'erase', 'rotate_jwt_secret'];

/** What is done to a server that is kept for us elsewhere. */
const DONE_BY_KEEPERS: readonly OperationKind[] = [
  'back_up',
  'create_branch',
  'merge_branch',
  'push_branch',
  'reset_branch',
  'pause',
  'resize',
  'restart',
  'restore',
  'restore_to_new',
  'sync_git',
  'upgrade',
];

/**
 * An attached database is on a server that somebody else runs.
 * @throws PlatformError `conflict` for operations that are done to the server itself
 */
export function assertPossible(kind: OperationKind, project: Parameters<typeof assertOwnCluster>[0]): void {
  if (FROM_OUTSIDE.includes(kind)) return;
  if (project.server_keeper === null || !DONE_BY_KEEPERS.includes(kind))
    assertOwnCluster(project, WORDS[kind].refused);
}

/** One operation per project at a time: refuses a second one. */
export function alreadyRunning(running: OperationKind): PlatformError {
  return new PlatformError('conflict', `${WORDS[running].running}. Try again when that is done.`);
}
