import type { MailKind, ProjectSnapshot } from '@basalt/project';
import { AuthError } from '../errors/auth-error.ts';
import type { Executor } from '../store/run-transaction.ts';
import { type ComposedMail, composeMail } from './compose-mail.ts';
import { keepMessage } from './mailbox/mailbox-store.ts';
import { isMailAddress } from './smtp/mail-address.ts';
import { isRefusal, smtpFailureCause, smtpFailureMessage } from './smtp/smtp-failure.ts';
import type { SmtpSender } from './smtp/smtp-sender.ts';
import { escapeHtml } from './template/fill-template.ts';
import { type VerifyLinkType, verifyLink } from './verify-link.ts';

export interface TestMail {
  to: string;
  /** Null: a mail that only says that mail arrives. Else what users get of this kind, with a link and a code that do nothing. */
  kind: MailKind | null;
}

/** Of mails that have a link; a template that names one all the same gets some. */
const LINK_TYPES: Readonly<Partial<Record<MailKind, VerifyLinkType>>> = {
  confirmation: 'signup',
  recovery: 'recovery',
  magic_link: 'magiclink',
  invite: 'invite',
  email_change: 'email_change',
};

/** Sends a mail to the project's owner. Throws `email_address_invalid`, and `unexpected_failure` (422) with the server's code. */
export type SendTestMail = (
  project: ProjectSnapshot,
  db: Executor,
  mail: TestMail,
) => Promise<{ delivered: 'server' | 'mailbox' }>;

export function testMailSending(sender: SmtpSender): SendTestMail {
  return async (project, db, { to, kind }) => {
    if (!isMailAddress(to)) throw new AuthError('email_address_invalid');
    const mail = kind === null ? arrivalMail(project) : exampleMail(project, kind, to);
    const { smtp } = project.auth;
    if (smtp === null) {
      await keepMessage(db, {
        channel: 'email',
        kind: 'test',
        recipient: to,
        ...mail,
        code: null,
        link: null,
      });
      return { delivered: 'mailbox' };
    }
    try {
      await sender.send(project.ref, smtp, to, mail);
    } catch (error) {
      const cause = smtpFailureCause(error);
      // The owner of the server asks, who is helped by its code; its words stay out all the same.
      const code = isRefusal(error) ? ` ${cause.message}.` : '';
      throw new AuthError('unexpected_failure', `${smtpFailureMessage(error)}${code}`, {
        status: 422,
        cause,
      });
    }
    return { delivered: 'server' };
  };
}

function arrivalMail({ auth: { site_url } }: ProjectSnapshot): ComposedMail {
  const text = `This is a test. Mail to the users of ${site_url} goes out through this server.`;
  return { subject: 'Test of the mail server', html: `<p>${escapeHtml(text)}</p>`, text };
}

function exampleMail({ auth: settings, linkUrl }: ProjectSnapshot, kind: MailKind, to: string): ComposedMail {
  const tokenHash = 'example';
  const mail = composeMail(settings, kind, {
    ConfirmationURL: verifyLink({
      linkUrl,
      redirectTo: settings.site_url,
      tokenHash,
      type: LINK_TYPES[kind] ?? 'magiclink',
    }),
    Token: '1234567890'.slice(0, settings.mailer_otp_length),
    TokenHash: tokenHash,
    SiteURL: settings.site_url,
    Email: to,
    NewEmail: kind === 'email_change' ? to : '',
    RedirectTo: settings.site_url,
    OldEmail: `former-${to}`,
    Phone: '4915112345678',
    OldPhone: '4915187654321',
    Provider: 'google',
    FactorType: 'totp',
    Data: {},
  });
  return { ...mail, subject: `[Test] ${mail.subject}` };
}
