import { DBOS } from '@dbos-inc/dbos-sdk';
import { wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue';
import { workflowTimeoutConfig } from '@dbos-inc/dbos-sdk/internal/workflow_management';

// Six times a second the engine asks its database for work that waits in queues, is delayed or has run past a deadline. Only the
// operations that a start takes up again ever wait in a queue; nothing of ours is delayed or has a deadline.

const DEADLINES_EVERY_MS = 60 * 60_000;

/** To be called now and then after a launch: lets the engine come to rest once its queues stay empty. */
export function restQueues(): () => Promise<void> {
  workflowTimeoutConfig.pollingIntervalMs = DEADLINES_EVERY_MS;
  // Twice, so that whatever a start takes up again has had its time to get into the queue.
  let looksLeft = 2;
  return async () => {
    if (looksLeft === 0) return;
    const queued = await DBOS.listQueuedWorkflows({ limit: 1, loadInput: false });
    looksLeft = queued.length === 0 ? looksLeft - 1 : 2;
    if (looksLeft === 0) wfQueueRunner.stop();
  };
}
