import { cancelWhenAborted } from './cancel-when-aborted.ts';
import { Group } from './group.ts';
import type { Lane } from './lane.ts';
import type { PipelineResult, PipelineStatement } from './pipeline.ts';
import type { PipelineConnection } from './pipeline-connection.ts';
import { isStaleStatement } from './stale-statement.ts';

export interface GroupRunOptions {
  readonly signal: AbortSignal | undefined;
  readonly maxResultBytes: number;
  /** True when nobody shares the connection, so that what runs may be cancelled. */
  readonly alone: boolean;
}

/** Runs one group in the lane; once more when the first time had no effect for a reason that is ours. */
export function runGroup(
  lane: Lane,
  statements: readonly PipelineStatement[],
  options: GroupRunOptions,
): Promise<PipelineResult[]> {
  const { signal, maxResultBytes, alone } = options;
  return new Promise((resolve, reject) => {
    let mayRepeat = true;
    const start = (connection: PipelineConnection) => {
      const unwatch = alone ? cancelWhenAborted(connection, signal) : undefined;
      const group = new Group(statements, { signal, maxResultBytes, settle });
      connection.send(group);

      function settle(error: Group['error']): void {
        unwatch?.();
        lane.release(connection);
        if (error === null) {
          resolve(group.results);
        } else if (mayRepeat && (isStaleStatement(error) || (!group.sent && !signal?.aborted))) {
          mayRepeat = false;
          lane.submit(work, signal);
        } else {
          reject(error);
        }
      }
    };
    const work = { start, refuse: reject };
    lane.submit(work, signal);
  });
}
