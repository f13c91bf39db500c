import type { OperationDefinition } from '../../operations/definition.ts';
import { checkDatabase, startCluster, stopCluster } from '../../project-cluster/cluster-steps.ts';

/**
 * Starts the database of a removed project again. It was paused when it was deleted, perhaps; it runs now. One that could not be
 * started, or whose check failed, is left stopped.
 */
export const recover: OperationDefinition = {
  kind: 'recover',
  steps: [startCluster, checkDatabase],
  undo: stopCluster.run,
};
