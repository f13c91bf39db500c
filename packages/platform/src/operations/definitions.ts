import type { OperationKind } from '@basalt/contract';
import { forgetNextSecret, prepareKeys, replaceSecret } from '../jwt-secret/rotation-steps.ts';
import {
  checkDatabase,
  createCluster,
  forgetProject,
  removeCluster,
  setPassword,
  startCluster,
  stopCluster,
  stopClusterIfPossible,
} from './cluster-steps.ts';
import type { OperationDefinition } from './definition.ts';

/** Every operation as the list of its steps, in order. */
export const DEFINITIONS: Record<OperationKind, OperationDefinition> = {
  create: {
    kind: 'create',
    steps: [createCluster, startCluster, setPassword, checkDatabase],
    undo: removeCluster.run,
  },
  pause: { kind: 'pause', steps: [stopCluster] },
  restore: { kind: 'restore', steps: [startCluster, checkDatabase] },
  restart: { kind: 'restart', steps: [stopCluster, startCluster, checkDatabase] },
  delete: { kind: 'delete', steps: [stopClusterIfPossible, removeCluster, forgetProject] },
  rotate_jwt_secret: {
    kind: 'rotate_jwt_secret',
    steps: [prepareKeys, replaceSecret],
    undo: forgetNextSecret,
  },
};
