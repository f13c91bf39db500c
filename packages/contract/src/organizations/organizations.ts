import { oc } from '@orpc/contract';
import * as z from 'zod';
import { organizationAbilities } from '../shared/abilities.ts';
import { displayName, organizationSlug } from '../shared/names.ts';
import { availableVersion } from '../shared/postgres-versions.ts';
import { REGION_CODES } from '../shared/regions.ts';
import { PLANS } from './plans.ts';

export const ROLES = ['Owner', 'Administrator', 'Developer', 'Read-only'] as const;
export type Role = (typeof ROLES)[number];

/** The management API's organization. */
export const v1Organization = z.object({ id: z.string(), slug: z.string(), name: z.string() });

export const organization = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: z.enum(PLANS) }),
  role: z.enum(ROLES),
  project_count: z.number().int(),
  created_at: z.string(),
  abilities: organizationAbilities,
});
export type Organization = z.infer<typeof organization>;

export const organizations = {
  v1List: oc.route({ method: 'GET', path: '/v1/organizations' }).output(z.array(v1Organization)),
  v1Create: oc
    .route({ method: 'POST', path: '/v1/organizations', successStatus: 201 })
    .input(z.strictObject({ name: displayName }))
    .output(v1Organization),
  list: oc.route({ method: 'GET', path: '/platform/organizations' }).output(z.array(organization)),
  rename: oc
    .route({ method: 'PATCH', path: '/platform/organizations/{slug}' })
    .input(z.object({ slug: organizationSlug, name: displayName }))
    .output(organization),
  availableVersions: oc
    .route({ method: 'POST', path: '/platform/organizations/{slug}/available-versions' })
    .input(
      z.object({
        slug: organizationSlug,
        provider: z.string().optional(),
        region: z.enum(REGION_CODES).optional(),
      }),
    )
    .output(z.object({ available_versions: z.array(availableVersion) })),
};
