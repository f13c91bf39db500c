import type { AiOptInTag, Plan } from '@basalt/contract';
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
  const membership = await getMembership(db, actor.accountId, slug);
  assertMayUpdate(membership);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length === 0) return membership;
  const organization = await db
    .updateTable('organizations')
    .set(Object.fromEntries(given))
    .where('id', '=', membership.organization.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...membership, organization };
}
