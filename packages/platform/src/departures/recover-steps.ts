import { checkDatabase, startCluster } from '../operations/cluster-steps.ts';
import type { OperationDefinition } from '../operations/definition.ts';

/** Starts the database of a removed project again. It was paused when it was deleted, perhaps; it runs now. */
export const recover: OperationDefinition = {
  kind: 'recover',
  steps: [startCluster, checkDatabase],
};
