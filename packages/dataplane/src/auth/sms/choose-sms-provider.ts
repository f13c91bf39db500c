import type { OutgoingFetch } from '@basalt/network';
import type { AuthSettings } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import { developmentSmsProvider } from './development-sms-provider.ts';
import type { SmsProvider } from './sms-provider.ts';
import { twilioSmsProvider } from './twilio-sms-provider.ts';

/**
 * The provider that the settings name; with none, the development mailbox.
 * @param twilioAddress only tests say where Twilio is
 * @throws {AuthError} sms_send_failed when it is one that this service cannot talk to
 */
export function chooseSmsProvider(
  { sms_provider, twilio }: Pick<AuthSettings, 'sms_provider' | 'twilio'>,
  fetch: OutgoingFetch,
  twilioAddress?: string,
): SmsProvider {
  if (!sms_provider) return developmentSmsProvider;
  if (sms_provider === 'twilio' && twilio !== null) return twilioSmsProvider(twilio, fetch, twilioAddress);
  const name = /^[\w-]{1,40}$/.test(sms_provider) ? sms_provider : 'in the settings';
  throw new AuthError(
    'sms_send_failed',
    `The text message was not sent: the SMS provider ${name} is not supported yet. Remove it from the settings to see messages in the development mailbox.`,
  );
}
