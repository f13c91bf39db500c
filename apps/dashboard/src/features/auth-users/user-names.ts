import type { AuthUser } from '@basalt/contract';
import { replaceUnseen } from '../../lib/format/unseen-characters.ts';

/** What people know a user by: the e-mail address, else the phone number, else nothing of their own. */
export function userTitle({ email, phone, is_anonymous }: AuthUser): string {
  if (email !== '') return email;
  if (phone !== '') return phoneNumber(phone);
  return is_anonymous === true ? 'Anonymous user' : 'User without an address';
}

/** Phone numbers are kept without the plus sign that belongs to them. */
export function phoneNumber(phone: string): string {
  return `+${phone}`;
}

/** The name that a user or a provider gave; null when there is none. Anybody can write anything here. */
export function userName({ user_metadata: { full_name, name } }: AuthUser): string | null {
  const texts = [full_name, name].map((value) =>
    typeof value === 'string' ? replaceUnseen(value).trim() : '',
  );
  return texts.find((text) => text !== '') ?? null;
}

/** The ways a user can sign in, such as `email` and `github`, each once. */
export function providersOf({ identities = [], app_metadata }: AuthUser): string[] {
  const named: unknown[] = [app_metadata.providers, app_metadata.provider].flat();
  const providers = identities.length > 0 ? identities.map(({ provider }) => provider) : named;
  const texts = providers.filter((provider): provider is string => typeof provider === 'string');
  return [...new Set(texts)].filter((provider) => provider !== '');
}

const LABELS: Record<string, string> = {
  email: 'E-mail',
  phone: 'Phone',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  anonymous: 'Anonymous',
};

/** A provider's name as it writes itself. */
export function providerLabel(provider: string): string {
  return LABELS[provider] ?? `${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;
}
