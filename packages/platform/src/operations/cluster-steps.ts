import type { PostgresMajor } from '@basalt/clusters';
import { setRolePassword } from '@basalt/postgres';
import { startProject } from '../compute/start-project.ts';
import { OWNER_ROLE } from '../database/roles.ts';
import type { Step, StepContext } from './definition.ts';
import { onDatabase } from './on-database.ts';

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
  run: async ({ clusters, project, note }) => {
    const { ignoredConfig } = await startProject(clusters, project);
    if (ignoredConfig) await note({ ignored_config: true });
  },
};

export const stopCluster: Step = {
  name: 'stop-cluster',
  title: 'Stop PostgreSQL',
  run: ({ clusters, project }) => clusters.stop(project.ref),
};

export const setPassword: Step = {
  name: 'set-password',
  title: 'Set the database password',
  run: (context) =>
    onDatabase(context, (client) =>
      setRolePassword(client, OWNER_ROLE, context.secrets.open(context.project.database_password)),
    ),
};

export const checkDatabase: Step = {
  name: 'check-database',
  title: 'Check that the database answers',
  run: (context: StepContext) =>
    onDatabase(context, async (client) => void (await client.query('select 1')), OWNER_ROLE),
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
