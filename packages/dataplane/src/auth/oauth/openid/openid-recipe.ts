import type { ProviderProfile } from '../providers/oauth-provider.ts';

/** How one OpenID Connect provider differs from the others. */
export interface OpenIdRecipe {
  kind: 'openid';
  /** The issuer, from the `url` of the settings (no slash at the end, may be empty). Null: the setting is needed. */
  issuer(url: string): string | null;
  scopes: string;
  /** False for those that do not repeat the nonce in the ID token. */
  nonce: boolean;
  /** The answer comes as a POST of a form instead of a redirect. */
  formPost: boolean;
  /** False: not even where the issuer has it. */
  pkce?: boolean;
  /** Further parameters of the first address. */
  parameters?: Readonly<Record<string, string>>;
  /** Where the issuer describes itself, if not at the usual place. */
  discoveryUrl?: string;
  /** What else the `iss` of its ID tokens may say. */
  otherIssuers?: readonly string[];
  /** Whether the person owns the address, for providers that say it otherwise than by `email_verified`. */
  ownsEmail?(claims: Claims, issuer: string): boolean;
  /** How claims are read; usually by the names of the standard. */
  profile?(claims: Claims, ownsEmail: (claims: Claims) => boolean): ProviderProfile;
}

type Claims = Readonly<Record<string, unknown>>;

const USUAL = { kind: 'openid', scopes: 'openid email profile', nonce: true, formPost: false } as const;

/** A provider that has one issuer for everybody. */
export function fixedIssuer(issuer: string, differences: Partial<OpenIdRecipe> = {}): OpenIdRecipe {
  return { ...USUAL, issuer: () => issuer, ...differences };
}

/** A provider that people run themselves: the issuer is the `url` of the settings, or else `usual`. */
export function chosenIssuer(usual: string | null, differences: Partial<OpenIdRecipe> = {}): OpenIdRecipe {
  return { ...USUAL, issuer: (url) => (url === '' ? usual : url), ...differences };
}

const ORIGIN = 'https://login.microsoftonline.com';
const SHARED_TENANTS = new Set(['common', 'organizations', 'consumers']);

/** Microsoft Entra: the `url` of the settings names the tenant, without it anybody with a Microsoft account may come. */
export const AZURE: OpenIdRecipe = chosenIssuer(null, {
  issuer: (url) => `${(url === '' ? `${ORIGIN}/common` : url).replace(/\/v2\.0$/, '')}/v2.0`,
  ownsEmail,
});

/**
 * In a shared tenant everybody may put any address into their own directory, so an address counts only with the claim
 * that the owner of its domain was checked. In a tenant of the project's own, its administrator vouches for addresses.
 */
function ownsEmail(claims: Claims, issuer: string): boolean {
  const domainChecked = claims.xms_edov;
  if (domainChecked !== undefined) return ['1', 'true'].includes(String(domainChecked).toLowerCase());
  const tenant = new URL(issuer).pathname.split('/')[1] ?? '';
  return !SHARED_TENANTS.has(tenant.toLowerCase());
}
