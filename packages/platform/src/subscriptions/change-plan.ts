import {
  BACKUP_RETENTION_DAYS,
  FREE_RESTORE_WINDOW_DAYS,
  PLANS,
  type Plan,
  type Subscription,
} from '@basalt/contract';
import { difference, recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { listBeyondFreeLimit, named, takeTurnAtFreeLimit } from '../organizations/free-limit.ts';
import { assertMayAmendSubscription } from '../organizations/policy.ts';
import { getMembership, lockMembership } from '../organizations/store.ts';

/** The plan of an organization, and what speaks against each of the others. @throws PlatformError `not_found` */
export async function readSubscription(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
): Promise<Subscription> {
  const { organization } = await getMembership(db, actor, slug);
  return present(organization.plan, await obstacleToFree(db, organization.id));
}

/**
 * Changes the plan of an organization, with effect at once.
 * @throws PlatformError `not_found`, `forbidden`; `conflict` when the organization uses what the plan does not have
 */
export async function changePlan(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  slug: string,
  plan: Plan,
): Promise<Subscription> {
  return db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayAmendSubscription(membership);
    const { organization } = membership;
    if (plan === 'free') await takeTurnAtFreeLimit(transaction);
    const obstacle = await obstacleToFree(transaction, organization.id);
    if (organization.plan === plan) return present(plan, obstacle);
    if (plan === 'free' && obstacle !== null) throw new PlatformError('conflict', obstacle);
    const changed = await transaction
      .updateTable('organizations')
      .set({ plan })
      .where('id', '=', organization.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(transaction, difference(organization, changed));
    return present(plan, obstacle);
  });
}

/** What an organization uses that the free plan does not have, and what to do; null: nothing. All other plans have everything. */
async function obstacleToFree(db: Database, organizationId: number): Promise<string | null> {
  const branch = await db
    .selectFrom('branches')
    .innerJoin('projects', 'projects.id', 'branches.project_id')
    .select('branches.id')
    .where('projects.organization_id', '=', organizationId)
    .where('branches.removed_at', 'is', null)
    .executeTakeFirst();
  if (branch !== undefined)
    return 'Projects of this organization have branches, which the Free plan does not have. Delete the branches first.';
  const members = await listBeyondFreeLimit(db, organizationId);
  if (members.length === 0) return null;
  return `${named(members).who} would hold more active projects in free organizations than they may. Pause or delete projects first.`;
}

function present(plan: Plan, obstacleToFree: string | null): Subscription {
  return {
    plan: { id: plan },
    plans: PLANS.map((id) => ({
      id,
      unavailable: id === 'free' && plan !== 'free' ? obstacleToFree : null,
      backup_retention_days: BACKUP_RETENTION_DAYS[id],
      has_branching: id !== 'free',
      restore_window_days: id === 'free' ? FREE_RESTORE_WINDOW_DAYS : null,
      limits_projects: id === 'free',
    })),
  };
}
