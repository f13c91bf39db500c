import { chooseSmsProvider } from './choose-sms-provider.ts';
import { smsBody } from './sms-body.ts';
import type { SendSms } from './sms-port.ts';
import { smsTestCode } from './test-code.ts';

/** Numbers with a fixed code get no message: whoever tests with them knows it. */
export const sendSms: SendSms = async ({ auth: settings }, tx, message) => {
  if (smsTestCode(settings, message.to) !== null) return { messageId: 'test-otp' };
  const provider = chooseSmsProvider(settings);
  return provider.deliver(tx, message, smsBody(settings.sms_template, message.code));
};
