import type { UsageBudgetInput, UsageBudgets } from '@basalt/contract';
import { sql } from 'kysely';
import { recordChange } from '../../kernel/audit/audited.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Transaction } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { assertMayAmendSubscription } from '../../organizations/policy.ts';
import { lockMembership } from '../../organizations/store.ts';
import { readMonthUse } from './month-use.ts';
import { reachedShares } from './reached-shares.ts';
import { readBudgets } from './read-budgets.ts';

type Changing = Pick<Dependencies, 'db' | 'mailer'>;

/**
 * Sets the budget of a figure. What was warned of this month and is no longer reached is forgotten, so that it is warned of anew.
 * @throws PlatformError `not_found`, `forbidden`; `bad_request` for people who are no members
 */
export async function setBudget(
  dependencies: Changing,
  actor: Actor,
  { slug, figure, amount, ...asked }: UsageBudgetInput & { slug: string },
): Promise<UsageBudgets> {
  const shares = [...new Set(asked.shares)].sort((one, other) => one - other);
  const mail_to = [...new Set(asked.mail_to)];
  await dependencies.db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayAmendSubscription(membership);
    const { id: organization_id } = membership.organization;
    await assertMembers(transaction, organization_id, mail_to);
    const former = await budgetOf(transaction, organization_id, figure);
    const fields = { amount, shares, mail_to };
    const { id } = await transaction
      .insertInto('usage_budgets')
      .values({ organization_id, figure, ...fields })
      .onConflict((conflict) => conflict.columns(['organization_id', 'figure']).doUpdateSet(fields))
      .returning('id')
      .executeTakeFirstOrThrow();
    const { period, used } = await readMonthUse(transaction, organization_id, new Date());
    const reached = reachedShares(fields, used[figure] ?? null);
    await transaction
      .deleteFrom('usage_budget_warnings')
      .where('budget_id', '=', id)
      .where('period', '=', sql<Date>`${period}::date`)
      .$if(reached.length > 0, (query) => query.where('share', 'not in', reached))
      .execute();
    await recordChange(transaction, { before: former ?? null, after: { figure, ...fields } });
  });
  return await readBudgets(dependencies, actor, slug);
}

/** None is fine. @throws PlatformError `not_found`, `forbidden` */
export async function removeBudget(
  dependencies: Changing,
  actor: Actor,
  { slug, figure }: Pick<UsageBudgetInput, 'figure'> & { slug: string },
): Promise<UsageBudgets> {
  await dependencies.db.transaction().execute(async (transaction) => {
    const membership = await lockMembership(transaction, actor, slug);
    assertMayAmendSubscription(membership);
    const { id } = membership.organization;
    const former = await budgetOf(transaction, id, figure);
    if (former === undefined) return;
    await transaction
      .deleteFrom('usage_budgets')
      .where('organization_id', '=', id)
      .where('figure', '=', figure)
      .execute();
    await recordChange(transaction, { before: former });
  });
  return await readBudgets(dependencies, actor, slug);
}

function budgetOf(transaction: Transaction, organizationId: number, figure: UsageBudgetInput['figure']) {
  return transaction
    .selectFrom('usage_budgets')
    .select(['figure', 'amount', 'shares', 'mail_to'])
    .where('organization_id', '=', organizationId)
    .where('figure', '=', figure)
    .executeTakeFirst();
}

async function assertMembers(
  transaction: Transaction,
  organizationId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const members = await transaction
    .selectFrom('organization_members')
    .innerJoin('accounts', 'accounts.id', 'organization_members.account_id')
    .select('accounts.email')
    .where('organization_id', '=', organizationId)
    .where('accounts.email', 'in', addresses)
    .execute();
  const stranger = addresses.find((address) => members.every(({ email }) => email !== address));
  if (stranger !== undefined)
    throw new PlatformError(
      'bad_request',
      `mail_to: ${stranger} is not the address of a member of this organization.`,
      { field: 'mail_to' },
    );
}
