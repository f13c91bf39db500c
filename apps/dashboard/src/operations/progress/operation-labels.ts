import type { Operation, OperationKind } from '@basalt/contract';

type KindLabels = Record<Operation['state'], string>;

const LABELS: Record<OperationKind, KindLabels> = {
  create: { running: 'Setting up', done: 'Set up', failed: 'Setting up failed' },
  pause: { running: 'Pausing', done: 'Paused', failed: 'Pausing failed' },
  restore: { running: 'Restoring', done: 'Restored', failed: 'Restoring failed' },
  restart: { running: 'Restarting', done: 'Restarted', failed: 'Restarting failed' },
  resize: { running: 'Resizing', done: 'Resized', failed: 'Resizing failed' },
  upgrade: { running: 'Upgrading', done: 'Upgraded', failed: 'Upgrading failed' },
  restore_backup: {
    running: 'Restoring a backup',
    done: 'Backup restored',
    failed: 'Restoring a backup failed',
  },
  restore_to_new: {
    running: 'Setting up from a backup',
    done: 'Set up from a backup',
    failed: 'Setting up from a backup failed',
  },
  create_branch: { running: 'Creating a branch', done: 'Branch created', failed: 'Creating a branch failed' },
  reset_branch: { running: 'Resetting', done: 'Reset', failed: 'Resetting failed' },
  return_to: {
    running: 'Going back to a former database',
    done: 'Went back to a former database',
    failed: 'Going back to a former database failed',
  },
  delete: { running: 'Deleting', done: 'Deleted', failed: 'Deleting failed' },
  recover: { running: 'Bringing back', done: 'Brought back', failed: 'Bringing back failed' },
  erase: { running: 'Erasing', done: 'Erased', failed: 'Erasing failed' },
  back_up: { running: 'Backing up', done: 'Backed up', failed: 'Backing up failed' },
  merge_branch: { running: 'Merging a branch', done: 'Branch merged', failed: 'Merging a branch failed' },
  push_branch: {
    running: 'Bringing up to date',
    done: 'Brought up to date',
    failed: 'Bringing up to date failed',
  },
  sync_git: { running: 'Applying a commit', done: 'Commit applied', failed: 'Applying a commit failed' },
  rotate_jwt_secret: {
    running: 'Changing the JWT secret',
    done: 'JWT secret changed',
    failed: 'Changing the JWT secret failed',
  },
};

/** What the platform gives as the reason when somebody has asked for the end of an operation. */
export const GIVEN_UP = 'It was given up on request.';

/** `cancelled`: it was ended on request, and nothing is wrong. */
export function shownState({
  state,
  reason,
}: Pick<Operation, 'state' | 'reason'>): Operation['state'] | 'cancelled' {
  return state === 'failed' && reason === GIVEN_UP ? 'cancelled' : state;
}

/** What an operation is or was, in two or three words. */
export function operationTitle(operation: Pick<Operation, 'kind' | 'state' | 'reason'>): string {
  const { running, [operation.state]: label } = LABELS[operation.kind];
  return shownState(operation) === 'cancelled' ? `${running} was canceled` : label;
}

/** Everything about a failed operation that whoever helps needs to know, as plain text. */
export function operationReport(ref: string, operation: Operation): string {
  const steps = operation.steps.map((step) => `- ${step.title}: ${step.state}`);
  return [
    `Project: ${ref}`,
    `Operation: ${operation.kind} ${operation.id}`,
    `Started: ${operation.started_at}`,
    `Reason: ${operation.reason ?? 'not known'}`,
    'Steps:',
    ...steps,
  ].join('\n');
}

/** The operation a page about `kinds` is about: the newest of them, if it has the state that is looked for. */
export function newestOperation(
  operations: readonly Operation[],
  kinds: readonly OperationKind[],
): Operation | undefined {
  return operations
    .filter((operation) => kinds.includes(operation.kind))
    .sort((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at))[0];
}
