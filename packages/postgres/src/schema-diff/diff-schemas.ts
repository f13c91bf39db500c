import { Worker } from 'node:worker_threads';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { cancelledError, QueryError, SQLSTATE } from '../errors/query-error.ts';
import type { KeptSchema, SchemaComparison, SchemaDifference } from './difference.ts';
import type { SchemaDiffResult, SchemaDiffTask } from './schema-diff-thread.ts';

const THREAD = new URL('./schema-diff-thread.ts', import.meta.url);
/** A schema of some ten thousand objects fits. */
const MOST_MEMORY_MB = 768;
const LONGEST_MS = 120_000;

/**
 * What leads from the schema of one database to that of another.
 * @param from who reads may be anybody: definitions are open to all roles
 * @param options `base`: what both were once, to tell what has led from there to `from`; `keeps`: whether the schema of `to` is given back
 * @throws {QueryError} what a server said; 54000 when it is too much to compare, XX000 with a sentence when there is no way from one to the
 * other, 57014 when the signal fired
 */
export async function compareSchemas(
  from: ConnectionTarget | KeptSchema,
  to: ConnectionTarget,
  options: { base?: KeptSchema | null; keeps?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<SchemaComparison & { difference: SchemaDifference }> {
  const { base = null, keeps = false, signal } = options;
  const { difference, ...rest } = await work({ from, to, base, keeps }, signal);
  if (difference === null) throw new Error('A comparison found nothing to say.');
  return { difference, ...rest };
}

/** The schema of a database, to be compared with later. @throws {QueryError} as {@link compareSchemas} */
export async function readSchema(target: ConnectionTarget, signal?: AbortSignal): Promise<KeptSchema> {
  const { schema } = await work({ from: null, to: target, base: null, keeps: true }, signal);
  if (schema === null) throw new Error('A schema was read and not given back.');
  return schema;
}

/**
 * Read and compared in a thread of its own: schemas belong to people, and one that takes all of the memory or the time ends the thread and
 * nothing else. Reading takes locks on nothing and runs no code of users.
 */
async function work(task: SchemaDiffTask, signal: AbortSignal | undefined): Promise<SchemaComparison> {
  if (signal?.aborted) throw cancelledError();
  const thread = new Worker(THREAD, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  const stop = () => void thread.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  const patience = setTimeout(stop, LONGEST_MS);
  try {
    const result = await resultOf(thread);
    if ('comparison' in result) return result.comparison;
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
