import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef, WELL_FORMED } from '../shared/names.ts';

export const NAME_ID_FORMATS = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
] as const;

const name = z
  .string()
  .max(1_024)
  .refine(...WELL_FORMED);

/** From which attributes a fact about a person is read. */
const attributeSource = z.object({
  name: name.optional(),
  names: z.array(name).max(50).optional(),
  default: z
    .union([z.string().max(2_048), z.number(), z.boolean(), z.record(z.string(), z.unknown())])
    .optional(),
  /** All values, and not the first one. */
  array: z.boolean().optional(),
});
export type AttributeSource = z.infer<typeof attributeSource>;
const attributeMapping = z.object({ keys: z.record(name, attributeSource) });

/** An identity provider of an organization, in the words of the project's auth service. */
export const ssoProvider = z.looseObject({
  id: z.string(),
  resource_id: z.string().optional(),
  disabled: z.boolean().optional(),
  saml: z.looseObject({
    id: z.string(),
    entity_id: z.string(),
    metadata_url: z.string().optional(),
    /** Not in lists. */
    metadata_xml: z.string().optional(),
    /** Clients want `keys` wherever there is a mapping. */
    attribute_mapping: z.object({ keys: z.record(z.string(), attributeSource).default({}) }).optional(),
    name_id_format: z.string().optional(),
  }),
  domains: z.array(z.looseObject({ id: z.string(), domain: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SsoProvider = z.infer<typeof ssoProvider>;

const byRef = z.object({ ref: projectRef });
const byId = byRef.extend({
  provider_id: z.string().regex(/^[\w.:-]{1,300}$/, 'is not the id of a provider'),
});

/** What the auth service makes of these is its business. */
const changeable = {
  metadata_xml: z.string().max(900_000).optional(),
  metadata_url: z.string().max(2_048).optional(),
  domains: z.array(z.string().max(300)).max(500).optional(),
  attribute_mapping: attributeMapping.optional(),
  name_id_format: z.enum(NAME_ID_FORMATS).optional(),
  /** Nobody signs in by it for the time being. */
  disabled: z.boolean().optional(),
};

const PROVIDERS = '/v1/projects/{ref}/config/auth/sso/providers';

/** Identity providers that people of a project sign in by. Reading needs `read_auth_users`, changing `update_api_config`. */
export const ssoProviders = {
  v1List: oc
    .route({ method: 'GET', path: PROVIDERS })
    .input(byRef)
    .output(z.object({ items: z.array(ssoProvider) })),
  v1Create: oc
    .route({ method: 'POST', path: PROVIDERS, successStatus: 201 })
    .input(z.strictObject({ ref: projectRef, type: z.literal('saml'), ...changeable }))
    .output(ssoProvider),
  v1Get: oc
    .route({ method: 'GET', path: `${PROVIDERS}/{provider_id}` })
    .input(byId)
    .output(ssoProvider),
  /** What is not named stays as it is, but for `name_id_format`, which is taken back. */
  v1Update: oc
    .route({ method: 'PUT', path: `${PROVIDERS}/{provider_id}` })
    .input(z.strictObject({ ...byId.shape, ...changeable }))
    .output(ssoProvider),
  /** Its people keep their accounts, and cannot sign in to them. */
  v1Delete: oc
    .route({ method: 'DELETE', path: `${PROVIDERS}/{provider_id}` })
    .input(byId)
    .output(ssoProvider),
};
