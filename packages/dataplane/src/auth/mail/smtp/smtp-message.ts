import type { SmtpSettings } from '@basalt/project';
import { type ComposedMail, headerText } from '../compose-mail.ts';
import { isMailAddress } from './mail-address.ts';

type Sender = Pick<SmtpSettings, 'admin_email' | 'sender_name'>;

/**
 * A mail as the library wants it: addresses apart from names, so that neither is read as the other, and one-line headers.
 * Throws the failure that a mail server's refusal of an address is when one is none: the library would quote and fold it.
 */
export function smtpMessage({ admin_email, sender_name }: Sender, recipient: string, mail: ComposedMail) {
  if (!isMailAddress(admin_email) || !isMailAddress(recipient))
    throw Object.assign(new Error('A mail needs valid addresses.'), { code: 'EENVELOPE' });
  return {
    from: { name: headerText(sender_name), address: admin_email },
    to: { name: '', address: recipient },
    subject: headerText(mail.subject),
    html: mail.html,
    text: mail.text,
  };
}
