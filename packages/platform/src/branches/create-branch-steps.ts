import { followMajor } from '../backups/recovery/exchange-database.ts';
import type { OperationDefinition, Step } from '../operations/definition.ts';
import { checkDatabase, removeCluster, setPassword, startCluster } from '../project-cluster/cluster-steps.ts';
import { rememberSchema } from './branch-base.ts';
import { copyObjects, copyParts, copySource, sourceOf } from './copy-content.ts';
import { copyApart, maskSteps, removeApart } from './masking/masked-copy.ts';
import { forgetSamlKey } from './own-saml-key.ts';
import { removeRows } from './remove-rows.ts';

const copyDatabase: Step = {
  name: 'copy-database',
  title: 'Copy the database',
  run: async (context) => {
    const { ref, port } = context.project;
    const { masked } = await sourceOf(context);
    if (masked) return copyApart(context);
    if ((await context.clusters.status(ref)) === 'absent')
      await copySource(context, { ref, kind: 'project', port });
    await followMajor(context);
  },
};

/** Before anybody reaches the database. */
const leaveRows: Step = {
  name: 'leave-rows',
  title: 'Leave the rows out',
  run: async (context) => {
    const { withData } = await sourceOf(context);
    if (!withData) await removeRows(context, context.project.ref);
  },
};

/** Makes a project that is a branch of another one. One that could not be made is removed again. */
export const createBranch: OperationDefinition = {
  kind: 'create_branch',
  steps: [
    copyDatabase,
    leaveRows,
    ...maskSteps(({ project: { ref, port } }) => ({ ref, kind: 'project', port })),
    copyParts,
    copyObjects,
    startCluster,
    setPassword,
    forgetSamlKey,
    { ...checkDatabase, opensDatabase: true },
    rememberSchema,
  ],
  undo: async (context) => {
    const { functionFiles, objectFiles, project } = context;
    await removeCluster.run(context);
    await removeApart(context);
    await objectFiles.removeAll(project.ref);
    await functionFiles.removeAll(project.ref);
  },
};
