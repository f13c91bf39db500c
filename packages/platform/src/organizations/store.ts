import type { Role } from '@basalt/contract';
import { sql } from 'kysely';
import { atMost } from '../access/permissions.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { organizationCalled } from '../kernel/organization-called.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Asker } from '../kernel/ports.ts';
import type { OrganizationRow } from '../kernel/schema.ts';
import { IS_CLOSED, secondFactorMissing } from './second-factor.ts';

/** An organization and what the caller is in it. */
export interface Membership {
  organization: OrganizationRow;
  role: Role;
  projectCount: number;
  /** What it was called before, the last first. */
  formerSlugs: string[];
  /** The caller lacks the second factor that the organization requires: they may know of it, and leave it. */
  isClosed: boolean;
}

function memberships(db: Database, { accountId, credential: { limit } }: Asker) {
  return db
    .selectFrom('organizations')
    .innerJoin('organization_members', 'organization_members.organization_id', 'organizations.id')
    .selectAll('organizations')
    .select([
      'organization_members.role',
      IS_CLOSED.as('is_closed'),
      sql<string[]>`array(
        select former.slug from organization_former_slugs as former
        where former.organization_id = organizations.id order by former.left_at desc)`.as('former_slugs'),
    ])
    .select((eb) =>
      eb
        .selectFrom('projects')
        .leftJoin('branches', 'branches.project_id', 'projects.id')
        .whereRef('projects.organization_id', '=', 'organizations.id')
        .where('branches.id', 'is', null)
        .where('projects.removed_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('project_count'),
    )
    .where('organization_members.account_id', '=', accountId)
    .$if(limit?.projectId != null, (query) =>
      query.where('organizations.id', '=', (eb) =>
        eb
          .selectFrom('projects')
          .select('organization_id')
          .where('id', '=', limit?.projectId ?? 0),
      ),
    );
}

function toMembership(
  {
    role,
    project_count,
    is_closed,
    former_slugs,
    ...organization
  }: OrganizationRow & {
    role: Role;
    project_count: number | null;
    is_closed: boolean;
    former_slugs: string[];
  },
  { credential: { limit } }: Asker,
): Membership {
  const most = limit?.projectId == null ? (limit?.role ?? null) : 'Read-only';
  return {
    organization,
    role: atMost(role, most),
    projectCount: project_count ?? 0,
    isClosed: is_closed,
    formerSlugs: former_slugs,
  };
}

export async function listMemberships(db: Database, asker: Asker): Promise<Membership[]> {
  const rows = await memberships(db, asker)
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute();
  return rows.map((row) => toMembership(row, asker));
}

/**
 * By its slug, or by a former one, so whatever compares slugs takes that of the answer.
 * @throws PlatformError `not_found` when there is no such organization or the account is not a member; `forbidden` when it lacks the
 *   second factor that the organization requires
 */
export async function getMembership(db: Database, asker: Asker, slug: string): Promise<Membership> {
  const membership = await findMembership(db, asker, slug);
  if (membership.isClosed) throw secondFactorMissing(membership.organization.name);
  return membership;
}

/** {@link getMembership}, also where the organization is closed to the caller. */
async function findMembership(db: Database, asker: Asker, slug: string): Promise<Membership> {
  const row = await memberships(db, asker)
    .where('organizations.id', '=', organizationCalled(slug))
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', 'There is no organization with this slug.');
  return toMembership(row, asker);
}

/**
 * {@link getMembership} for a command that depends on who is in the organization: until the end of the transaction nobody else
 * changes that.
 * @throws PlatformError as {@link getMembership}
 */
export async function lockMembership(
  transaction: Transaction,
  asker: Asker,
  slug: string,
): Promise<Membership> {
  await lockOrganization(transaction, slug);
  return await getMembership(transaction, asker, slug);
}

/** {@link lockMembership} of somebody who leaves: that they may also where the organization is closed to them. */
export async function lockMembershipToLeave(
  transaction: Transaction,
  asker: Asker,
  slug: string,
): Promise<Membership> {
  await lockOrganization(transaction, slug);
  return await findMembership(transaction, asker, slug);
}

async function lockOrganization(transaction: Transaction, slug: string): Promise<void> {
  await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationCalled(slug))
    .forUpdate()
    .executeTakeFirst();
}
