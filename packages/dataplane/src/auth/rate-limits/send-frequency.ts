import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';
import { instant, type TimeText } from '../store/write-row.ts';
import { limitMessages } from './check-limits.ts';

type Channel = 'mail' | 'sms';

/** Throws when the last message of this kind to this user is not old enough (`smtp_max_frequency`, `sms_max_frequency`). */
export function checkFrequency(context: AuthContext, channel: Channel, sentAt: TimeText): void {
  const passed = (context.now.getTime() - instant(sentAt)) / 1000;
  if (passed < frequency(context, channel)) tooSoon(channel, frequency(context, channel) - passed);
}

/**
 * The same for an address where there is nothing to send to. It answers like one that gets a message, so that asking twice
 * does not tell which of both it is. `purpose`: what the message would have been.
 */
export function checkFrequencyOfNobody(
  context: AuthContext,
  channel: Channel,
  purpose: OneTimeTokenType,
  address: string,
): void {
  const key = `${context.project.ref} nobody ${channel} ${purpose} ${address}`;
  const wait = context.services.limits.takeEvery(key, frequency(context, channel));
  if (wait !== null) tooSoon(channel, wait);
  limitMessages(context, channel, 'look');
}

function frequency({ settings }: AuthContext, channel: Channel): number {
  return channel === 'mail' ? settings.smtp_max_frequency : settings.sms_max_frequency;
}

function tooSoon(channel: Channel, waitSeconds: number): never {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  throw new AuthError(
    channel === 'mail' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { retryAfter: seconds },
  );
}
