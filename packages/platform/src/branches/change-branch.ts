import type { UpdateBranchInput } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { eraseSoon } from '../lifecycle/deletion/erase-due.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { lockProject } from '../projects/lock-project.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import {
  assertActive,
  assertCopyable,
  assertNameIsFree,
  followPersistence,
  lifetimeOf,
} from './create-branch.ts';
import { type BranchAccess, getBranch } from './store.ts';

async function permittedBranch(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  idOrRef: string,
): Promise<BranchAccess> {
  const access = await getBranch(db, actor, idOrRef);
  assertMay('manage_branches', access.role);
  return access;
}

/** @throws PlatformError `forbidden`, `not_found`, `conflict` when the name is taken */
export async function updateBranch(
  dependencies: Dependencies,
  actor: Actor,
  input: UpdateBranchInput,
): Promise<BranchAccess> {
  const { db } = dependencies;
  const { branch_id_or_ref, branch_name: name, git_branch, persistent } = input;
  const { branch } = await permittedBranch(dependencies, actor, branch_id_or_ref);
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, branch.parent_id);
    if (name !== undefined && name !== branch.name) {
      await assertNameIsFree(transaction, branch.parent_id, name);
      await transaction.updateTable('projects').set({ name }).where('id', '=', branch.project_id).execute();
    }
    if (persistent !== undefined && persistent !== branch.persistent)
      await followPersistence(transaction, branch.project_id, persistent);
    await transaction
      .updateTable('branches')
      .set({
        ...(name !== undefined && { name }),
        ...(git_branch !== undefined && { git_branch }),
        ...(persistent !== undefined && { persistent }),
        ...lifetimeOf(input),
        updated_at: new Date(),
      })
      .where('id', '=', branch.id)
      .execute();
  });
  return getBranch(db, actor, branch.id);
}

/** Until then a branch that was deleted without force can be brought back. */
const GRACE_HOURS = 1;

/** Lets a branch be deleted in an hour. @throws PlatformError `forbidden`, `not_found` */
export async function scheduleDeletion(
  dependencies: Dependencies,
  actor: Actor,
  branch_id_or_ref: string,
): Promise<void> {
  await updateBranch(dependencies, actor, { branch_id_or_ref, delete_after_hours: GRACE_HOURS });
}

/** Takes back that a branch is to be deleted. @throws PlatformError `forbidden`, `not_found`, `conflict` when it is not */
export async function restoreBranch(
  dependencies: Dependencies,
  actor: Actor,
  branch_id_or_ref: string,
): Promise<void> {
  const { branch } = await permittedBranch(dependencies, actor, branch_id_or_ref);
  if (branch.deletion_scheduled_at === null)
    throw new PlatformError('conflict', 'The branch is not going to be deleted.');
  await updateBranch(dependencies, actor, { branch_id_or_ref, delete_after_hours: null });
}

/** Begins to delete a branch for good: nothing of it is kept. @throws PlatformError `forbidden`, `not_found`, `conflict` */
export async function deleteBranch(dependencies: Dependencies, actor: Actor, idOrRef: string): Promise<void> {
  const { project } = await permittedBranch(dependencies, actor, idOrRef);
  const operation = await beginOperation(dependencies, project.id, 'delete', actor.email);
  eraseSoon(dependencies, operation);
}

/**
 * Begins to make a branch what its project is now. What has been done in it is gone; its address, keys and password stay.
 * Answers the operation's id.
 * @throws PlatformError `forbidden`, `not_found`, `conflict`
 */
export async function resetBranch(
  dependencies: Dependencies,
  actor: Actor,
  idOrRef: string,
): Promise<string> {
  const { db } = dependencies;
  const { project, branch, parent } = await permittedBranch(dependencies, actor, idOrRef);
  const { project: source } = await getProject(db, actor, parent.ref);
  assertActive(source);
  await assertCopyable(dependencies, source, branch.masked ? 2 : 1);
  return beginOperation(dependencies, project.id, 'reset_branch', actor.email, {
    input: { source_id: source.id },
    prepare: async (transaction) =>
      void (await transaction
        .updateTable('branches')
        .set({ updated_at: new Date() })
        .where('id', '=', branch.id)
        .execute()),
  });
}
