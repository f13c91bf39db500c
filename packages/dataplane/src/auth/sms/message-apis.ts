import type { OutgoingFetch } from '@basalt/network';
import type { SmsAccount } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import { asList, asObject, type Json, postForm, refusedBy, type SmsProvider } from './sms-provider.ts';

/** How a service that takes text messages is spoken to. */
interface MessageApi {
  title: string;
  address: string;
  headers?: (account: SmsAccount) => Record<string, string>;
  /** @param to digits with country code, without `+` */
  form: (account: SmsAccount, to: string, body: string) => Record<string, string>;
  /** The service's id of the message; undefined when it did not take it. */
  messageId: (answer: Json) => unknown;
  /** Which of its documented failures it was. */
  failure: (answer: Json) => unknown;
}

const NOT_ASCII = /[^\n\r\x20-\x7e]/;

/** The services that have one account, one sender and one address. */
const MESSAGE_APIS: Readonly<Record<SmsAccount['provider'], MessageApi>> = {
  messagebird: {
    title: 'MessageBird',
    address: 'https://rest.messagebird.com/messages',
    headers: ({ key }) => ({ authorization: `AccessKey ${key}` }),
    form: ({ sender }, to, body) => ({
      originator: sender,
      body,
      recipients: to,
      type: 'sms',
      datacoding: 'unicode',
    }),
    messageId: (answer) => (Number(asObject(answer.recipients).totalSentCount) > 0 ? answer.id : undefined),
    failure: (answer) => asList(answer.errors)[0]?.code,
  },
  textlocal: {
    title: 'Textlocal',
    address: 'https://api.textlocal.in/send',
    form: ({ key, sender }, to, body) => ({ sender, apikey: key, message: body, numbers: to }),
    messageId: (answer) => (answer.status === 'success' ? asList(answer.messages)[0]?.id : undefined),
    failure: (answer) => asList(answer.errors)[0]?.code,
  },
  vonage: {
    title: 'Vonage',
    address: 'https://rest.nexmo.com/sms/json',
    form: ({ key, secret, sender }, to, body) => ({
      from: sender,
      to,
      text: body,
      api_key: key,
      api_secret: secret,
      ...(NOT_ASCII.test(body) ? { type: 'unicode' } : {}),
    }),
    messageId(answer) {
      const [message] = asList(answer.messages);
      return message?.status === '0' ? message['message-id'] : undefined;
    },
    failure: (answer) => asList(answer.messages)[0]?.status,
  },
};

/** Sends text messages through an account of the project's owner at one of these services. */
export function messageApiProvider(account: SmsAccount, fetch: OutgoingFetch): SmsProvider {
  const api = MESSAGE_APIS[account.provider];
  return {
    async deliver(_tx, { to, channel }, body) {
      if (channel === 'whatsapp')
        throw new AuthError(
          'sms_send_failed',
          `The message was not sent: ${api.title} has no WhatsApp here.`,
        );
      const { ok, answer } = await postForm(fetch, api.title, api.address, {
        headers: api.headers?.(account) ?? {},
        form: api.form(account, to, body),
      });
      const id = ok ? api.messageId(answer) : undefined;
      if (id === undefined) throw refusedBy(api.title, api.failure(answer));
      return { messageId: String(id) };
    },
  };
}
