import { oc } from '@orpc/contract';
import * as z from 'zod';
import { JWT_SECRET_MAX_LENGTH, JWT_SECRET_MIN_LENGTH } from '../shared/limits.ts';
import { projectRef } from '../shared/names.ts';

/** The newest change of the JWT secret. */
export const jwtUpdateStatus = z.object({
  change_tracking_id: z.string(),
  /** Why it failed, for people. */
  error: z.string().nullable(),
  /** Percent. */
  progress: z.number().int().min(0).max(100),
  status: z.enum(['updating', 'updated', 'failed']),
});
export type JwtUpdateStatus = z.infer<typeof jwtUpdateStatus>;

/** Null: the secret was never changed. */
const updateStatus = z.object({ update_status: jwtUpdateStatus.nullable() });

const jwtSecretText = z
  .string()
  .min(JWT_SECRET_MIN_LENGTH, `must be at least ${JWT_SECRET_MIN_LENGTH} characters long`)
  .max(JWT_SECRET_MAX_LENGTH, `must be at most ${JWT_SECRET_MAX_LENGTH} characters long`)
  .regex(/^[\x20-\x7e]+$/, 'must be plain ASCII characters');

/** What a client needs to reach a project's APIs. Secrets are null for those who may not read them. */
export const projectApiSettings = z.object({
  ref: z.string(),
  name: z.string(),
  app_config: z.object({
    /** Host and path, without the protocol: `127.0.0.1:8001/<ref>`. */
    endpoint: z.string(),
    /** The exposed schemas, comma-separated. */
    db_schema: z.string(),
    /** `http` or `https`. */
    protocol: z.string(),
  }),
  jwt_secret: z.string().nullable(),
  /** False: anon and service_role are switched off, and only publishable and secret keys are accepted. */
  legacy_keys_enabled: z.boolean(),
  service_api_keys: z.array(
    z.object({
      name: z.string(),
      /** Comma-separated: `anon` or `service_role`. */
      tags: z.string(),
      api_key: z.string().nullable(),
    }),
  ),
});
export type ProjectApiSettings = z.infer<typeof projectApiSettings>;

const byRef = z.object({ ref: projectRef });

export const jwtSecret = {
  settings: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/settings' })
    .input(byRef)
    .output(projectApiSettings),
  updateStatus: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/config/secrets/update-status' })
    .input(byRef)
    .output(updateStatus),
  /** Begins to replace the JWT secret, with one of one's own or a generated one. Tokens and legacy keys of the old one end. */
  update: oc
    .route({ method: 'PATCH', path: '/platform/projects/{ref}/config/secrets' })
    .input(
      z.strictObject({
        ref: projectRef,
        jwt_secret: jwtSecretText.optional(),
        change_tracking_id: z.uuid('must be a UUID').optional(),
      }),
    )
    .output(updateStatus),
};
