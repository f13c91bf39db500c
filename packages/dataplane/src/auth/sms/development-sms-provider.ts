import { keepMessage } from '../mail/mailbox/mailbox-store.ts';
import type { SmsProvider } from './sms-provider.ts';

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
