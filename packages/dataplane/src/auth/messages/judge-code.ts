import type { AuthContext } from '../auth-context.ts';
import { hookKind } from '../hooks/call/call-hook.ts';
import { fitsOtp } from '../one-time-tokens/issue-token.ts';
import { smsTestCode } from '../sms/sms-port.ts';

/** What the provider says of a code; null: codes for this phone number are made here, and their hash says it. */
export type Judgement = boolean | null;

/**
 * Asks the provider about a code, where it is one that makes the codes itself. Takes seconds: no transaction may be open.
 * Throws `unexpected_failure` when it cannot be asked, `over_request_rate_limit`.
 */
export async function judgeCode(context: AuthContext, phone: string, code: string): Promise<Judgement> {
  const { services, settings, project } = context;
  const { twilio } = settings;
  if (!makesOwnCodes(context) || twilio === null || smsTestCode(settings, phone) !== null) return null;
  if (code === '') return false;
  return services.waitingForProviders(project.ref, () => services.checkSentCode(twilio, phone, code));
}

/** Whether the provider makes and checks codes itself. What a hook sends is made here. */
export function makesOwnCodes(context: AuthContext): boolean {
  return context.settings.sms_provider === 'twilio_verify' && hookKind(context, 'send_sms') === null;
}

/** Whether a code is the one that was sent to a phone. What the provider sent counts only where something was asked for. */
export function fitsJudged(
  stored: string | null,
  phone: string,
  code: string,
  judgement: Judgement,
): boolean {
  return judgement === null ? fitsOtp(stored, phone, code) : judgement && Boolean(stored);
}
