import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug } from '../shared/names.ts';
import { PLANS } from './plans.ts';

export const subscription = z.object({
  plan: z.object({ id: z.enum(PLANS) }),
  plans: z.array(
    z.object({
      id: z.enum(PLANS),
      /** Why the organization cannot change to it now; null: it can. */
      unavailable: z.string().nullable(),
      /** How many days scheduled backups are kept, where a project says nothing else. */
      backup_retention_days: z.number().int(),
      has_branching: z.boolean(),
      /** How many days a paused project can be restored; null: for as long as it is there. */
      restore_window_days: z.number().int().nullable(),
      /** Whether its projects take places among the free projects of its owners and administrators. */
      limits_projects: z.boolean(),
    }),
  ),
});
export type Subscription = z.infer<typeof subscription>;

const path = '/platform/organizations/{slug}/billing/subscription';

/** The plan of an organization. Nothing is paid for it. */
export const subscriptions = {
  get: oc
    .route({ method: 'GET', path })
    .input(z.object({ slug: organizationSlug }))
    .output(subscription),
  /** Takes `amend_subscription`. `conflict` when the organization uses what the plan does not have. */
  change: oc
    .route({ method: 'PUT', path })
    .input(z.object({ slug: organizationSlug, plan: z.enum(PLANS) }))
    .output(subscription),
};
