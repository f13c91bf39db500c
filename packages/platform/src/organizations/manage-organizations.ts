import type { AiOptInTag, Plan } from '@basalt/contract';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { OrganizationRow } from '../kernel/schema.ts';
import { randomLetters } from '../kernel/tokens.ts';
import { assertMayDelete, assertMayUpdate } from './policy.ts';
import { lockMembership, type Membership } from './store.ts';

export interface NewOrganization {
  name: string;
  plan: Plan;
  ownerId: string;
}

/** Creates an organization whose only member is its owner. The slug is random, so a later rename never breaks a link. */
export async function createOrganization(
  transaction: Transaction,
  organization: NewOrganization,
): Promise<OrganizationRow> {
  const row = await transaction
    .insertInto('organizations')
    .values({ name: organization.name, plan: organization.plan, slug: randomLetters(20) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('organization_members')
    .values({ organization_id: row.id, account_id: organization.ownerId, role: 'Owner' })
    .execute();
  await recordChange(transaction, {
    organizationId: row.id,
    after: { name: row.name, slug: row.slug, plan: row.plan },
  });
  return row;
}

export interface OrganizationChanges {
  name?: string | undefined;
  opt_in_tags?: AiOptInTag[] | undefined;
  hipaa_addon?: boolean | undefined;
}

/** Changes what is given, and nothing else. */
export async function updateOrganization(
  db: Database,
  actor: Actor,
  slug: string,
  changes: OrganizationChanges,
): Promise<Membership> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayUpdate(membership);
    if (given.length === 0) return membership;
    const organization = await transaction
      .updateTable('organizations')
      .set(Object.fromEntries(given))
      .where('id', '=', membership.organization.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, difference(membership.organization, organization));
    return { ...membership, organization };
  });
}

/**
 * Deletes an organization, which ends all memberships and invitations.
 * @throws PlatformError `conflict` while it has projects, or deleted ones whose data is kept
 */
export async function deleteOrganization(db: Database, actor: Actor, slug: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayDelete(membership);
    const { id } = membership.organization;
    const projects = await transaction
      .selectFrom('projects')
      .select('removed_at')
      .where('organization_id', '=', id)
      .execute();
    if (projects.some(({ removed_at }) => removed_at === null))
      throw new PlatformError('conflict', 'This organization has projects. Delete them first.');
    if (projects.length > 0)
      throw new PlatformError(
        'conflict',
        'The data of deleted projects of this organization is still kept. Delete it for good on the page of projects, or wait until that happens by itself.',
      );
    await transaction.deleteFrom('organizations').where('id', '=', id).execute();
    const { name, plan } = membership.organization;
    await recordChange(transaction, { before: { name, slug, plan } });
  });
}
