import { oc } from '@orpc/contract';
import * as z from 'zod';
import { REQUEST_SERVICES } from '../api/request-log.ts';
import { organizationSlug, projectRef } from '../shared/names.ts';

/** Days that are kept. */
export const USAGE_DAYS = 400;
/** Days that can be asked for at once. */
export const MAX_USAGE_DAYS = 100;

/** What is told of each day. */
export const USAGE_FIGURES = [
  'requests',
  'egress_bytes',
  'database_bytes',
  'storage_bytes',
  'function_invocations',
  'realtime_messages',
  'realtime_peak_connections',
  'active_users',
] as const;
export type UsageFigure = (typeof USAGE_FIGURES)[number];

/** Services that requests are counted of; `other` are those that none answered. */
export const USAGE_SERVICES = [...REQUEST_SERVICES, 'other'] as const;

const day = z.iso.date({ error: 'must be a day such as 2026-01-31' });

/** Null: it was not measured. */
const figures = z.record(z.enum(USAGE_FIGURES), z.number().nullable());
export type UsageFigures = z.infer<typeof figures>;

export const usage = z.object({
  from: z.string(),
  to: z.string(),
  /**
   * Every day, oldest first, by UTC. Bytes of databases and of storage, and connections at once, are the highest of the day; a project that
   * was not measured on a day has what it had before. Users are those who signed in or renewed their session from the first of the month to
   * this day.
   */
  days: z.array(figures.and(z.object({ day: z.string() }))),
  /** Of all days together: sums, and of what is measured and of users the highest. */
  total: figures,
  services: z.array(
    z.object({ service: z.enum(USAGE_SERVICES), requests: z.number(), egress_bytes: z.number() }),
  ),
});
export type Usage = z.infer<typeof usage>;

export const organizationUsage = usage.extend({
  /** Those that the caller may see, the most requests first. Their branches are among them. */
  projects: z.array(z.object({ ref: z.string(), name: z.string(), total: figures })),
});
export type OrganizationUsage = z.infer<typeof organizationUsage>;

/** Both days are part of it. Without them the month so far. */
const span = { from: day.optional(), to: day.optional() };

/** What projects use, as it was counted. Counts arrive some seconds late. */
export const usageCalls = {
  ofProject: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/usage' })
    .input(z.object({ ref: projectRef, ...span }))
    .output(usage),
  ofOrganization: oc
    .route({ method: 'GET', path: '/platform/organizations/{slug}/usage' })
    .input(z.object({ slug: organizationSlug, project_ref: projectRef.optional(), ...span }))
    .output(organizationUsage),
};
