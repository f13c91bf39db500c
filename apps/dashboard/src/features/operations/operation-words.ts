import type { Operation, OperationKind } from '@basalt/contract';

type Words = Record<Operation['state'], string>;

const WORDS: Record<OperationKind, Words> = {
  create: { running: 'Setting up', done: 'Set up', failed: 'Setting up failed' },
  pause: { running: 'Pausing', done: 'Paused', failed: 'Pausing failed' },
  restore: { running: 'Restoring', done: 'Restored', failed: 'Restoring failed' },
  restart: { running: 'Restarting', done: 'Restarted', failed: 'Restarting failed' },
  delete: { running: 'Deleting', done: 'Deleted', failed: 'Deleting failed' },
  rotate_jwt_secret: {
    running: 'Changing the JWT secret',
    done: 'JWT secret changed',
    failed: 'Changing the JWT secret failed',
  },
};

/** What an operation is or was, in two or three words. */
export function operationTitle({ kind, state }: Pick<Operation, 'kind' | 'state'>): string {
  return WORDS[kind][state];
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
