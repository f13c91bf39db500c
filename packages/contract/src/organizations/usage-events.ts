import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug, projectRef } from '../shared/names.ts';
import { USAGE_EVENTS } from './usage-event-names.ts';

const usageEvent = z.object({
  id: z.number().int(),
  /** One of `USAGE_EVENTS`, or what an older version called one. */
  event: z.string(),
  at: z.string(),
  /** Null: the project was deleted since. */
  project_ref: z.string().nullable(),
  /** Null: the account was deleted since. */
  account_id: z.string().nullable(),
});
export type UsageEvent = z.infer<typeof usageEvent>;

const bySlug = z.object({ slug: organizationSlug });

/** What is done in the dashboard, kept on this machine for those who may change the organization. */
export const usageEvents = {
  /** Anybody who can open the project. Where the organization keeps no events, nothing is kept. */
  record: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/usage-events', successStatus: 202 })
    .input(z.object({ ref: projectRef, event: z.enum(USAGE_EVENTS) }))
    .output(z.object({})),
  /** The newest first. */
  list: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/usage-events' })
    .input(
      bySlug.extend({
        /** Only older ones than the event with this id. */
        before: z.coerce.number().int().positive().optional(),
        limit: z.coerce.number().int().min(1).max(1_000).default(100),
      }),
    )
    .output(
      z.object({
        is_kept: z.boolean(),
        counts: z.array(z.object({ event: z.string(), count: z.number().int(), last_at: z.string() })),
        events: z.array(usageEvent),
      }),
    ),
  /** The switch. What was kept before stays until it is deleted or too old. */
  change: oc
    .route({ method: 'PATCH', path: '/platform/organizations/{slug}/usage-events' })
    .input(bySlug.extend({ is_kept: z.boolean() }))
    .output(z.object({ is_kept: z.boolean() })),
  clear: oc
    .route({ method: 'DELETE', path: '/platform/organizations/{slug}/usage-events' })
    .input(bySlug)
    .output(z.object({})),
};
