import { PlatformError } from '../../kernel/platform-error.ts';
import type { OperationDefinition, Step } from '../../operations/definition.ts';
import { checkDatabase, removeCluster, startCluster } from '../../project-cluster/cluster-steps.ts';
import { onDatabase } from '../../project-cluster/on-database.ts';
import { keeperOf } from '../../projects/keeper-of.ts';
import { rememberSchema } from '../branch-base.ts';
import { copyObjects, copyParts } from '../copy-content.ts';
import { forgetSamlKey, putKey, readKey, type SamlKey } from '../own-saml-key.ts';
import { bringNewest, leaveRows, recoverSource } from './recover-source.ts';

const recover: Step = {
  name: 'copy-database',
  title: 'Restore the archive into the database of the branch',
  run: (context) => recoverSource(context),
};

/** Makes a branch of a project in Kubernetes. One that could not be made is removed again. */
export const createKeptBranch: OperationDefinition = {
  kind: 'create_branch',
  steps: [
    bringNewest,
    recover,
    leaveRows,
    copyParts,
    copyObjects,
    startCluster,
    forgetSamlKey,
    { ...checkDatabase, opensDatabase: true },
    rememberSchema,
  ],
  undo: async (context) => {
    const { functionFiles, objectFiles, project } = context;
    await removeCluster.run(context);
    await objectFiles.removeAll(project.ref);
    await functionFiles.removeAll(project.ref);
  },
};

/** Identity providers know a branch by its certificate, which a reset must not change. */
const keepSamlKey: Step = {
  name: 'keep-saml-key',
  title: 'Keep the key for identity providers',
  run: async (context) => {
    const { operation, note, secrets } = context;
    if (operation.result.saml_key !== undefined) return;
    // A database that does not answer any more is what a reset is good for: its branch gets a new key.
    const key = await onDatabase(context, readKey).catch(() => null);
    await note({ saml_key: secrets.seal(JSON.stringify(key)).toString('base64') });
  },
};

const replace: Step = {
  name: 'replace-database',
  title: 'Restore the archive in the place of the database',
  run: (context) => recoverSource(context, context.operation.id),
};

const putSamlKey: Step = {
  name: 'put-saml-key',
  title: 'Bring the key for identity providers back',
  run: async (context) => {
    const { operation, secrets } = context;
    const sealed = Buffer.from(String(operation.result.saml_key), 'base64');
    const key = JSON.parse(secrets.open(sealed)) as SamlKey | null;
    await onDatabase(context, (client) => putKey(client, key));
  },
};

/**
 * Makes a branch in Kubernetes what its project is now. Names there follow from the branch's ref, so that the former database has to go
 * first: one whose place could not be taken cannot be brought back, but reset again.
 */
export const resetKeptBranch: OperationDefinition = {
  kind: 'reset_branch',
  steps: [
    bringNewest,
    keepSamlKey,
    replace,
    leaveRows,
    copyParts,
    copyObjects,
    startCluster,
    putSamlKey,
    { ...checkDatabase, opensDatabase: true },
    rememberSchema,
  ],
  undo: async (context) => {
    if (!(await keeperOf(context).isUnreplaced(context.project.ref, context.operation.id)))
      throw new PlatformError('conflict', 'What the branch was is gone.');
    await startCluster.run(context);
  },
};
