import { setRolePassword } from '@basalt/postgres';
import type { Step, StepContext } from '../operations/definition.ts';
import { onDatabase } from './on-database.ts';
import { OWNER_ROLE } from './roles.ts';
import { startProject } from './start-project.ts';

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
    onDatabase(context, async (client) => void (await client.query('select 1')), 'owner'),
};

export const removeCluster: Step = {
  name: 'remove-cluster',
  title: 'Remove the data',
  run: ({ clusters, project }) => clusters.remove(project.ref),
};
