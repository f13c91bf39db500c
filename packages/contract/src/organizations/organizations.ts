import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AI_OPT_IN_TAGS } from '../assistant/opt-in.ts';
import { organizationAbilities } from '../shared/abilities.ts';
import { displayName, organizationSlug } from '../shared/names.ts';
import { availableVersion } from '../shared/postgres-versions.ts';
import { REGION_CODES } from '../shared/regions.ts';
import { PLANS } from './plans.ts';
import { ROLES } from './roles.ts';

/** The management API's organization. */
export const v1Organization = z.object({ id: z.string(), slug: z.string(), name: z.string() });

/** So many former slugs of an organization lead to it. */
export const MAX_FORMER_SLUGS = 10;

/** A slug that somebody chooses. */
const chosenSlug = z
  .string()
  .trim()
  .min(3, 'must be at least 3 characters')
  .max(48, 'must be at most 48 characters')
  .regex(
    /^[a-z](-?[a-z0-9])*$/,
    'must be lower-case letters, digits and single hyphens, and begin with a letter',
  );

export const organization = z.object({
  id: z.number().int(),
  slug: z.string(),
  /** What it was called before, the last first. They lead to it as the slug does. */
  former_slugs: z.array(z.string()),
  name: z.string(),
  plan: z.object({ id: z.enum(PLANS) }),
  role: z.enum(ROLES),
  project_count: z.number().int(),
  /** What the assistant may tell a model: see `aiOptInLevel`. */
  opt_in_tags: z.array(z.enum(AI_OPT_IN_TAGS)),
  /** With the HIPAA add-on nothing of a project is ever told to a model. */
  hipaa_addon: z.boolean(),
  created_at: z.string(),
  /** It requires a second factor that the caller's account does not have: nothing of it can be read before that is set up. */
  is_closed: z.boolean(),
  abilities: organizationAbilities,
});
export type Organization = z.infer<typeof organization>;

export const organizations = {
  v1List: oc.route({ method: 'GET', path: '/v1/organizations' }).output(z.array(v1Organization)),
  v1Create: oc
    .route({ method: 'POST', path: '/v1/organizations', successStatus: 201 })
    .input(z.strictObject({ name: displayName }))
    .output(v1Organization),
  v1Get: oc
    .route({ method: 'GET', path: '/v1/organizations/{slug}' })
    .input(z.object({ slug: organizationSlug }))
    .output(
      z.object({
        id: z.string(),
        name: z.string(),
        plan: z.enum(PLANS),
        opt_in_tags: z.array(z.enum(AI_OPT_IN_TAGS)),
        allowed_release_channels: z.array(z.string()),
      }),
    ),
  list: oc.route({ method: 'GET', path: '/platform/organizations' }).output(z.array(organization)),
  /** What is left out stays as it is. */
  update: oc
    .route({ method: 'PATCH', path: '/platform/organizations/{slug}' })
    .input(
      z.object({
        slug: organizationSlug,
        name: displayName.optional(),
        opt_in_tags: z.array(z.enum(AI_OPT_IN_TAGS)).max(AI_OPT_IN_TAGS.length).optional(),
        hipaa_addon: z.boolean().optional(),
      }),
    )
    .output(organization),
  /** Calls it otherwise in addresses. `conflict` when another one is, or was, called so. */
  changeSlug: oc
    .route({ method: 'PUT', path: '/platform/organizations/{slug}/slug' })
    .input(z.object({ slug: organizationSlug, new_slug: chosenSlug }))
    .output(organization),
  /** Deletes an organization without projects. Deleted projects whose data is kept count too. */
  remove: oc
    .route({ method: 'DELETE', path: '/platform/organizations/{slug}' })
    .input(z.object({ slug: organizationSlug }))
    .output(z.object({})),
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
