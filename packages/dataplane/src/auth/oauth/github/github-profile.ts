import type { ProviderProfile } from '../providers/oauth-provider.ts';

type Json = Readonly<Record<string, unknown>>;

/** The person that GitHub's `/user` and `/user/emails` describe. Throws when there is no numeric id. */
export function githubProfile(user: Json, emails: readonly Json[], issuer: string): ProviderProfile {
  if (typeof user.id !== 'number') throw new Error('GitHub did not say who the person is.');
  const subject = String(user.id);
  const primary =
    emails.find((entry) => entry.primary === true) ?? emails.find((entry) => entry.verified === true);
  const email = text(primary?.email)?.toLowerCase() ?? null;
  const emailVerified = email !== null && primary?.verified === true;
  const name = text(user.name) ?? text(user.login);
  const login = text(user.login);
  const data: Record<string, unknown> = {
    iss: issuer,
    sub: subject,
    name,
    full_name: name,
    preferred_username: login,
    user_name: login,
    avatar_url: text(user.avatar_url),
    email: email ?? undefined,
    provider_id: subject,
    email_verified: emailVerified,
    phone_verified: false,
  };
  const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  return { subject, email, emailVerified, data: known };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 2048 && !value.includes('\0')
    ? value
    : undefined;
}
