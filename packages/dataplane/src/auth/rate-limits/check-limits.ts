import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { AuthErrorCode } from '../errors/error-codes.ts';

const FIVE_MINUTES = 300;
const HOUR = 3600;

/** Limits per client address: the setting's name and its window in seconds. */
const BY_CLIENT = {
  token_refresh: ['rate_limit_token_refresh', FIVE_MINUTES],
  verify: ['rate_limit_verify', FIVE_MINUTES],
  otp: ['rate_limit_otp', FIVE_MINUTES],
  oauth_authorize: ['rate_limit_token_refresh', FIVE_MINUTES],
  passkey_options: ['rate_limit_verify', FIVE_MINUTES],
  passkey_verify: ['rate_limit_verify', FIVE_MINUTES],
  sso: ['rate_limit_verify', FIVE_MINUTES],
  saml_answer: ['rate_limit_verify', FIVE_MINUTES],
  web3: ['rate_limit_web3', FIVE_MINUTES],
  anonymous: ['rate_limit_anonymous_users', HOUR],
} as const;

// Six digits: this many guesses per five minutes, from wherever they come, find nothing.
const GUESSES_PER_ADDRESS = 15;

/** Throws `over_request_rate_limit` when the client's address asked too often. */
export function limitClient(context: AuthContext, what: keyof typeof BY_CLIENT): void {
  const [setting, seconds] = BY_CLIENT[what];
  take(context, `${what} ${context.ip}`, context.settings[setting], seconds, 'over_request_rate_limit');
}

const BY_PROJECT = {
  mail: ['rate_limit_email_sent', 'over_email_send_rate_limit'],
  sms: ['rate_limit_sms_sent', 'over_sms_send_rate_limit'],
} as const;

/**
 * Counts a message of the project. Throws `over_email_send_rate_limit`, `over_sms_send_rate_limit`. With `look` it is
 * not counted.
 */
export function limitMessages(
  context: AuthContext,
  channel: 'mail' | 'sms',
  how: 'take' | 'look' = 'take',
): void {
  const [setting, code] = BY_PROJECT[channel];
  take(context, channel, context.settings[setting], HOUR, code, how);
}

/** When a mail was last one too many for the project's hour; null: never since the service started. */
export function mailRefusedAt({ services, project }: AuthContext): Date | null {
  return services.limits.refusedAt(`${project.ref} mail`);
}

/** Counts an attempt to guess a code that was sent to an address. Throws `over_request_rate_limit`. */
export function limitGuesses(context: AuthContext, address: string): void {
  take(context, `guess ${address}`, GUESSES_PER_ADDRESS, FIVE_MINUTES, 'over_request_rate_limit');
}

function take(
  { services, project }: AuthContext,
  key: string,
  limit: number,
  seconds: number,
  code: AuthErrorCode,
  how: 'take' | 'look' = 'take',
): void {
  const wait = services.limits[how](`${project.ref} ${key}`, limit, seconds);
  if (wait !== null) throw new AuthError(code, undefined, { retryAfter: wait });
}
