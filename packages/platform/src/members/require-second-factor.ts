import type { SecondFactorRequirement } from '@basalt/contract';
import { authorize } from '../access/permissions.ts';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { assertMayRequireSecondFactor } from '../organizations/policy.ts';
import { HAS_SECOND_FACTOR } from '../organizations/second-factor.ts';
import { getMembership, lockMembership } from '../organizations/store.ts';

/** Whether members need a second factor, and how many have none. @throws PlatformError `not_found`, `forbidden` */
export async function readSecondFactorRequirement(
  db: Database,
  actor: Actor,
  slug: string,
): Promise<SecondFactorRequirement> {
  const { organization, role } = await getMembership(db, actor, slug);
  authorize('read', { name: 'members', role });
  return {
    enforced: organization.requires_second_factor,
    members_without: (await accountsWithout(db, organization.id)).length,
  };
}

/**
 * Closes an organization and its projects to members without a second factor, or opens it to them again. Takes effect with their
 * next call.
 * @throws PlatformError `forbidden`; `conflict` when the caller would be shut out
 */
export async function requireSecondFactor(
  db: Database,
  actor: Actor,
  slug: string,
  enforced: boolean,
): Promise<SecondFactorRequirement> {
  return await db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayRequireSecondFactor(membership);
    const { id, requires_second_factor } = membership.organization;
    const without = await accountsWithout(transaction, id);
    if (enforced && without.includes(actor.accountId))
      throw new PlatformError(
        'conflict',
        'Your own account has no second factor, so this would shut you out. Set it up first, on the page “Password and sessions” (/account).',
        { details: { second_factor: 'missing', organization: membership.organization.name } },
      );
    await transaction
      .updateTable('organizations')
      .set({ requires_second_factor: enforced })
      .where('id', '=', id)
      .execute();
    await recordChange(transaction, difference({ enforced: requires_second_factor }, { enforced }));
    return { enforced, members_without: without.length };
  });
}

async function accountsWithout(db: Database, organizationId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_members')
    .select('account_id')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.not(HAS_SECOND_FACTOR))
    .execute();
  return rows.map(({ account_id }) => account_id);
}
