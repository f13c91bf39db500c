import type { PostgresConfig } from '@basalt/contract';
import type { OperationDefinition, Step, StepContext } from '../../operations/definition.ts';
import { checkDatabase, startCluster, stopCluster } from '../../project-cluster/cluster-steps.ts';
import { settingsOf } from '../../project-cluster/settings-of.ts';
import { startProject } from '../../project-cluster/start-project.ts';

/**
 * A restart that applies new parameters has the former ones in its input: should PostgreSQL not start or not answer with the new
 * ones, it ends with the former. Any other restart starts as every start does.
 */
const startAsConfigured: Step = {
  ...startCluster,
  run: async (context) => {
    const { clusters, project } = context;
    if (formerConfigOf(context) === null) return startCluster.run(context);
    await clusters.start(project.ref, settingsOf(project));
  },
};

export const restart: OperationDefinition = {
  kind: 'restart',
  steps: [stopCluster, startAsConfigured, checkDatabase],
  undo: async (context) => {
    const { clusters, db, project } = context;
    const postgres_config = formerConfigOf(context);
    if (postgres_config === null) {
      await startCluster.run(context);
    } else {
      await db
        .updateTable('projects')
        .set({ postgres_config: JSON.stringify(postgres_config) })
        .where('id', '=', project.id)
        .execute();
      await clusters.stop(project.ref);
      await startProject(clusters, { ...project, postgres_config });
    }
    await checkDatabase.run(context);
  },
};

function formerConfigOf({ operation }: StepContext): PostgresConfig | null {
  return (operation.input.former_config as PostgresConfig | undefined) ?? null;
}
