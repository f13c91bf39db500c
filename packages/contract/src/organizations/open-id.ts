import { oc } from '@orpc/contract';
import * as z from 'zod';
import { email, factorProof, factorWays, profile } from '../accounts/accounts.ts';
import { displayName, organizationSlug } from '../shared/names.ts';

export const OPEN_ID_DOMAINS_AT_MOST = 20;

/** What whoever signs in with the provider of an organization may become in it by that. */
export const OPEN_ID_JOIN_ROLES = ['Developer', 'Read-only'] as const;
export type OpenIdJoinRole = (typeof OPEN_ID_JOIN_ROLES)[number];

const MAIL_DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(MAIL_DOMAIN, 'must be the domain of e-mail addresses, such as example.com');

const openIdDomain = z.object({
  domain: z.string(),
  /** The TXT record that shows that the domain is the organization's. */
  record: z.object({ name: z.string(), value: z.string() }),
  /** Since when the provider is believed for its addresses. Null: it is not yet. */
  verified_at: z.string().nullable(),
  /** Of a verified one whose record is not seen any more: until when it counts all the same. */
  lapses_at: z.string().nullable(),
  /** Why the record was not right when it was looked at last. */
  problem: z.string().nullable(),
});

const openIdProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  join_role: z.enum(OPEN_ID_JOIN_ROLES).nullable(),
  domains: z.array(openIdDomain),
});
export type OpenIdProvider = z.infer<typeof openIdProvider>;

const openIdSettings = z.object({
  /** Null: the organization has none. */
  provider: openIdProvider.nullable(),
  /** What is registered at the provider as the address to come back to. */
  return_address: z.string(),
});
export type OrganizationOpenId = z.infer<typeof openIdSettings>;

const openIdInput = z.strictObject({
  slug: organizationSlug,
  /** What people know it by. */
  name: displayName,
  issuer: z.string().trim().max(2_000),
  client_id: z.string().regex(/^\S{1,500}$/, 'must be the id of a client, without spaces'),
  /** Left out: the one that is kept, for the same issuer. */
  client_secret: z
    .string()
    .regex(/^\S{1,500}$/, 'must be the secret of a client, without spaces')
    .optional(),
  domains: z
    .array(mailDomain)
    .min(1, 'must name a domain')
    .max(OPEN_ID_DOMAINS_AT_MOST, `must be at most ${OPEN_ID_DOMAINS_AT_MOST}`),
  join_role: z.enum(OPEN_ID_JOIN_ROLES).nullable(),
});
export type OpenIdInput = Omit<z.infer<typeof openIdInput>, 'slug'>;

const path = '/platform/organizations/{slug}/openid';
const ofOrganization = z.object({ slug: organizationSlug });

/** Signing in by OpenID Connect: with the provider of the installation, or with that of an organization. */
export const openId = {
  /**
   * Begins to sign in, with the provider that speaks for an address; without one with that of the installation. The browser keeps `flow`,
   * and goes to `url`; it comes back to `/sign-in/openid`.
   */
  begin: oc
    .route({ method: 'POST', path: '/platform/sign-in/openid' })
    .input(z.strictObject({ email: email.optional() }))
    .output(z.object({ url: z.string(), flow: z.string() })),
  /**
   * Takes what the provider sent back in the query string. `profile`: signed in. `pending`: the account has a second factor, which
   * {@link confirm} takes in one of the `ways`.
   */
  finish: oc
    .route({ method: 'POST', path: '/platform/sign-in/openid/finish' })
    .input(z.strictObject({ flow: z.string().max(4_000), answer: z.string().max(8_000) }))
    .output(
      z.object({ profile: profile.nullable(), pending: z.string().nullable(), ways: factorWays.nullable() }),
    ),
  confirm: oc
    .route({ method: 'POST', path: '/platform/sign-in/openid/code' })
    .input(z.strictObject({ pending: z.string().max(4_000), ...factorProof }))
    .output(profile),
  settings: oc.route({ method: 'GET', path }).input(ofOrganization).output(openIdSettings),
  /** Takes `update_security`. A domain that is new has to be verified before the provider is believed for it. */
  save: oc.route({ method: 'PUT', path }).input(openIdInput).output(openIdSettings),
  /** Looks at the TXT record of a domain. */
  verifyDomain: oc
    .route({ method: 'POST', path: `${path}/domains/verify` })
    .input(z.strictObject({ slug: organizationSlug, domain: mailDomain }))
    .output(openIdSettings),
  remove: oc.route({ method: 'DELETE', path }).input(ofOrganization).output(z.object({})),
};
