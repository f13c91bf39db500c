import type { ProjectStatus } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { assertWithinFreeLimit, isRestingStatus } from '../organizations/free-limit.ts';
import { assertMayCreateProject, assertMayTransferProjects } from '../organizations/policy.ts';
import { getMembership, lockMembership } from '../organizations/store.ts';
import { lockProject } from './lock-project.ts';
import { getProject } from './store.ts';

/**
 * Moves a project, with its branches, to another organization of the caller's. Its database, keys and addresses stay as they are; roles that
 * people have in this project alone end, so that nobody brings rights along that the other organization did not give.
 * @throws PlatformError `not_found`, `forbidden`; `conflict` with a sentence when it cannot be moved now
 */
export async function transferProject(
  db: Database,
  actor: Actor,
  ref: string,
  targetSlug: string,
): Promise<void> {
  const { project, organization, parent } = await getProject(db, actor, ref);
  assertMayTransferProjects(await getMembership(db, actor, organization.slug));
  if (parent !== null)
    throw new PlatformError(
      'conflict',
      'This is a branch. It goes with its project when that is transferred.',
    );
  const { slug: to } = (await getMembership(db, actor, targetSlug)).organization;
  if (organization.slug === to)
    throw new PlatformError('conflict', 'The project is in this organization already.');
  await db.transaction().execute(async (transaction) => {
    // In one order, so that two transfers in opposite directions do not wait for each other.
    const slugs = [organization.slug, to].sort();
    const memberships = new Map<string, Awaited<ReturnType<typeof lockMembership>>>();
    for (const slug of slugs) memberships.set(slug, await lockMembership(transaction, actor, slug));
    const [source, target] = [memberships.get(organization.slug), memberships.get(to)];
    if (source === undefined || target === undefined) throw new PlatformError('not_found');
    assertMayTransferProjects(source);
    assertMayCreateProject(target);
    await moveProject(transaction, project.id, source.organization, target.organization);
    await recordChange(transaction, {
      before: { organization: organization.slug },
      after: { organization: to },
    });
  });
}

/**
 * Moves a project from one organization to another, both of which are locked. Who may is not asked here.
 * @throws PlatformError `not_found` where it is not there any more; `conflict` when it cannot be moved now
 */
export async function moveProject(
  transaction: Transaction,
  projectId: number,
  source: { id: number },
  target: { id: number; plan: string },
): Promise<void> {
  const ids = await assertMovable(transaction, projectId, target);
  const moved = await transaction
    .updateTable('projects')
    .set({ organization_id: target.id })
    .where('id', 'in', ids)
    .where('organization_id', '=', source.id)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute();
  if (!moved.some(({ id }) => id === projectId))
    throw new PlatformError('not_found', 'The project has just been deleted or transferred.');
  await transaction.deleteFrom('project_members').where('project_id', 'in', ids).execute();
  // Whoever was to have it got it, or did not.
  await transaction.deleteFrom('project_claims').where('project_id', '=', projectId).execute();
}

/**
 * Whether a project could be moved to an organization now. Answers it and its branches.
 * @throws PlatformError `conflict` with a sentence
 */
export async function assertMovable(
  transaction: Transaction,
  projectId: number,
  target: { id: number; plan: string },
): Promise<number[]> {
  const { status } = await lockProject(transaction, projectId);
  const ids = [projectId, ...(await branchesOf(transaction, projectId))];
  await assertNothingAtWork(transaction, ids);
  await assertRoom(transaction, target, { projectId, status, hasBranches: ids.length > 1 });
  return ids;
}

async function branchesOf(transaction: Transaction, projectId: number): Promise<number[]> {
  const rows = await transaction
    .selectFrom('branches')
    .select('project_id')
    .where('parent_id', '=', projectId)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

async function assertNothingAtWork(transaction: Transaction, ids: readonly number[]): Promise<void> {
  const running = await transaction
    .selectFrom('operations')
    .select('id')
    .where('project_id', 'in', ids)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (running !== undefined)
    throw new PlatformError(
      'conflict',
      'An operation is at work on this project or one of its branches. Wait until it has ended.',
    );
}

async function assertRoom(
  transaction: Transaction,
  target: { id: number; plan: string },
  { projectId, status, hasBranches }: { projectId: number; status: ProjectStatus; hasBranches: boolean },
): Promise<void> {
  if (target.plan !== 'free') return;
  if (hasBranches)
    throw new PlatformError(
      'conflict',
      'The project has branches, which the plan of the other organization does not have. Delete them first.',
    );
  if (!isRestingStatus(status)) await assertWithinFreeLimit(transaction, target.id, projectId);
}
