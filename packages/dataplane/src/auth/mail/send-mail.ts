import type { ProjectSnapshot } from '../../project/project-snapshot.ts';
import type { SmtpSettings } from '../auth-settings.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { Transaction } from '../store/transaction.ts';
import { type ComposedMail, composeMail } from './compose-mail.ts';
import type { MailMessage, SendMail } from './mail-port.ts';
import { keepMessage } from './mailbox/mailbox-store.ts';
import { isMailAddress } from './smtp/mail-address.ts';
import { smtpFailureCause, smtpFailureMessage } from './smtp/smtp-failure.ts';
import type { SmtpSender } from './smtp/smtp-sender.ts';
import { verifyLink } from './verify-link.ts';

/**
 * How the service sends mail: over the project's SMTP server, or into its development mailbox, where it is part of the
 * caller's transaction. Either happens at once; `deliverMail` decides when that is.
 */
export function mailSending(sender: SmtpSender): SendMail {
  return async (project, tx, message) => {
    if (!isMailAddress(message.to)) throw new AuthError('email_address_invalid');
    const link = linkOf(project, message);
    const mail = compose(project, message, link ?? '');
    const { smtp } = project.auth;
    if (smtp === null) await keep(tx, message, mail, link);
    else await send(sender, project, smtp, message.to, mail);
  };
}

function linkOf({ publicUrl }: ProjectSnapshot, { link, redirectTo }: MailMessage): string | null {
  return link && verifyLink({ publicUrl, redirectTo, ...link });
}

function compose({ auth: settings }: ProjectSnapshot, message: MailMessage, link: string): ComposedMail {
  const { kind, user, otp, redirectTo } = message;
  return composeMail(settings, kind, {
    ConfirmationURL: link,
    Token: otp,
    TokenHash: message.link?.tokenHash ?? '',
    SiteURL: settings.site_url,
    Email: user.email ?? '',
    NewEmail: user.email_change ?? '',
    RedirectTo: redirectTo,
    Data: user.raw_user_meta_data ?? {},
  });
}

async function keep(
  tx: Transaction,
  { kind, to, otp }: MailMessage,
  mail: ComposedMail,
  link: string | null,
) {
  await keepMessage(tx, { channel: 'email', kind, recipient: to, ...mail, code: otp, link });
}

async function send(
  sender: SmtpSender,
  { ref }: ProjectSnapshot,
  smtp: SmtpSettings,
  to: string,
  mail: ComposedMail,
): Promise<void> {
  try {
    await sender.send(ref, smtp, to, mail);
  } catch (error) {
    throw new AuthError('unexpected_failure', smtpFailureMessage(error), { cause: smtpFailureCause(error) });
  }
}
