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
      const { account_sid, sender } = settings;
      const account = encodeURIComponent(account_sid);
      const path = `/2010-04-01/Accounts/${account}/Messages.json`;
      const { ok, answer } = await postForm(fetch, 'Twilio', `${address}${path}`, {
        headers: twilioHeaders(settings),
        form: {
          To: addressed(`+${to}`, channel),
          ...(MESSAGING_SERVICE.test(sender)
            ? { MessagingServiceSid: sender }
            : { From: addressed(sender, channel) }),
          Body: body,
        },
      });
      if (ok && typeof answer.sid === 'string') return { messageId: answer.sid };
      throw refusedBy('Twilio', answer.code);
    },
  };
}

/** Says who asks, as all of Twilio's services want it. */
export function twilioHeaders({ account_sid, auth_token }: TwilioSettings): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString('base64')}` };
}

function addressed(number: string, channel: 'sms' | 'whatsapp'): string {
  return channel === 'whatsapp' ? `whatsapp:${number}` : number;
}

export type Json = Readonly<Record<string, unknown>>;

/** Asks a service to send a message. An answer that is no JSON object reads as an empty one. Throws `sms_send_failed`. */
export async function postForm(
  fetch: OutgoingFetch,
  service: string,
  address: string,
  { headers, form }: { headers: Record<string, string>; form: Record<string, string> },
): Promise<{ ok: boolean; status: number; answer: Json }> {
  const request = { method: 'POST', headers, body: new URLSearchParams(form) };
  const response = await fetch(address, request, LIMITS).catch((cause: unknown) => {
    const message = `The text message was not sent: ${service} did not answer.`;
    throw new AuthError('sms_send_failed', message, { cause });
  });
  const { ok, status } = response;
  return { ok, status, answer: asObject(await response.json().catch(() => ({}))) };
}

/**
 * What is told when a service did not take a message. Its words may name the account and numbers; its codes are explained in its
 * documentation.
 */
export function refusedBy(service: string, failure: unknown): AuthError {
  const code = /^\d{1,9}$/.test(String(failure)) ? ` with code ${failure}` : '';
  return new AuthError(
    'sms_send_failed',
    `The text message was not sent: ${service} refused it${code}. Check the phone settings of the project.`,
  );
}

export function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

export function asList(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}
