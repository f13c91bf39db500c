import { Worker } from 'node:worker_threads';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { cancelledError, QueryError, SQLSTATE } from '../errors/query-error.ts';
import type { SchemaDifference } from './difference.ts';
import type { SchemaDiffResult, SchemaDiffTask } from './schema-diff-thread.ts';

const THREAD = new URL('./schema-diff-thread.ts', import.meta.url);
/** A schema of some ten thousand objects fits. */
const MOST_MEMORY_MB = 768;
const LONGEST_MS = 120_000;

/**
 * What leads from the schema of one database to that of another. Read and compared in a thread of its own: schemas belong to people, and
 * one that takes all of the memory or the time ends the thread and nothing else. Reading takes locks on nothing and runs no code of users.
 * @param from who reads may be anybody: definitions are open to all roles
 * @throws {QueryError} what a server said; 54000 when it is too much to compare, XX000 with a sentence when there is no way from one to the
 * other, 57014 when the signal fired
 */
export async function diffSchemas(
  from: ConnectionTarget,
  to: ConnectionTarget,
  signal?: AbortSignal,
): Promise<SchemaDifference> {
  if (signal?.aborted) throw cancelledError();
  const task: SchemaDiffTask = { from, to };
  const thread = new Worker(THREAD, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  const stop = () => void thread.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  const patience = setTimeout(stop, LONGEST_MS);
  try {
    const result = await resultOf(thread);
    if ('difference' in result) return result.difference;
    if ('failure' in result) throw new QueryError(result.failure);
    throw new QueryError({
      message: `The schemas could not be compared: ${result.refusal}`,
      code: SQLSTATE.internal,
    });
  } catch (error) {
    throw signal?.aborted ? cancelledError() : error;
  } finally {
    clearTimeout(patience);
    signal?.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

function resultOf(thread: Worker): Promise<SchemaDiffResult> {
  const tooLarge = () =>
    new QueryError({ message: 'The schemas are too large to be compared.', code: SQLSTATE.tooLarge });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', (error) =>
      reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    );
    thread.once('exit', () => reject(tooLarge()));
  });
}
