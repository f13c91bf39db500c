import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationKind } from '@basalt/contract';
import { QueryError } from '@basalt/postgres';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { isDatabaseAway, isDiskFull, sentenceOf } from '../kernel/failures.ts';
import type { Log } from '../kernel/log.ts';
import {
  definitionFor,
  type OperationDefinition,
  type OperationDefinitions,
  type Step,
} from './definition.ts';
import { openStepWork, type StepServices } from './step-work.ts';
import { finishOperation, loadOperation, markStepEnded, markStepRunning } from './store.ts';

/** Called around every step. The process may be killed inside: the operation goes on after the next start. */
export type StepObserver = (kind: OperationKind, step: string, moment: 'before' | 'after') => void;

export interface RunOptions {
  definitions: OperationDefinitions;
  services: StepServices;
  log: Log;
  onStep: StepObserver | undefined;
}

/** Pauses before an undo that failed is tried again: a full disk or a busy one may be better then. */
const UNDO_PAUSES_MS = [500, 2_000, 5_000];

const CANCELLED = 'It was given up on request.';

/** What a step does is its own result. An error means that it could not be written down: the platform's database is away. */
const RETRY = { retriesAllowed: true, intervalSeconds: 0.5, backoffRate: 2, maxAttempts: 9 } as const;

/** Tells those who wait in this process; what is told is true at that moment. */
export interface OperationEvents {
  databaseOpen(): void;
  /** The end is written down, some milliseconds before the engine has recorded that too. */
  ended(): void;
}

/**
 * The durable workflow behind every operation. Each `DBOS.runStep` is recorded in the platform's database; after a
 * crash the workflow starts from the top and recorded steps answer from the record.
 */
export async function runOperation(
  id: string,
  { definitions, services, log, onStep }: RunOptions,
  events: OperationEvents,
): Promise<void> {
  // Not a recorded step: the kind of an operation never changes, and one whose project is gone has nothing left to do.
  const begun = await loadOperation(services.db, id);
  if (begun === null) return;
  const definition = definitionFor(definitions, begun.operation.kind, begun.project);
  for (const [position, step] of definition.steps.entries()) {
    const failure = await DBOS.runStep(() => runStep(id, position, step), { ...RETRY, name: step.name });
    if (failure === null) continue;
    const undone = await DBOS.runStep(() => undo(definition, id), { ...RETRY, name: 'undo' });
    await DBOS.runStep(() => end(failure, undone), { ...RETRY, name: 'fail' });
    return;
  }
  await DBOS.runStep(() => end(null, false), { ...RETRY, name: 'finish' });

  async function end(failure: string | null, undone: boolean): Promise<void> {
    await finishOperation(services.db, id, failure, undone);
    events.ended();
  }

  /** Null when the step is done, else why it failed. */
  async function runStep(operationId: string, position: number, step: Step): Promise<string | null> {
    const running = await loadOperation(services.db, operationId);
    if (running === null) return null;
    await markStepRunning(services.db, operationId, position);
    const { kind: operation } = running.operation;
    const work = openStepWork(running, position, services, log);
    try {
      onStep?.(operation, step.name, 'before');
      work.context.signal.throwIfAborted();
      await step.run(work.context);
      if (step.opensDatabase) events.databaseOpen();
    } catch (error) {
      if (work.context.signal.aborted) {
        await markStepEnded(services.db, operationId, position, 'failed');
        return CANCELLED;
      }
      // The platform's own database is away: that says nothing about the step, which is tried again.
      if (!(error instanceof QueryError) && isDatabaseAway(error)) throw error;
      log(
        'error',
        { err: error, operation: operationId, kind: operation, step: step.name, ref: running.project.ref },
        'step failed',
      );
      await markStepEnded(services.db, operationId, position, 'failed');
      return failureReason(step, error);
    } finally {
      work.close();
    }
    onStep?.(operation, step.name, 'after');
    await markStepEnded(services.db, operationId, position, 'done');
    return null;
  }

  /** True when all was taken back. */
  async function undo({ undo }: OperationDefinition, operationId: string): Promise<boolean> {
    const running = await loadOperation(services.db, operationId);
    if (running === null || undo === undefined) return false;
    const work = openStepWork(running, null, services, log);
    try {
      for (const pause of [...UNDO_PAUSES_MS, null]) {
        try {
          await undo(work.context);
          return true;
        } catch (error) {
          if (!(error instanceof QueryError) && isDatabaseAway(error)) throw error;
          log('error', { err: error, operation: operationId, ref: running.project.ref }, 'undo failed');
          if (pause !== null) await sleep(pause);
        }
      }
      return false;
    } finally {
      work.close();
    }
  }
}

/** Why a step failed, as a sentence for people. Errors that were not meant for them are not quoted. */
function failureReason(step: Step, error: unknown): string {
  const sentence = sentenceOf(error);
  if (sentence !== null) return sentence;
  if (isDiskFull(error)) return `${step.title}: the disk is full. Free some space and try again.`;
  if (error instanceof QueryError) return `${step.title}: the database answered "${error.message}".`;
  return `${step.title}: something went wrong on our side. The log has the details.`;
}
