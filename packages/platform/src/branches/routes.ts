import { enableBranching } from '../git-connections/enable-branching.ts';
import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { deleteBranch, resetBranch, restoreBranch, scheduleDeletion, updateBranch } from './change-branch.ts';
import { createBranch } from './create-branch.ts';
import { compareBranch, diffBranch, scriptOf } from './diff-branch.ts';
import { disableBranching } from './disable-branching.ts';
import { presentMasking, setMasking } from './masking/store.ts';
import { mergeBranch } from './merge-branch.ts';
import { listMerges } from './merge-store.ts';
import { presentBranch, presentDetails, presentMerge, presentProduction } from './present.ts';
import { pushBranch } from './push-branch.ts';
import { returnParts } from './return-parts.ts';
import { getBranch, getBranchByName, listBranches } from './store.ts';

const { branches, branchMasking } = routes;

export const branchMaskingRoutes = {
  get: branchMasking.get.handler(async ({ context, input }) => ({
    tables: await presentMasking(context, context.actor, input.ref),
  })),
  set: branchMasking.set.handler(({ context, input }) => setMasking(context, context.actor, input)),
};

export const branchRoutes = {
  diff: branches.diff.handler(({ context, input, signal }) =>
    diffBranch(context, context.actor, input.branch_id_or_ref, signal),
  ),
  v1Diff: branches.v1Diff.handler(async ({ context, input, signal }) => {
    const { difference } = await compareBranch(context, context.actor, input.branch_id_or_ref, { signal });
    const schemas = input.included_schemas?.split(',').map((name) => name.trim());
    return new File([scriptOf(difference, schemas)], 'diff.sql', { type: 'text/plain; charset=utf-8' });
  }),
  merges: branches.merges.handler(async ({ context, input }) => {
    const { branch } = await getBranch(context.db, context.actor, input.branch_id_or_ref);
    return (await listMerges(context.db, branch.id)).map((row) => presentMerge(context.secrets, row));
  }),
  returnParts: branches.returnParts.handler(async ({ context, input }) => ({
    left: await returnParts(context, context.actor, input),
  })),
  v1Merge: branches.v1Merge.handler(async ({ context, input, signal }) => ({
    workflow_run_id: await mergeBranch(context, context.actor, input, signal),
    message: 'ok' as const,
  })),
  v1List: branches.v1List.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    const accesses = await listBranches(context.db, context.actor, project.id);
    return accesses.map(presentBranch);
  }),
  v1Create: branches.v1Create.handler(async ({ context, input }) => {
    if (input.is_default === true)
      return presentProduction(await enableBranching(context, context.actor, input));
    const branch = await createBranch(context, context.actor, input);
    context.gitFollower.changed();
    return presentBranch(branch);
  }),
  v1Disable: branches.v1Disable.handler(({ context, input }) =>
    disableBranching(context, context.actor, input.ref),
  ),
  v1GetByName: branches.v1GetByName.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return presentBranch(await getBranchByName(context.db, context.actor, project.id, input.name));
  }),
  v1Get: branches.v1Get.handler(async ({ context, input }) =>
    presentDetails(context, await getBranch(context.db, context.actor, input.branch_id_or_ref)),
  ),
  v1Update: branches.v1Update.handler(async ({ context, input }) => {
    const branch = await updateBranch(context, context.actor, input);
    context.gitFollower.changed();
    return presentBranch(branch);
  }),
  v1Delete: branches.v1Delete.handler(async ({ context, input }) => {
    const remove = input.query?.force === 'false' ? scheduleDeletion : deleteBranch;
    await remove(context, context.actor, input.params.branch_id_or_ref);
    return { message: 'ok' as const };
  }),
  v1Push: branches.v1Push.handler(async ({ context, input, signal }) => ({
    workflow_run_id: await pushBranch(context, context.actor, input, signal),
    message: 'ok' as const,
  })),
  v1Restore: branches.v1Restore.handler(async ({ context, input }) => {
    await restoreBranch(context, context.actor, input.branch_id_or_ref);
    return { message: 'Branch restoration initiated' as const };
  }),
  v1Reset: branches.v1Reset.handler(async ({ context, input }) => {
    const workflow_run_id = await resetBranch(context, context.actor, input.branch_id_or_ref);
    context.gitFollower.changed();
    return { workflow_run_id, message: 'ok' as const };
  }),
};
