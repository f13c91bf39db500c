import { ClusterError, type PostgresMajor } from '@basalt/clusters';
import { setRolePassword, withClient } from '@basalt/postgres';
import { OWNER_ROLE } from '../database/roles.ts';
import type { Step, StepContext } from './definition.ts';

export const createCluster: Step = {
  name: 'create-cluster',
  title: 'Create the database',
  run: ({ clusters, project }) =>
    clusters.create({
      ref: project.ref,
      kind: 'project',
      major: Number(project.postgres_engine) as PostgresMajor,
      port: project.port,
    }),
};

export const startCluster: Step = {
  name: 'start-cluster',
  title: 'Start PostgreSQL',
  run: async ({ clusters, project }) => void (await clusters.start(project.ref)),
};

export const stopCluster: Step = {
  name: 'stop-cluster',
  title: 'Stop PostgreSQL',
  run: ({ clusters, project }) => clusters.stop(project.ref),
};

/** Stops a cluster that is about to be removed. One with missing or damaged files cannot be stopped, and need not be. */
export const stopClusterIfPossible: Step = {
  ...stopCluster,
  run: (context) =>
    stopCluster.run(context).catch((error: unknown) => {
      if (!(error instanceof ClusterError)) throw error;
    }),
};

export const setPassword: Step = {
  name: 'set-password',
  title: 'Set the database password',
  run: async ({ clusters, project, secrets }) =>
    withClient(await clusters.address(project.ref), (client) =>
      setRolePassword(client, OWNER_ROLE, secrets.open(project.database_password)),
    ),
};

export const checkDatabase: Step = {
  name: 'check-database',
  title: 'Check that the database answers',
  run: async ({ clusters, project }: StepContext) =>
    withClient({ ...(await clusters.address(project.ref)), user: OWNER_ROLE }, async (client) => {
      await client.query('select 1');
    }),
};

export const removeCluster: Step = {
  name: 'remove-cluster',
  title: 'Remove the data',
  run: ({ clusters, project }) => clusters.remove(project.ref),
};

export const forgetProject: Step = {
  name: 'forget-project',
  title: 'Forget the project',
  run: async ({ db, project }) =>
    void (await db.deleteFrom('projects').where('id', '=', project.id).execute()),
};
