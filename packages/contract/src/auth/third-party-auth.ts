import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';

/** Issuers whose tokens a project may take. */
export const MOST_THIRD_PARTIES = 10;
/** Bytes of JSON that keys may have. */
export const MOST_KEYS_LENGTH = 100_000;

/** A JWK Set: public keys only. */
const keySet = z
  .looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })
  .refine(
    (value) => JSON.stringify(value).length <= MOST_KEYS_LENGTH,
    `must be at most ${MOST_KEYS_LENGTH} characters`,
  );

/** Somebody else whose tokens the project's APIs take. */
export const thirdPartyAuth = z.object({
  id: z.uuid(),
  /** Where its keys come from. */
  type: z.enum(['oidc', 'jwks', 'custom']),
  /** What its tokens say as `iss`; null: whatever they say. */
  oidc_issuer_url: z.string().nullable(),
  jwks_url: z.string().nullable(),
  custom_jwks: z.unknown().nullable(),
  /** The public keys in use. */
  resolved_jwks: z.unknown().nullable(),
  inserted_at: z.string(),
  updated_at: z.string(),
  /** When they were last read from there. */
  resolved_at: z.string().nullable(),
});
export type ThirdPartyAuth = z.infer<typeof thirdPartyAuth>;

const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({ tpa_id: z.uuid('is not the id of an integration') });
const url = z.string().trim().min(1, 'must not be empty').max(2_048);

const INTEGRATIONS = '/v1/projects/{ref}/config/auth/third-party-auth';

/**
 * Tokens of Firebase, Auth0, Clerk or a server of one's own, which the project's APIs take as they take those of its auth service. Changing it
 * needs `update_api_config`.
 */
export const thirdPartyAuths = {
  /** Oldest first. */
  v1List: oc.route({ method: 'GET', path: INTEGRATIONS }).input(byRef).output(z.array(thirdPartyAuth)),
  /**
   * By an issuer, whose keys are found by its description; by the address of the keys; or by the keys themselves. With an issuer beside one
   * of the latter, tokens must name it. Refused where no keys are found.
   */
  v1Create: oc
    .route({ method: 'POST', path: INTEGRATIONS, successStatus: 201 })
    .input(
      byRef.extend({
        oidc_issuer_url: url.optional(),
        jwks_url: url.optional(),
        custom_jwks: keySet.optional(),
      }),
    )
    .output(thirdPartyAuth),
  v1Get: oc
    .route({ method: 'GET', path: `${INTEGRATIONS}/{tpa_id}` })
    .input(byId)
    .output(thirdPartyAuth),
  /** Its tokens are refused from now on. */
  v1Delete: oc
    .route({ method: 'DELETE', path: `${INTEGRATIONS}/{tpa_id}` })
    .input(byId)
    .output(thirdPartyAuth),
};
