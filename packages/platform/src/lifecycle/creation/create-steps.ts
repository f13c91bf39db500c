import type { PostgresMajor } from '@basalt/clusters';
import type { OperationDefinition, Step } from '../../operations/definition.ts';
import {
  checkDatabase,
  removeCluster,
  setPassword,
  startCluster,
} from '../../project-cluster/cluster-steps.ts';
import { isAttached } from '../../projects/own-cluster.ts';
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

/** The roles of an attached database's owner are the owner's own. */
const setOwnPassword: Step = {
  ...setPassword,
  run: async (context) => {
    if (!isAttached(context.project)) await setPassword.run(context);
  },
};

/** Makes a new project's database. One that could not be made is removed again. */
export const create: OperationDefinition = {
  kind: 'create',
  steps: [
    createCluster,
    startCluster,
    setOwnPassword,
    { ...checkDatabase, opensDatabase: true },
    recordOrigin,
  ],
  undo: async (context) => {
    await removeCluster.run(context);
    await forgetOrigin(context);
  },
};
