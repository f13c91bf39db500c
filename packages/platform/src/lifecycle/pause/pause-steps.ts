import type { OperationDefinition } from '../../operations/definition.ts';
import { checkDatabase, startCluster, stopCluster } from '../../project-cluster/cluster-steps.ts';

export const pause: OperationDefinition = { kind: 'pause', steps: [stopCluster] };

/** Starts a paused project. One that could not be started, or was no longer wanted, is left stopped. */
export const restore: OperationDefinition = {
  kind: 'restore',
  steps: [{ ...startCluster, opensDatabase: true }, checkDatabase],
  undo: stopCluster.run,
};
