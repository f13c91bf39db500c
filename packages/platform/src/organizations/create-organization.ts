import type { Plan } from '@basalt/contract';
import type { Transaction } from '../kernel/open-database.ts';
import { randomLetters } from '../kernel/random-letters.ts';
import type { OrganizationRow } from '../kernel/schema.ts';

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
