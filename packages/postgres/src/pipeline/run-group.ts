import { cancelWhenAborted } from './cancel-when-aborted.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { Group } from './group.ts';
import type { PipelineResult, PipelineStatement } from './pipeline.ts';
import type { PipelineConnection } from './pipeline-connection.ts';
import type { ResultRoom } from './result-too-large.ts';
import { isStaleStatement } from './stale-statement.ts';

export interface GroupRunOptions {
  readonly signal: AbortSignal | undefined;
  readonly maxResultBytes: number;
  readonly room: ResultRoom | undefined;
  /** True when nobody shares the connection, so that what runs may be cancelled. */
  readonly alone: boolean;
}

/** Runs one group in the pool; once more when the first time had no effect for a reason that is ours. */
export function runGroup(
  pool: ConnectionPool,
  statements: readonly PipelineStatement[],
  options: GroupRunOptions,
): Promise<PipelineResult[]> {
  const { signal, maxResultBytes, room, alone } = options;
  return new Promise((resolve, reject) => {
    let mayRepeat = true;
    const start = (connection: PipelineConnection) => {
      const watch = alone ? cancelWhenAborted(connection, signal) : undefined;
      // Those who share the connection must not be cancelled with it: there the rest is thrown away.
      const onOversized = watch?.cancel;
      const group = new Group(statements, { signal, maxResultBytes, room, onOversized, settle });
      connection.send(group);

      function settle(error: Group['error']): void {
        watch?.end();
        pool.release(connection);
        if (error === null) {
          resolve(group.results);
        } else if (mayRepeat && (isStaleStatement(error) || (!group.sent && !signal?.aborted))) {
          mayRepeat = false;
          pool.submit(work, signal);
        } else {
          reject(error);
        }
      }
    };
    const work = { start, refuse: reject };
    pool.submit(work, signal);
  });
}
