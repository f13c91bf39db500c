import type { Log } from '../kernel/log.ts';
import type { StepContext } from './definition.ts';
import { keepProgress } from './step-progress.ts';
import { addResult, isCancelRequested, type RunningOperation, writeProgress } from './store.ts';

/** Everything of a {@link StepContext} that is the same for all operations. */
export type StepServices = Pick<
  StepContext,
  | 'db'
  | 'clusters'
  | 'keeper'
  | 'backups'
  | 'backupStore'
  | 'objectFiles'
  | 'functionFiles'
  | 'secrets'
  | 'settings'
>;

const LOOK_FOR_CANCEL_EVERY_MS = 1_000;

/**
 * What one step, or an undo, works with while it runs.
 * @param position of the step; null for an undo, which reports nothing and cannot be given up
 */
export function openStepWork(
  { operation, project }: RunningOperation,
  position: number | null,
  services: StepServices,
  log: Log,
): { context: StepContext; close: () => void } {
  const { db } = services;
  const { id } = operation;
  const cancel = new AbortController();
  const complain = (error: unknown) =>
    log('debug', { err: error, operation: id }, 'progress was not written');
  const lookForCancel = () => {
    isCancelRequested(db, id).then((asked) => asked && cancel.abort(), complain);
  };
  const progress =
    position === null ? null : keepProgress((latest) => writeProgress(db, id, position, latest), complain);
  const looking = position === null ? undefined : setInterval(lookForCancel, LOOK_FOR_CANCEL_EVERY_MS);
  // Asked for between two steps.
  if (position !== null && operation.cancel_requested) cancel.abort();
  return {
    context: {
      ...services,
      project,
      operation,
      signal: cancel.signal,
      report: (latest) => progress?.report(latest),
      note: async (result) => {
        await addResult(db, id, result);
        Object.assign(operation.result, result);
      },
    },
    close: () => {
      progress?.close();
      clearInterval(looking);
    },
  };
}
