import { oc } from '@orpc/contract';
import * as z from 'zod';
import { API_KEY_DESCRIPTION_MAX_LENGTH } from '../shared/limits.ts';
import { projectRef, queryBoolean, WELL_FORMED } from '../shared/names.ts';

export const API_KEY_TYPES = ['publishable', 'secret'] as const;
export type ApiKeyType = (typeof API_KEY_TYPES)[number];

/**
 * The management API's key. The two legacy keys (`id` and `name` are `anon` and `service_role`) come first and are left out
 * while they are switched off. `api_key` of a secret key is cut short unless `reveal` was asked for; the others come whole.
 */
export const apiKey = z.object({
  api_key: z.string().nullable(),
  id: z.string().nullable(),
  type: z.enum(['legacy', ...API_KEY_TYPES]).nullable(),
  /** The first characters, to tell keys apart. */
  prefix: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  /** SHA-256 of the key, base64url. */
  hash: z.string().nullable(),
  secret_jwt_template: z.record(z.string(), z.unknown()).nullable(),
  inserted_at: z.string().nullable(),
  updated_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

const keyName = z
  .string()
  .min(4, 'must be at least 4 characters long')
  .max(64, 'must be at most 64 characters long')
  .regex(/^[a-z_][a-z0-9_]+$/, 'may have lower-case letters, digits and _, and must not start with a digit');
const description = z
  .string()
  .max(API_KEY_DESCRIPTION_MAX_LENGTH, `must be at most ${API_KEY_DESCRIPTION_MAX_LENGTH} characters long`)
  .refine((text) => !text.includes('\u0000'), 'must not contain a NUL character')
  .refine(...WELL_FORMED)
  .nullable();
/** A secret key stands for `service_role`; other roles cannot be had yet. */
const jwtTemplate = z
  .strictObject({
    role: z.literal(
      'service_role',
      'must be service_role: keys for other roles are not part of this version yet',
    ),
  })
  .nullable();

const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({ id: z.uuid('is not the id of an API key') });
const reveal = z.object({ reveal: queryBoolean.default(false) });
const legacyKeys = z.object({ enabled: z.boolean() });

// The query string of a call that has a body travels beside it, so these calls have the detailed input: params, query, body.
export const apiKeys = {
  v1List: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/api-keys' })
    .input(byRef.extend(reveal.shape))
    .output(z.array(apiKey)),
  /** When each key that was ever used opened the project's API last, some seconds late. Legacy keys by their name. */
  lastUses: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/api-keys/last-uses' })
    .input(byRef)
    .output(z.array(z.object({ id: z.string(), last_used_at: z.string() }))),
  v1Create: oc
    .route({
      method: 'POST',
      path: '/v1/projects/{ref}/api-keys',
      successStatus: 201,
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: byRef,
        query: reveal.prefault({}),
        body: z
          .strictObject({
            type: z.enum(API_KEY_TYPES),
            name: keyName,
            description: description.optional(),
            secret_jwt_template: jwtTemplate.optional(),
          })
          .refine(({ type, secret_jwt_template }) => type === 'secret' || !secret_jwt_template, {
            path: ['secret_jwt_template'],
            error: 'is for secret keys only',
          }),
      }),
    )
    .output(apiKey),
  v1Get: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/api-keys/{id}' })
    .input(byId.extend(reveal.shape))
    .output(apiKey),
  v1Update: oc
    .route({ method: 'PATCH', path: '/v1/projects/{ref}/api-keys/{id}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: byId,
        query: reveal.prefault({}),
        body: z.strictObject({
          name: keyName.optional(),
          description: description.optional(),
          secret_jwt_template: jwtTemplate.optional(),
        }),
      }),
    )
    .output(apiKey),
  v1Delete: oc
    .route({ method: 'DELETE', path: '/v1/projects/{ref}/api-keys/{id}', inputStructure: 'detailed' })
    .input(
      z.object({
        params: byId,
        query: reveal
          .extend({ was_compromised: queryBoolean.default(false), reason: z.string().max(1_000).optional() })
          .prefault({}),
      }),
    )
    .output(apiKey),
  /** Whether the anon and service_role keys are accepted. */
  v1LegacyEnabled: oc
    .route({ method: 'GET', path: '/v1/projects/{ref}/api-keys/legacy' })
    .input(byRef)
    .output(legacyKeys),
  v1SetLegacyEnabled: oc
    .route({ method: 'PUT', path: '/v1/projects/{ref}/api-keys/legacy', inputStructure: 'detailed' })
    .input(z.object({ params: byRef, query: z.object({ enabled: queryBoolean }) }))
    .output(legacyKeys),
};
