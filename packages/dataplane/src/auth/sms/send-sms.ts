import type { OutgoingFetch } from '@basalt/network';
import type { AuthSettings } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import { fillTextTemplate } from '../mail/template/fill-template.ts';
import { messageApiProvider } from './message-apis.ts';
import { type SendSms, smsTestCode } from './sms-port.ts';
import { developmentSmsProvider, type SmsProvider, twilioSmsProvider } from './sms-provider.ts';
import { twilioVerifyProvider } from './twilio-verify.ts';

/**
 * Numbers with a fixed code get no message: whoever tests with them knows it. What goes to a provider leaves after the
 * commit, because a slow one must not hold the few connections of the project; its id is not known then.
 * @param twilioAddress only tests say where Twilio is
 */
export function smsSending(fetch: OutgoingFetch, twilioAddress?: string): SendSms {
  return async ({ auth: settings }, tx, message, takeBack) => {
    if (smsTestCode(settings, message.to) !== null) return { messageId: 'test-otp' };
    const provider = chooseSmsProvider(settings, fetch, twilioAddress);
    const body = smsBody(settings.sms_template, message.code);
    if (provider === developmentSmsProvider) return provider.deliver(tx, message, body);
    tx.afterCommit(async () => {
      try {
        await provider.deliver(tx, message, body);
      } catch (error) {
        await takeBack().catch(() => {});
        throw error;
      }
    });
    return { messageId: null };
  };
}

/**
 * The provider that the settings name; with none, the development mailbox.
 * @param twilioAddress only tests say where Twilio is
 * @throws {AuthError} sms_send_failed when it is one that this service cannot talk to
 */
export function chooseSmsProvider(
  { sms_provider, twilio, sms_account }: Pick<AuthSettings, 'sms_provider' | 'twilio' | 'sms_account'>,
  fetch: OutgoingFetch,
  twilioAddress?: string,
): SmsProvider {
  if (!sms_provider) return developmentSmsProvider;
  if (sms_provider === 'twilio' && twilio !== null) return twilioSmsProvider(twilio, fetch, twilioAddress);
  if (sms_provider === 'twilio_verify' && twilio !== null)
    return twilioVerifyProvider(twilio, fetch, twilioAddress);
  if (sms_account !== null) return messageApiProvider(sms_account, fetch);
  const name = /^[\w-]{1,40}$/.test(sms_provider) ? sms_provider : 'in the settings';
  throw new AuthError(
    'sms_send_failed',
    `The text message was not sent: the SMS provider ${name} is not supported yet. Remove it from the settings to see messages in the development mailbox.`,
  );
}

/** What a text message says where the project has no template of its own. */
const BUILT_IN = 'Your code is {{ .Code }}';
const LONGEST = 1600;

/** The text of a message that carries a one-time code. A template that forgot the code gets it at its end. */
export function smsBody(template: string, code: string): string {
  const body = fillTextTemplate(template.trim() || BUILT_IN, { Code: code }).slice(0, LONGEST);
  return body.includes(code) ? body : `${body} ${code}`;
}
