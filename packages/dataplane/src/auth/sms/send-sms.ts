import type { OutgoingFetch } from '@basalt/network';
import { chooseSmsProvider } from './choose-sms-provider.ts';
import { developmentSmsProvider } from './development-sms-provider.ts';
import { smsBody } from './sms-body.ts';
import type { SendSms } from './sms-port.ts';
import { smsTestCode } from './test-code.ts';

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
