import type { PostgresMajor } from '@basalt/clusters';
import type { OperationDefinition, Step } from '../../operations/definition.ts';
import {
  checkDatabase,
  removeCluster,
  setPassword,
  startCluster,
} from '../../project-cluster/cluster-steps.ts';
import { forgetOrigin, recordOrigin } from './record-origin.ts';

const createCluster: Step = {
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

/** Makes a new project's database. One that could not be made is removed again. */
export const create: OperationDefinition = {
  kind: 'create',
  steps: [createCluster, startCluster, setPassword, { ...checkDatabase, opensDatabase: true }, recordOrigin],
  undo: async (context) => {
    await removeCluster.run(context);
    await forgetOrigin(context);
  },
};
