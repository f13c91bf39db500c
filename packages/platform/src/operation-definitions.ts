import { backUpKept } from './backups/kubernetes/back-up-steps.ts';
import { restoreKeptToNew } from './backups/kubernetes/restore-to-new-steps.ts';
import { restoreBackup } from './backups/recovery/restore-steps.ts';
import { restoreToNew } from './backups/recovery/restore-to-new-steps.ts';
import { returnTo } from './backups/recovery/return-steps.ts';
import { backUp } from './backups/schedule/back-up-steps.ts';
import { createBranch } from './branches/create-branch-steps.ts';
import { createKeptBranch, resetKeptBranch } from './branches/kubernetes/branch-steps.ts';
import { mergeBranch, mergeKeptBranch, pushBranch, pushKeptBranch } from './branches/merge-steps.ts';
import { resetBranch } from './branches/reset-branch-steps.ts';
import { resize } from './compute/resize-steps.ts';
import { syncGit } from './git-sync/sync-steps.ts';
import { rotateJwtSecret } from './jwt-secret/rotation-steps.ts';
import { create } from './lifecycle/creation/create-steps.ts';
import { deletion, erase, recover } from './lifecycle/deletion/delete-steps.ts';
import { pause, restore } from './lifecycle/pause/pause-steps.ts';
import { restart } from './lifecycle/running/restart-project.ts';
import type { OperationDefinitions } from './operations/definition.ts';
import { upgradeInPlace } from './upgrades/in-place-steps.ts';
import { upgrade } from './upgrades/upgrade-steps.ts';

/** What the operations engine runs: each operation as the folder that it belongs to defines it. */
export const OPERATION_DEFINITIONS: OperationDefinitions = {
  usual: {
    create,
    pause,
    restore,
    restart,
    resize,
    upgrade,
    restore_backup: restoreBackup,
    restore_to_new: restoreToNew,
    create_branch: createBranch,
    reset_branch: resetBranch,
    return_to: returnTo,
    delete: deletion,
    recover,
    erase,
    rotate_jwt_secret: rotateJwtSecret,
    back_up: backUp,
    merge_branch: mergeBranch,
    push_branch: pushBranch,
    sync_git: syncGit,
  },
  kept: {
    back_up: backUpKept,
    restore_to_new: restoreKeptToNew,
    upgrade: upgradeInPlace,
    create_branch: createKeptBranch,
    reset_branch: resetKeptBranch,
    merge_branch: mergeKeptBranch,
    push_branch: pushKeptBranch,
  },
};
