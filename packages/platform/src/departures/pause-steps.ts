import { sql } from 'kysely';
import { checkDatabase, startCluster, stopCluster } from '../operations/cluster-steps.ts';
import type { OperationDefinition, Step } from '../operations/definition.ts';

/** The window in which a paused project can be restored in the dashboard is counted from here. */
const rememberPause: Step = {
  name: 'remember-pause',
  title: 'Note when it was paused',
  run: async ({ db, project }) =>
    void (await db
      .updateTable('projects')
      .set({ paused_at: sql<Date>`now()` })
      .where('id', '=', project.id)
      .execute()),
};

export const forgetPause: Step = {
  name: 'forget-pause',
  title: 'Note that it runs',
  run: async ({ db, project }) =>
    void (await db.updateTable('projects').set({ paused_at: null }).where('id', '=', project.id).execute()),
};

export const pause: OperationDefinition = { kind: 'pause', steps: [stopCluster, rememberPause] };

/** Starts a paused project. One that could not be started, or was no longer wanted, is left stopped. */
export const restore: OperationDefinition = {
  kind: 'restore',
  steps: [startCluster, checkDatabase, forgetPause],
  undo: stopCluster.run,
};
