import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationSlug, projectRef } from '../shared/names.ts';

const byRef = z.object({ ref: projectRef });

/** Kinds of add-ons of the management API. Here a project has the first two. */
export const ADDON_TYPES = [
  'compute_instance',
  'pitr',
  'custom_domain',
  'ipv4',
  'auth_mfa_phone',
  'auth_mfa_web_authn',
  'log_drain',
] as const;

const variant = z.object({
  /** `ci_<compute size>`, or `pitr_<days>`. */
  id: z.string(),
  name: z.string(),
  price: z.object({
    description: z.string(),
    type: z.enum(['fixed', 'usage']),
    interval: z.enum(['monthly', 'hourly']),
    amount: z.number(),
  }),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type AddonVariant = z.infer<typeof variant>;

const projectAddons = z.object({
  selected_addons: z.array(z.object({ type: z.enum(ADDON_TYPES), variant })),
  available_addons: z.array(
    z.object({ type: z.enum(ADDON_TYPES), name: z.string(), variants: z.array(variant) }),
  ),
});
export type ProjectAddons = z.infer<typeof projectAddons>;

const entitlement = z.object({
  feature: z.object({ key: z.string(), type: z.enum(['boolean', 'numeric', 'set']) }),
  hasAccess: z.boolean(),
  type: z.enum(['boolean', 'numeric', 'set']),
  config: z.union([
    z.object({ enabled: z.boolean(), value: z.number(), unlimited: z.boolean(), unit: z.string() }),
    z.object({ enabled: z.boolean(), set: z.array(z.string()) }),
    z.object({ enabled: z.boolean() }),
  ]),
});
export type Entitlement = z.infer<typeof entitlement>;

/** The compute size and point-in-time recovery, as add-ons. */
export const addons = {
  /** What the plan of an organization gives, and what this machine has for everybody. */
  v1Entitlements: oc
    .route({ method: 'GET', path: '/v1/organizations/{slug}/entitlements' })
    .input(z.object({ slug: organizationSlug }))
    .output(z.object({ entitlements: z.array(entitlement) })),
  v1List: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/billing/addons' })
    .input(byRef)
    .output(projectAddons),
  v1Apply: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/billing/addons' })
    .input(z.object({ ref: projectRef, addon_type: z.enum(ADDON_TYPES), addon_variant: z.string().max(64) }))
    .output(z.void()),
  v1Remove: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/billing/addons/{addon_variant}' })
    .input(z.object({ ref: projectRef, addon_variant: z.string().max(64) }))
    .output(z.void()),
};
