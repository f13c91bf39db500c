import type { Plan } from '@basalt/contract';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { Actor } from '../kernel/ports.ts';
import type { OrganizationRow } from '../kernel/schema.ts';
import { randomLetters } from '../kernel/tokens.ts';
import { assertMayUpdate } from './policy.ts';
import { getMembership, type Membership } from './store.ts';

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
  return row;
}

export async function renameOrganization(
  db: Database,
  actor: Actor,
  slug: string,
  name: string,
): Promise<Membership> {
  const membership = await getMembership(db, actor.accountId, slug);
  assertMayUpdate(membership);
  await db.updateTable('organizations').set({ name }).where('id', '=', membership.organization.id).execute();
  return { ...membership, organization: { ...membership.organization, name } };
}
