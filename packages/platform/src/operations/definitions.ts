import type { OperationKind } from '@basalt/contract';
import { backUp } from '../backups/back-up-steps.ts';
import { restoreBackup } from '../backups/restore-steps.ts';
import { restoreToNew } from '../backups/restore-to-new-steps.ts';
import { returnTo } from '../backups/return-steps.ts';
import { resize } from '../compute/resize-steps.ts';
import { restart } from '../compute/restart-steps.ts';
import { deletion, erase } from '../departures/delete-steps.ts';
import { pause, restore } from '../departures/pause-steps.ts';
import { recover } from '../departures/recover-steps.ts';
import { forgetNextSecret, prepareKeys, replaceSecret } from '../jwt-secret/rotation-steps.ts';
import { upgrade } from '../upgrades/upgrade-steps.ts';
import { checkDatabase, createCluster, removeCluster, setPassword, startCluster } from './cluster-steps.ts';
import type { OperationDefinition } from './definition.ts';

/** Every operation as the list of its steps, in order. */
export const DEFINITIONS: Record<OperationKind, OperationDefinition> = {
  create: {
    kind: 'create',
    steps: [createCluster, startCluster, setPassword, checkDatabase],
    undo: removeCluster.run,
  },
  pause,
  restore,
  restart,
  resize,
  upgrade,
  restore_backup: restoreBackup,
  restore_to_new: restoreToNew,
  return_to: returnTo,
  delete: deletion,
  recover,
  erase,
  rotate_jwt_secret: {
    kind: 'rotate_jwt_secret',
    steps: [prepareKeys, replaceSecret],
    undo: forgetNextSecret,
  },
  back_up: backUp,
};
