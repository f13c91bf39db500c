import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../shared/names.ts';
import { privateJwk } from './private-jwk.ts';

export const SIGNING_ALGORITHMS = ['EdDSA', 'ES256', 'RS256', 'HS256'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/**
 * One key of a project is in use: it signs. Standby keys and previously used ones only verify; revoked ones do nothing and
 * can be deleted after a while.
 */
export const SIGNING_KEY_STATUSES = ['in_use', 'previously_used', 'revoked', 'standby'] as const;
export type SigningKeyStatus = (typeof SIGNING_KEY_STATUSES)[number];

export const signingKey = z.object({
  /** The `kid` of tokens that it signed. Tokens of the JWT secret have none. */
  id: z.string(),
  algorithm: z.enum(SIGNING_ALGORITHMS),
  status: z.enum(SIGNING_KEY_STATUSES),
  /** Null for HS256: there is no public part. */
  public_jwk: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SigningKey = z.infer<typeof signingKey>;

const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({ id: z.uuid('is not the id of a signing key') });

export const signingKeys = {
  v1List: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/auth/signing-keys' })
    .input(byRef)
    .output(z.object({ keys: z.array(signingKey) })),
  v1Create: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/config/auth/signing-keys', successStatus: 201 })
    .input(
      z.strictObject({
        ref: projectRef,
        algorithm: z.enum(SIGNING_ALGORITHMS),
        status: z.enum(['in_use', 'standby']).default('standby'),
        /** A key of one's own; without it one is made. */
        private_jwk: privateJwk.optional(),
      }),
    )
    .output(signingKey),
  v1Get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/auth/signing-keys/{id}' })
    .input(byId)
    .output(signingKey),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/config/auth/signing-keys/{id}' })
    .input(z.strictObject({ ...byId.shape, status: z.enum(SIGNING_KEY_STATUSES) }))
    .output(signingKey),
  v1Delete: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/config/auth/signing-keys/{id}' })
    .input(byId)
    .output(signingKey),
  /** The JWT secret as a signing key. */
  v1GetLegacy: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/config/auth/signing-keys/legacy' })
    .input(byRef)
    .output(signingKey),
  /** The JWT secret is a signing key from the beginning, so this answers the one that is there. */
  v1CreateLegacy: oc
    .route({ method: 'POST', path: '/v1/projects/{ref}/config/auth/signing-keys/legacy', successStatus: 201 })
    .input(byRef)
    .output(signingKey),
};
