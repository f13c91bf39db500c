import type { ProviderProfile } from '../providers/oauth-provider.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Claims about a person that applications get to see. Others stay with the provider. */
const SHOWN_CLAIMS = [
  'iss',
  'sub',
  'name',
  'given_name',
  'family_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
] as const;
/** What is shown travels in every access token, so it is kept short. */
const MAX_LENGTH = 2048;

/**
 * The person an ID token (with the answer of the userinfo endpoint over it) describes. `name`, `picture` and the
 * subject get the further names that applications know them by: `full_name`, `avatar_url`, `provider_id`.
 * Throws when there is no subject.
 */
export function openIdProfile(claims: Claims, ownsEmail: (claims: Claims) => boolean): ProviderProfile {
  const subject = shortText(claims.sub);
  if (subject === undefined) throw new Error('The provider did not say who the person is (no `sub`).');
  const email = shortText(claims.email)?.toLowerCase() ?? null;
  const emailVerified = email !== null && ownsEmail(claims);
  const data: Record<string, unknown> = {};
  for (const claim of SHOWN_CLAIMS) {
    const value = shortText(claims[claim]);
    if (value !== undefined) data[claim] = value;
  }
  if (data.name !== undefined) data.full_name = data.name;
  if (data.picture !== undefined) data.avatar_url = data.picture;
  if (email !== null) data.email = email;
  return {
    subject,
    email,
    emailVerified,
    data: { ...data, provider_id: subject, email_verified: emailVerified, phone_verified: false },
  };
}

/** `email_verified` as most providers send it; some send the text "true". */
export function emailVerifiedClaim(claims: Claims): boolean {
  return claims.email_verified === true || claims.email_verified === 'true';
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  // NUL cannot be stored, and half of a long value is worth nothing.
  return text === '' || text.length > MAX_LENGTH || text.includes('\0') ? undefined : text;
}
