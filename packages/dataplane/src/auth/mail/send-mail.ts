import type { ProjectSnapshot, SmtpSettings } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import { type ComposedMail, composeMail } from './compose-mail.ts';
import type { MailMessage, SendMail } from './mail-port.ts';
import { keepMessage } from './mailbox/mailbox-store.ts';
import { isMailAddress } from './smtp/mail-address.ts';
import { smtpFailureCause, smtpFailureMessage } from './smtp/smtp-failure.ts';
import type { SmtpSender } from './smtp/smtp-sender.ts';
import { verifyLink } from './verify-link.ts';

interface KeptMail extends ComposedMail {
  code: string | null;
  link: string | null;
}

/**
 * How the service sends mail: over the project's SMTP server, or into its development mailbox, where it is part of the
 * caller's transaction. Either happens at once; `deliverMail` and `notify` decide when that is.
 */
export function mailSending(sender: SmtpSender): SendMail {
  return async (project, db, message) => {
    if (!isMailAddress(message.to)) throw new AuthError('email_address_invalid');
    const mail = compose(project, message);
    const { smtp } = project.auth;
    if (smtp === null)
      await keepMessage(db, { channel: 'email', kind: message.kind, recipient: message.to, ...mail });
    else await send(sender, project, smtp, message.to, mail);
  };
}

function compose(project: ProjectSnapshot, message: MailMessage): KeptMail {
  const { auth: settings } = project;
  const { kind, user } = message;
  const common = {
    SiteURL: settings.site_url,
    Email: user.email ?? '',
    Phone: user.phone ?? '',
    Data: user.raw_user_meta_data ?? {},
  };
  if ('details' in message) {
    const mail = composeMail(settings, kind, { ...common, ...message.details });
    return { ...mail, code: null, link: null };
  }
  const { otp, redirectTo } = message;
  const link = message.link && verifyLink({ linkUrl: project.linkUrl, redirectTo, ...message.link });
  const mail = composeMail(settings, kind, {
    ...common,
    ConfirmationURL: link ?? '',
    Token: otp,
    TokenHash: message.link?.tokenHash ?? '',
    NewEmail: user.email_change ?? '',
    RedirectTo: redirectTo,
  });
  return { ...mail, code: otp, link };
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
