import type { OutgoingFetch } from '@basalt/network';
import type { TwilioSettings } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import { keepMessage } from '../mail/mailbox/mailbox-store.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { SmsMessage } from './sms-port.ts';

/** Delivers text messages. */
export interface SmsProvider {
  /**
   * @param body the whole text, code included
   * @returns the provider's id of the message
   * @throws {AuthError} sms_send_failed
   */
  deliver(tx: Transaction, message: SmsMessage, body: string): Promise<{ messageId: string }>;
}

/** Leaves the message in the project's development mailbox, where the dashboard shows it with its code. */
export const developmentSmsProvider: SmsProvider = {
  async deliver(tx, { kind, to, code }, body) {
    const { id } = await keepMessage(tx, {
      channel: 'sms',
      kind,
      recipient: to,
      subject: '',
      html: '',
      text: body,
      code,
      link: null,
    });
    return { messageId: `mailbox-${id}` };
  },
};

const TWILIO_ADDRESS = 'https://api.twilio.com';
const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
/** The id of a messaging service; anything else is a number or a name to send from. */
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/i;

/** Sends text messages through the account of the project's owner at Twilio, as its Messages resource wants them. */
export function twilioSmsProvider(
  settings: TwilioSettings,
  fetch: OutgoingFetch,
  address = TWILIO_ADDRESS,
): SmsProvider {
  return {
    async deliver(_tx, { to, channel }, body) {
      const { account_sid, auth_token, sender } = settings;
      const account = encodeURIComponent(account_sid);
      const response = await fetch(
        `${address}/2010-04-01/Accounts/${account}/Messages.json`,
        {
          method: 'POST',
          headers: {
            authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}`,
          },
          body: new URLSearchParams({
            To: addressed(`+${to}`, channel),
            ...(MESSAGING_SERVICE.test(sender)
              ? { MessagingServiceSid: sender }
              : { From: addressed(sender, channel) }),
            Body: body,
          }),
        },
        LIMITS,
      ).catch((cause: unknown) => {
        throw new AuthError('sms_send_failed', 'The text message was not sent: Twilio did not answer.', {
          cause,
        });
      });
      const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
      if (response.ok && typeof answer.sid === 'string') return { messageId: answer.sid };
      // Twilio's words may name the account and numbers; its codes are explained in its documentation.
      const code = Number.isSafeInteger(answer.code) ? ` with code ${answer.code}` : '';
      throw new AuthError(
        'sms_send_failed',
        `The text message was not sent: Twilio refused it${code}. Check the phone settings of the project.`,
      );
    },
  };
}

function addressed(number: string, channel: 'sms' | 'whatsapp'): string {
  return channel === 'whatsapp' ? `whatsapp:${number}` : number;
}
