import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { readMonthUse } from '../usage/budgets/month-use.ts';
import { reachedShares } from '../usage/budgets/reached-shares.ts';

const TURNS = { parallel: 2, turnMs: 10_000 };

/**
 * Writes down which shares of budgets are reached this month, and whom to tell: of several that are reached at once the highest. Each is
 * written once in a month, whoever looks, and together with its notices.
 */
export async function judgeBudgets({ db, log }: Pick<Dependencies, 'db' | 'log'>, now: Date): Promise<void> {
  const organizations = await db
    .selectFrom('usage_budgets')
    .select('organization_id as id')
    .distinct()
    .execute();
  await takeTurns(organizations, TURNS, ({ id }) =>
    judgeOrganization(db, id, now).catch((error: unknown) =>
      log('warn', { organization: id, err: error }, 'the budgets of an organization could not be judged'),
    ),
  );
}

async function judgeOrganization(db: Database, organizationId: number, now: Date): Promise<void> {
  const { period, used } = await readMonthUse(db, organizationId, now);
  await db.transaction().execute(async (transaction) => {
    // Whoever changes or deletes one meanwhile waits, or is waited for.
    const budgets = await transaction
      .selectFrom('usage_budgets')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const budget of budgets) {
      const value = used[budget.figure] ?? null;
      const reached = reachedShares(budget, value);
      if (value === null || reached.length === 0) continue;
      const written = await transaction
        .insertInto('usage_budget_warnings')
        .values(reached.map((share) => ({ budget_id: budget.id, period, share, value })))
        .onConflict((conflict) => conflict.columns(['budget_id', 'period', 'share']).doNothing())
        .returning(['id', 'share'])
        .execute();
      const highest = written.find(({ share }) => share === reached.at(-1));
      if (highest === undefined || budget.mail_to.length === 0) continue;
      await transaction
        .insertInto('alert_notices')
        .values(
          budget.mail_to.map((target) => ({
            budget_warning_id: highest.id,
            kind: 'fired' as const,
            channel: 'mail' as const,
            target,
          })),
        )
        .execute();
    }
  });
}
