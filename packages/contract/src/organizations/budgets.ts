import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug } from '../shared/names.ts';
import { USAGE_FIGURES } from './usage.ts';

export const MAX_BUDGET_SHARES = 5;
export const MAX_BUDGET_RECIPIENTS = 10;

const budget = z.object({
  figure: z.enum(USAGE_FIGURES),
  /** In the unit of the figure: bytes, or how many. */
  amount: z.number(),
  /** In percent, ascending. */
  shares: z.array(z.int()),
  mail_to: z.array(z.string()),
  /** What all projects have used this month; null: it was not measured. */
  used: z.number().nullable(),
  /** The highest share that was warned of this month; null: none was. */
  warned: z
    .object({
      share: z.int(),
      at: z.string(),
      /** Why a mail could not be sent; null: all were, or wait, or there was nobody to tell. */
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type UsageBudget = z.infer<typeof budget>;

const budgetList = z.object({
  budgets: z.array(budget),
  /** The first day of the month, by UTC. */
  period: z.string(),
  can_send_mail: z.boolean(),
});
export type UsageBudgets = z.infer<typeof budgetList>;

const input = z.object({
  slug: organizationSlug,
  figure: z.enum(USAGE_FIGURES),
  amount: z.number().positive('must be more than 0').max(1e18, 'is more than anything that is measured'),
  shares: z
    .array(z.int().min(1, 'must be from 1 to 1,000').max(1_000, 'must be from 1 to 1,000'))
    .min(1, 'must name a share')
    .max(MAX_BUDGET_SHARES, `must be at most ${MAX_BUDGET_SHARES}`),
  /** Members. */
  mail_to: z
    .array(z.string().trim().toLowerCase().max(320))
    .max(MAX_BUDGET_RECIPIENTS, `must be at most ${MAX_BUDGET_RECIPIENTS}`),
});
export type UsageBudgetInput = Omit<z.infer<typeof input>, 'slug'>;

const path = '/platform/organizations/{slug}/budgets';

/** How much an organization means to use in a month. Nothing stops when it is used up: members are told. */
export const budgets = {
  list: oc
    .route({ method: 'GET', path })
    .input(z.object({ slug: organizationSlug }))
    .output(budgetList),
  /** Sets the budget of a figure in place of the one it has. Takes `amend_subscription`. */
  set: oc
    .route({ method: 'PUT', path: `${path}/{figure}` })
    .input(input)
    .output(budgetList),
  remove: oc
    .route({ method: 'DELETE', path: `${path}/{figure}` })
    .input(z.object({ slug: organizationSlug, figure: z.enum(USAGE_FIGURES) }))
    .output(budgetList),
};
