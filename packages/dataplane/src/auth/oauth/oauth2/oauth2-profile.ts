import type { ProviderProfile } from '../providers/oauth-provider.ts';
import type { Described } from './oauth2-recipe.ts';

/** What is shown travels in every access token, so it is kept short. */
const MAX_LENGTH = 2048;

/**
 * The person an answer describes, under all the names that applications know a fact by. Throws when there is no id.
 * @param issuer who says so
 */
export function describedProfile(described: Described, issuer: string): ProviderProfile {
  const subject = textOf(
    typeof described.subject === 'number' ? String(described.subject) : described.subject,
  );
  if (subject === undefined) throw new Error('The provider did not say who the person is.');
  const email = textOf(described.email)?.toLowerCase() ?? null;
  const emailVerified = email !== null && described.emailVerified === true;
  const username = textOf(described.username);
  const name = textOf(described.name) ?? username;
  const picture = textOf(described.picture);
  const data: Record<string, unknown> = {
    iss: issuer,
    sub: subject,
    name,
    full_name: name,
    preferred_username: username,
    user_name: username,
    picture,
    avatar_url: picture,
    email: email ?? undefined,
    provider_id: subject,
    email_verified: emailVerified,
    phone_verified: false,
    ...described.further,
  };
  const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  return { subject, email, emailVerified, data: known };
}

/** A text that can be stored; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH && !value.includes('\0')
    ? value
    : undefined;
}
