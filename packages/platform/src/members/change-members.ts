import type { ProjectRole, Role } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockMembership, lockMembershipToLeave } from '../organizations/store.ts';
import { assertMayMember } from './policy.ts';

export interface MemberChange {
  role: Role;
  /** Left out, projects stay as they are. */
  projects?: { has_all_projects: boolean; project_roles: readonly ProjectRole[] } | undefined;
}

/**
 * Sets what a member is, in the organization and in projects where that differs.
 * @throws PlatformError `forbidden`; `conflict` for the last owner; `bad_request` for projects of others
 */
export async function changeMember(
  db: Database,
  actor: Actor,
  slug: string,
  accountId: string,
  { role, projects }: MemberChange,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { organization, role: own } = await lockMembership(transaction, actor, slug);
    const former = await placeOf(transaction, organization.id, accountId);
    assertMayMember('update', own, former.role);
    assertMayMember('update', own, role);
    if (role !== 'Owner') await assertNotLastOwner(transaction, organization.id, accountId);
    // Who owns or administers an organization gives themselves what they lack: a limit would only look like one.
    const mayBeLimited = role === 'Developer' || role === 'Read-only';
    if (projects?.has_all_projects === false && !mayBeLimited)
      throw new PlatformError(
        'bad_request',
        'Owners and administrators have all projects. Choose another role to limit it to some.',
        { field: 'projects' },
      );
    await transaction
      .updateTable('organization_members')
      .set({
        role,
        ...(mayBeLimited ? {} : { has_all_projects: true }),
        ...(projects === undefined ? {} : { has_all_projects: projects.has_all_projects }),
      })
      .where('organization_id', '=', organization.id)
      .where('account_id', '=', accountId)
      .execute();
    if (!mayBeLimited) await setProjectRoles(transaction, organization.id, accountId, []);
    else if (projects !== undefined)
      await setProjectRoles(transaction, organization.id, accountId, projects.project_roles);
    const place = await placeOf(transaction, organization.id, accountId);
    await recordChange(transaction, { before: former, after: place });
  });
}

/**
 * Takes a member out of an organization: somebody else with the right to, or oneself, who needs none.
 * @throws PlatformError `forbidden`; `conflict` for the last owner
 */
export async function removeMember(
  db: Database,
  actor: Actor,
  slug: string,
  accountId: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Leaving needs no role, but the whole of one's account.
    const isLeaving = accountId === actor.accountId && actor.credential.limit === null;
    const lock = isLeaving ? lockMembershipToLeave : lockMembership;
    const { organization, role: own } = await lock(transaction, actor, slug);
    const former = await placeOf(transaction, organization.id, accountId);
    if (!isLeaving) assertMayMember('delete', own, former.role);
    await assertNotLastOwner(transaction, organization.id, accountId);
    await setProjectRoles(transaction, organization.id, accountId, []);
    await transaction
      .deleteFrom('organization_members')
      .where('organization_id', '=', organization.id)
      .where('account_id', '=', accountId)
      .execute();
    await recordChange(transaction, { before: former });
  });
}

interface MemberPlace {
  email: string;
  role: Role;
  has_all_projects: boolean;
  project_roles: ProjectRole[];
}

/** What a member is. @throws PlatformError `not_found` */
async function placeOf(
  transaction: Transaction,
  organizationId: number,
  accountId: string,
): Promise<MemberPlace> {
  const member = await transaction
    .selectFrom('organization_members')
    .innerJoin('accounts', 'accounts.id', 'organization_members.account_id')
    .select(['accounts.email', 'role', 'has_all_projects'])
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (member === undefined)
    throw new PlatformError('not_found', 'Nobody with this id is a member of this organization.');
  const project_roles = await transaction
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['projects.ref', 'project_members.role'])
    .where('projects.organization_id', '=', organizationId)
    .where('project_members.account_id', '=', accountId)
    .orderBy('projects.ref')
    .execute();
  return { ...member, project_roles };
}

/** The organization's row is locked, so that two owners do not go at once. */
async function assertNotLastOwner(
  transaction: Transaction,
  organizationId: number,
  accountId: string,
): Promise<void> {
  const owners = await transaction
    .selectFrom('organization_members')
    .select('account_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'Owner')
    .execute();
  if (owners.length === 1 && owners[0]?.account_id === accountId)
    throw new PlatformError(
      'conflict',
      'An organization keeps at least one owner. Make somebody else an owner first.',
    );
}

async function setProjectRoles(
  transaction: Transaction,
  organizationId: number,
  accountId: string,
  roles: readonly ProjectRole[],
): Promise<void> {
  const projects = await transaction
    .selectFrom('projects')
    .select(['id', 'ref'])
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .execute();
  await transaction
    .deleteFrom('project_members')
    .using('projects')
    .whereRef('projects.id', '=', 'project_members.project_id')
    .where('projects.organization_id', '=', organizationId)
    .where('project_members.account_id', '=', accountId)
    .execute();
  const ids = new Map(projects.map(({ id, ref }) => [ref, id]));
  const rows = new Map<number, { project_id: number; account_id: string; role: ProjectRole['role'] }>();
  for (const { ref, role } of roles) {
    const project_id = ids.get(ref);
    if (project_id === undefined)
      throw new PlatformError('bad_request', `This organization has no project with the ref ${ref}.`, {
        field: 'projects',
      });
    rows.set(project_id, { project_id, account_id: accountId, role });
  }
  if (rows.size > 0)
    await transaction
      .insertInto('project_members')
      .values([...rows.values()])
      .execute();
}
