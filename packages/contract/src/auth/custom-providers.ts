import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, WELL_FORMED } from '../shared/names.ts';

/** What an issuer says about itself. Which of it there is, is the issuer's business. */
const discoveryDocument = z.record(z.string(), z.unknown());

/** A provider that a project's owner describes, and whose accounts people sign in with, in the words of the project's auth service. */
export const customProvider = z.looseObject({
  /** `custom:…` */
  identifier: z.string(),
  provider_type: z.enum(['oidc', 'oauth2']),
  name: z.string(),
  client_id: z.string(),
  acceptable_client_ids: z.array(z.string()),
  scopes: z.array(z.string()),
  pkce_enabled: z.boolean(),
  attribute_mapping: z.record(z.string(), z.unknown()),
  authorization_params: z.record(z.string(), z.string()),
  custom_claims_allowlist: z.array(z.string()),
  enabled: z.boolean(),
  email_optional: z.boolean(),
  skip_nonce_check: z.boolean(),
  issuer: z.string().optional(),
  discovery_url: z.string().optional(),
  discovery_document: discoveryDocument.nullish(),
  authorization_url: z.string().optional(),
  token_url: z.string().optional(),
  userinfo_url: z.string().optional(),
  created_at: z.string(),
});
export type CustomProvider = z.infer<typeof customProvider>;

const text = z
  .string()
  .max(2_048)
  .refine(...WELL_FORMED);
const list = z.array(text).max(50);
const identifier = z
  .string()
  .regex(
    /^custom:[a-z0-9:-]{1,43}$/,
    'must be custom: and up to 43 lower-case letters, digits, colons and hyphens',
  );

/** What of a provider can be said later too. What the auth service makes of it is its business. */
const details = {
  name: text.optional(),
  client_id: text.optional(),
  client_secret: text.optional(),
  acceptable_client_ids: list.optional(),
  scopes: list.optional(),
  pkce_enabled: z.boolean().optional(),
  attribute_mapping: z.record(text, z.union([text, z.number(), z.boolean()])).optional(),
  authorization_params: z.record(text, text).optional(),
  custom_claims_allowlist: list.optional(),
  enabled: z.boolean().optional(),
  email_optional: z.boolean().optional(),
  skip_nonce_check: z.boolean().optional(),
  issuer: text.optional(),
  discovery_url: text.optional(),
  authorization_url: text.optional(),
  token_url: text.optional(),
  userinfo_url: text.optional(),
};

const byRef = z.object({ ref: projectRef });
const byIdentifier = byRef.extend({ identifier });

const PROVIDERS = '/platform/auth/{ref}/custom-providers';

/** Providers that a project's owner describes. Reading needs `read_auth_users`, changing `update_api_config`. */
export const customProviders = {
  list: oc
    .route({ method: 'GET', path: PROVIDERS })
    .input(byRef)
    .output(z.object({ providers: z.array(customProvider) })),
  create: oc
    .route({ method: 'POST', path: PROVIDERS })
    .input(z.strictObject({ ...byIdentifier.shape, ...details, provider_type: z.enum(['oidc', 'oauth2']) }))
    .output(customProvider),
  update: oc
    .route({ method: 'PATCH', path: `${PROVIDERS}/{identifier}` })
    .input(z.strictObject({ ...byIdentifier.shape, ...details }))
    .output(customProvider),
  delete: oc
    .route({ method: 'DELETE', path: `${PROVIDERS}/{identifier}` })
    .input(byIdentifier)
    .output(z.object({})),
  /** Asks an issuer what it says about itself. Nothing is saved. */
  discover: oc
    .route({ method: 'POST', path: `/platform/auth/{ref}/custom-provider-discovery` })
    .input(z.strictObject({ ref: projectRef, issuer: text, discovery_url: text.optional() }))
    .output(z.object({ discovery_document: discoveryDocument })),
};
