import { oc } from '@orpc/contract';
import * as z from 'zod';
import { PLANS } from '../organizations/plans.ts';
import { organizationSlug, projectRef } from '../shared/names.ts';

/** How long a project can be claimed with its token. */
export const CLAIM_HOURS = 24;

const claimToken = z.object({
  /** Its beginning, to know it by. */
  token_alias: z.string(),
  expires_at: z.string(),
  created_at: z.string(),
  created_by: z.uuid(),
});

const note = z.array(z.object({ key: z.string(), message: z.string() }));

/** What would come of a claim. */
const claim = z.object({
  project: z.object({ ref: z.string(), name: z.string() }),
  preview: z.object({
    /** Whether it could be claimed now. */
    valid: z.boolean(),
    warnings: note,
    errors: note,
    info: note,
    members_exceeding_free_project_limit: z.array(z.object({ name: z.string(), limit: z.number() })),
    source_subscription_plan: z.enum(PLANS),
    target_subscription_plan: z.enum(PLANS).nullable(),
  }),
  expires_at: z.string(),
  created_at: z.string(),
  created_by: z.uuid(),
});
export type ProjectClaim = z.infer<typeof claim>;

const byRef = z.object({ ref: projectRef });
const byToken = z.object({
  slug: organizationSlug,
  token: z.string().regex(/^claim_[0-9a-f]{40}$/, 'is not a claim token'),
});

/**
 * Handing a project over to somebody of another organization: an owner makes a token, and whoever has it and may create projects in his
 * organization takes the project there.
 */
export const projectClaims = {
  v1Get: oc.route({ method: 'GET', path: '/v1/projects/{ref}/claim-token' }).input(byRef).output(claimToken),
  /** The token is told this once. One that was made before is good no longer. */
  v1Create: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/claim-token' })
    .input(byRef)
    .output(claimToken.extend({ token: z.string() })),
  v1Delete: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/claim-token', successStatus: 204 })
    .input(byRef)
    .output(z.void()),
  v1Preview: oc
    .route({ method: 'GET', path: '/v1/organizations/{slug}/project-claim/{token}' })
    .input(byToken)
    .output(claim),
  /** Moves the project and its branches. Who made the token must still be an owner. */
  v1Claim: oc
    .route({ method: 'POST', path: '/v1/organizations/{slug}/project-claim/{token}', successStatus: 204 })
    .input(byToken)
    .output(z.void()),
};
