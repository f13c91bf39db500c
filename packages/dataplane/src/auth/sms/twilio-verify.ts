import type { OutgoingFetch } from '@basalt/network';
import type { TwilioSettings } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import type { CheckSentCode } from './sms-port.ts';
import { postForm, refusedBy, type SmsProvider, twilioHeaders } from './sms-provider.ts';

const ADDRESS = 'https://verify.twilio.com';
const SERVICE = 'Twilio Verify';
/** There is no verification any more: it was approved, or it is too old. */
const NOT_FOUND = 404;
/** Of this code too many wrong ones were tried. */
const TOO_MANY_CHECKS = 60202;

/** Has codes made and sent by a service of Twilio Verify: which code it was only that service knows, and its text is its own. */
export function twilioVerifyProvider(
  settings: TwilioSettings,
  fetch: OutgoingFetch,
  address = ADDRESS,
): SmsProvider {
  return {
    async deliver(_tx, { to, channel }) {
      const { ok, answer } = await postForm(fetch, SERVICE, resource(address, settings, 'Verifications'), {
        headers: twilioHeaders(settings),
        form: { To: `+${to}`, Channel: channel },
      });
      if (ok && typeof answer.sid === 'string') return { messageId: answer.sid };
      throw refusedBy(SERVICE, answer.code);
    },
  };
}

/**
 * Asks Twilio Verify whether a code is the one it sent. It says yes to each code once.
 * @param address only tests say where it is
 */
export function twilioCodeChecking(fetch: OutgoingFetch, address = ADDRESS): CheckSentCode {
  return async (settings, phone, code) => {
    const request = { headers: twilioHeaders(settings), form: { To: `+${phone}`, Code: code } };
    const { ok, status, answer } = await postForm(
      fetch,
      SERVICE,
      resource(address, settings, 'VerificationCheck'),
      request,
    ).catch((cause: unknown) => {
      throw notChecked('did not answer', cause);
    });
    if (ok) return answer.status === 'approved' && answer.valid === true;
    if (status === NOT_FOUND || answer.code === TOO_MANY_CHECKS) return false;
    throw notChecked(`refused it with status ${status}. Check the phone settings of the project`);
  };
}

function resource(address: string, { sender }: TwilioSettings, name: string): string {
  return `${address}/v2/Services/${encodeURIComponent(sender)}/${name}`;
}

function notChecked(why: string, cause?: unknown): AuthError {
  return new AuthError('unexpected_failure', `The code could not be checked: ${SERVICE} ${why}.`, { cause });
}
