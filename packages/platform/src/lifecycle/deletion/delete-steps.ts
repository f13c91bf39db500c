import { ClusterError } from '@basalt/clusters';
import { sql } from 'kysely';
import { removeFilesOf } from '../../backup-files/file-store.ts';
import type { OperationDefinition, Step } from '../../operations/definition.ts';
import {
  checkDatabase,
  removeCluster,
  startCluster,
  stopCluster,
} from '../../project-cluster/cluster-steps.ts';

/** A cluster with missing or damaged files cannot be stopped, and need not be; one that goes on running must be. */
const stopForGood: Step = {
  ...stopCluster,
  run: (context) =>
    stopCluster.run(context).catch(async (error: unknown) => {
      const { clusters, project } = context;
      if (!(error instanceof ClusterError)) throw error;
      if ((await clusters.status(project.ref).catch(() => 'absent')) === 'running') throw error;
    }),
};

/** From here on the project is hidden. A branch, and a project without data, has nothing to wait with and is erased at once. */
const markRemoved: Step = {
  name: 'mark-removed',
  title: 'Take the project away',
  run: async ({ db, clusters, project, settings }) => {
    const hasData = (await clusters.status(project.ref).catch(() => 'damaged')) !== 'absent';
    // A branch can be made again from its project, and under the same name.
    const branch = await db
      .updateTable('branches')
      .set({ removed_at: sql<Date>`coalesce(removed_at, now())` })
      .where('project_id', '=', project.id)
      .returning('id')
      .executeTakeFirst();
    const graceDays = hasData && branch === undefined ? settings.deletionGraceDays : 0;
    await db
      .updateTable('projects')
      .set({
        removed_at: sql<Date>`coalesce(removed_at, now())`,
        erase_at: sql<Date>`coalesce(removed_at, now()) + make_interval(days => ${graceDays})`,
      })
      .where('id', '=', project.id)
      .execute();
  },
};

/** Stops the project and hides it. Its data stays until `erase_at`, so that it can be recovered. */
export const deletion: OperationDefinition = {
  kind: 'delete',
  steps: [stopForGood, markRemoved],
  undo: async ({ db, project }) => {
    await db.updateTable('branches').set({ removed_at: null }).where('project_id', '=', project.id).execute();
    await db
      .updateTable('projects')
      .set({ removed_at: null, erase_at: null })
      .where('id', '=', project.id)
      .execute();
  },
};

const removeBackups: Step = {
  name: 'remove-backups',
  title: 'Remove the backups',
  run: ({ backups, project }) => backups.removeAll(project.ref),
};

const removeFiles: Step = {
  name: 'remove-files',
  title: 'Remove files made for download',
  run: ({ backupStore, project }) => removeFilesOf(backupStore, project.ref),
};

const removeObjects: Step = {
  name: 'remove-objects',
  title: 'Remove the files of its storage',
  run: ({ objectFiles, project }) => objectFiles.removeAll(project.ref),
};

const removeFunctions: Step = {
  name: 'remove-functions',
  title: 'Remove its functions',
  run: ({ functionFiles, project }) => functionFiles.removeAll(project.ref),
};

const forgetProject: Step = {
  name: 'forget-project',
  title: 'Forget the project',
  run: async ({ db, project }) =>
    void (await db.deleteFrom('projects').where('id', '=', project.id).execute()),
};

/** Deletes a removed project for good. What is gone already is no obstacle. */
export const erase: OperationDefinition = {
  kind: 'erase',
  steps: [removeCluster, removeBackups, removeFiles, removeObjects, removeFunctions, forgetProject],
};

/**
 * Starts the database of a removed project again. It was paused when it was deleted, perhaps; it runs now. One that could not be
 * started, or whose check failed, is left stopped.
 */
export const recover: OperationDefinition = {
  kind: 'recover',
  steps: [startCluster, checkDatabase],
  undo: stopCluster.run,
};
