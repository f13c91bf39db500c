import {
  followMajor,
  isExchanged,
  stopPresent,
  unlessExchanged,
} from '../backups/recovery/exchange-database.ts';
import { forgetOrigin } from '../lifecycle/creation/record-origin.ts';
import type { OperationDefinition, Step, StepContext } from '../operations/definition.ts';
import { scratchOf } from '../operations/scratch-names.ts';
import { checkDatabase, setPassword, startCluster } from '../project-cluster/cluster-steps.ts';
import { rememberSchema } from './branch-base.ts';
import { copyObjects, copyParts, copySource, sourceOf } from './copy-content.ts';
import { copyApart, maskSteps, removeApart } from './masking/masked-copy.ts';
import { keepSamlKey } from './own-saml-key.ts';
import { removeRows } from './remove-rows.ts';

const copyDatabase: Step = unlessExchanged({
  name: 'copy-database',
  title: 'Copy the database beside the present one',
  run: async (context) => {
    if ((await sourceOf(context)).masked) await copyApart(context);
    else await copySource(context, asideOf(context));
  },
});

const asideOf = ({ operation }: Pick<StepContext, 'operation'>) =>
  ({ ref: scratchOf('reset', operation.id), kind: 'scratch', port: null }) as const;

/** Started once, so that a copy that cannot be used leaves the present database where it is. */
const tryOut: Step = unlessExchanged({
  name: 'try-copy',
  title: 'Start the copy',
  run: async (context) => {
    const scratch = scratchOf('reset', context.operation.id);
    const { withData } = await sourceOf(context);
    if (!withData) await removeRows(context, scratch);
    await keepSamlKey(context, scratch);
  },
});

const retire: Step = unlessExchanged({
  name: 'stop-present',
  title: 'Stop the present database',
  run: stopPresent,
});

const exchange: Step = {
  name: 'exchange',
  title: 'Put the copy in its place',
  run: async (context) => {
    const { clusters, operation, project } = context;
    await clusters.replace(project.ref, scratchOf('reset', operation.id), operation.id);
    await followMajor(context);
  },
};

/** The log goes on from a place where the former one has been with something else: the two must not be in one archive. */
const forgetBackups: Step = {
  name: 'forget-backups',
  title: 'Remove the backups of the former database',
  run: forgetOrigin,
};

const discardFormer: Step = {
  name: 'discard-former',
  title: 'Remove the former database',
  run: ({ clusters, operation, project }) => clusters.discard(project.ref, operation.id),
};

/** Makes a branch what its project is now; its keys and its password stay. */
export const resetBranch: OperationDefinition = {
  kind: 'reset_branch',
  steps: [
    copyDatabase,
    ...maskSteps(asideOf).map(unlessExchanged),
    tryOut,
    retire,
    exchange,
    forgetBackups,
    copyParts,
    copyObjects,
    startCluster,
    setPassword,
    { ...checkDatabase, opensDatabase: true },
    rememberSchema,
    discardFormer,
  ],
  undo: async (context) => {
    const { clusters, operation, project } = context;
    if (await isExchanged(context)) {
      await clusters.stop(project.ref);
      await clusters.putBack(project.ref, operation.id, null);
    }
    await clusters.remove(scratchOf('reset', operation.id));
    await removeApart(context);
    await followMajor(context);
    await startCluster.run(context);
  },
};
