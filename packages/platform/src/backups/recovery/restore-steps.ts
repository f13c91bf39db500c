import type { OperationDefinition, Step } from '../../operations/definition.ts';
import { scratchOf } from '../../operations/scratch-names.ts';
import { checkDatabase, setPassword, startCluster } from '../../project-cluster/cluster-steps.ts';
import { checkPrivileges } from './check-privileges.ts';
import {
  archivePresent,
  followMajor,
  restoreParts,
  retireDatabase,
  undoExchange,
  unlessExchanged,
} from './exchange-database.ts';
import { readRecoveryRequest, resolveRecoveryRequest } from './recovery-request.ts';

const keepPresent: Step = unlessExchanged({
  name: 'keep-present',
  title: 'Archive the present database',
  run: archivePresent,
});

const recover: Step = unlessExchanged({
  name: 'recover',
  title: 'Restore the backup beside the present database',
  run: async (context) => {
    const { backups, clusters, db, operation, project, report, signal, note } = context;
    const scratch = scratchOf('restore', operation.id);
    if (operation.result.recovered === true && (await clusters.listScratch()).includes(scratch)) return;
    const { target, settingsAt } = await resolveRecoveryRequest(
      db,
      project.id,
      readRecoveryRequest(operation.input),
    );
    const onProgress = (done: number, total: number | null) =>
      report({ text: 'Restoring the backup', done_bytes: done, total_bytes: total });
    const { lastCommitAt } = await backups.restore({ ref: project.ref, scratch, target, onProgress, signal });
    await note({
      recovered: true,
      settings_at: settingsAt,
      last_commit_at: lastCommitAt?.toISOString() ?? null,
    });
  },
});

const check: Step = unlessExchanged({
  name: 'check-privileges',
  title: 'Check who may do what in the restored database',
  run: ({ clusters, operation }) => checkPrivileges(clusters, scratchOf('restore', operation.id)),
});

const retire: Step = unlessExchanged({
  name: 'stop-present',
  title: 'Stop the present database',
  run: retireDatabase,
});

const exchange: Step = {
  name: 'exchange',
  title: 'Put the restored database in its place',
  run: async (context) => {
    const { clusters, operation, project } = context;
    await clusters.replace(project.ref, scratchOf('restore', operation.id), operation.id);
    await followMajor(context);
  },
};

/** Restores a backup, or a moment, in place. The database that was there is kept under the operation's id. */
export const restoreBackup: OperationDefinition = {
  kind: 'restore_backup',
  steps: [
    keepPresent,
    recover,
    check,
    retire,
    exchange,
    restoreParts,
    startCluster,
    // The restored database may know an older password.
    setPassword,
    checkDatabase,
  ],
  undo: async (context) => {
    await undoExchange(context, null);
    await context.clusters.remove(scratchOf('restore', context.operation.id));
    await startCluster.run(context);
  },
};
