import { cancelledError } from '../errors/query-error.ts';
import { cancelWhenAborted } from './cancel-when-aborted.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { Group } from './group.ts';
import type { Pipeline, PipelineResult, PipelineStatement } from './pipeline.ts';
import type { PipelineConnection } from './pipeline-connection.ts';
import type { ResultRoom } from './result-too-large.ts';

export interface DecideOptions {
  readonly signal: AbortSignal | undefined;
  readonly maxResultBytes: number;
  readonly room: ResultRoom | undefined;
}

const BEGIN: PipelineStatement = { sql: 'begin', values: [], reuse: false };
const COMMIT: PipelineStatement = { sql: 'commit', values: [], reuse: false };
const ROLLBACK: PipelineStatement = { sql: 'rollback', values: [], reuse: false };

/** Runs the statements in a transaction on a connection of its own and ends it as `decide` says. */
export async function runAndDecide(
  pool: ConnectionPool,
  statements: readonly PipelineStatement[],
  decide: Parameters<Pipeline['runAndDecide']>[1],
  options: DecideOptions,
): Promise<PipelineResult[]> {
  const { signal } = options;
  const connection = await new Promise<PipelineConnection>((start, refuse) =>
    pool.submit({ start, refuse }, signal),
  );
  const watch = cancelWhenAborted(connection, signal);
  const send = (group: readonly PipelineStatement[], leavesOpen: boolean) =>
    new Promise<PipelineResult[]>((resolve, reject) => {
      const settle = (error: Error | null, { results }: Group) => (error ? reject(error) : resolve(results));
      connection.send(new Group(group, { ...options, leavesOpen, signal: undefined, settle }));
    });
  let isOpen = true;
  try {
    const results = (await send([BEGIN, ...statements], true)).slice(1);
    if (signal?.aborted) throw cancelledError();
    const keep = decide(results);
    isOpen = false;
    await send([keep ? COMMIT : ROLLBACK], false);
    return results;
  } catch (error) {
    // Where the connection is lost, the server takes everything back.
    if (isOpen) await send([ROLLBACK], false).catch(() => {});
    throw error;
  } finally {
    watch.end();
    pool.release(connection);
  }
}
