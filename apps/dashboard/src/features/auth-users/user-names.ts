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

const BROWSERS: ReadonlyArray<[RegExp, string]> = [
  // Those that name another browser beside themselves come before it.
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: ReadonlyArray<[RegExp, string]> = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_LENGTH = 40;

/** "Firefox on Windows" from what a client says about itself; what is not a browser is cut to its first word. */
export function deviceName(userAgent: string | null): string {
  const text = (userAgent ?? '').trim();
  if (text === '') return 'Unknown device';
  const browser = nameIn(BROWSERS, text);
  const system = nameIn(SYSTEMS, text);
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  if (browser !== null) return browser;
  return shorten(text.split(/\s/, 1)[0] ?? text);
}

function nameIn(names: ReadonlyArray<[RegExp, string]>, text: string): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function shorten(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
