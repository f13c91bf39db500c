import type { UsageBudgets } from '@basalt/contract';
import { sql } from 'kysely';
import { authorize } from '../../access/permissions.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import { getMembership } from '../../organizations/store.ts';
import { readMonthUse } from './month-use.ts';

/** The budgets of an organization, with what is used of each this month. @throws PlatformError `not_found`, `forbidden` */
export async function readBudgets(
  { db, mailer }: Pick<Dependencies, 'db' | 'mailer'>,
  actor: Actor,
  slug: string,
): Promise<UsageBudgets> {
  const { organization, role } = await getMembership(db, actor, slug);
  authorize('read', { name: 'organizations', role });
  const [rows, { period, used }] = await Promise.all([
    db
      .selectFrom('usage_budgets')
      .selectAll()
      .where('organization_id', '=', organization.id)
      .orderBy('figure')
      .execute(),
    readMonthUse(db, organization.id, new Date()),
  ]);
  const warnings =
    rows.length === 0
      ? []
      : await db
          .selectFrom('usage_budget_warnings as warning')
          .select(['warning.budget_id', 'warning.share', 'warning.at'])
          .select((eb) =>
            eb
              .selectFrom('alert_notices as notice')
              .whereRef('notice.budget_warning_id', '=', 'warning.id')
              .where('notice.problem', 'is not', null)
              .select('notice.problem')
              .limit(1)
              .as('problem'),
          )
          .where(
            'warning.budget_id',
            'in',
            rows.map(({ id }) => id),
          )
          .where('warning.period', '=', sql<Date>`${period}::date`)
          .orderBy('warning.share', 'desc')
          .execute();
  return {
    period,
    can_send_mail: mailer !== null,
    budgets: rows.map(({ id, figure, amount, shares, mail_to }) => {
      const warned = warnings.find(({ budget_id }) => budget_id === id);
      return {
        figure,
        amount,
        shares,
        mail_to,
        used: used[figure] ?? null,
        warned:
          warned === undefined
            ? null
            : { share: warned.share, at: warned.at.toISOString(), problem: warned.problem },
      };
    }),
  };
}
