import type { MailKind } from '@basalt/project';
import { mailLayout } from './mail-layout.ts';

/** A mail as three templates. Subject and text are plain, `html` is HTML. */
export interface MailTemplate {
  subject: string;
  html: string;
  text: string;
}

interface Wording {
  subject: string;
  heading: string;
  /** Plain text with placeholders. */
  lead: string;
  /** Label of the button; mails without a link have none. */
  button?: string;
  /** Default: the mail holds a code. */
  code?: false;
  closing: string;
}

const FACTOR =
  '{{ if eq .FactorType "totp" }}A code of an authenticator app{{ else }}A code sent to a phone{{ end }}';
/** What to do about a change that somebody else made. */
const NOT_YOU =
  'If that was you, there is nothing to do. If it was not, somebody else may be using your account: set a new password and tell those who run this service.';
const ONCE = 'The link and the code work once and for a short time.';

const WORDINGS: Readonly<Record<MailKind, Wording>> = {
  confirmation: {
    subject: 'Confirm your e-mail address',
    heading: 'Confirm your e-mail address',
    lead: 'You signed up with {{ .Email }}. Confirm that the address is yours to finish.',
    button: 'Confirm address',
    closing: `${ONCE} If you did not sign up, leave this mail unanswered: nothing happens without it.`,
  },
  recovery: {
    subject: 'Set a new password',
    heading: 'Set a new password',
    lead: 'Somebody asked for a new password for the account of {{ .Email }}.',
    button: 'Choose a new password',
    closing: `${ONCE} If that was not you, your password stays as it is and there is nothing to do.`,
  },
  magic_link: {
    subject: 'Your sign-in link',
    heading: 'Sign in',
    lead: 'Use this link to sign in as {{ .Email }}. No password is needed.',
    button: 'Sign in',
    closing: `${ONCE} If you did not ask to sign in, do not pass them on.`,
  },
  invite: {
    subject: 'You have been invited',
    heading: 'You have been invited',
    lead: 'An account for {{ .Email }} is waiting for you. Accept the invitation to use it.',
    button: 'Accept invitation',
    closing: `${ONCE} If you did not expect an invitation, you can leave this mail unanswered.`,
  },
  email_change: {
    subject: 'Confirm the change of your e-mail address',
    heading: 'Confirm your new address',
    lead: 'The address of your account is to change{{ if .Email }} from {{ .Email }}{{ end }} to {{ .NewEmail }}.',
    button: 'Confirm the change',
    closing: `${ONCE} If you did not ask for this, do not confirm it and change your password.`,
  },
  reauthentication: {
    subject: 'Your confirmation code',
    heading: 'Confirm that it is you',
    lead: 'Enter this code where you were asked for it.',
    closing: 'The code works once and for a short time. If you did not ask for it, change your password.',
  },
  password_changed_notification: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    lead: 'The password of your account {{ .Email }} was changed. Other devices have to sign in again.',
    code: false,
    closing: NOT_YOU,
  },
  email_changed_notification: {
    subject: 'The e-mail address of your account was changed',
    heading: 'Your e-mail address was changed',
    lead: 'The address of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
    code: false,
    closing:
      'If that was you, there is nothing to do. If it was not, tell those who run this service at once: this address no longer leads into the account.',
  },
  phone_changed_notification: {
    subject: 'The phone number of your account was changed',
    heading: 'Your phone number was changed',
    lead: 'The phone number of your account {{ .Email }} was changed{{ if .OldPhone }} from +{{ .OldPhone }}{{ end }} to +{{ .Phone }}.',
    code: false,
    closing: NOT_YOU,
  },
  mfa_factor_enrolled_notification: {
    subject: 'A second factor was added to your account',
    heading: 'A second factor was added',
    lead: `${FACTOR} is now asked for when somebody signs in as {{ .Email }}.`,
    code: false,
    closing: NOT_YOU,
  },
  mfa_factor_unenrolled_notification: {
    subject: 'A second factor was removed from your account',
    heading: 'A second factor was removed',
    lead: `${FACTOR} is no longer asked for when somebody signs in as {{ .Email }}.`,
    code: false,
    closing: NOT_YOU,
  },
  identity_linked_notification: {
    subject: 'Another way to sign in was added to your account',
    heading: 'Another way to sign in was added',
    lead: 'Your account {{ .Email }} can now be used by signing in with {{ .Provider }}.',
    code: false,
    closing: NOT_YOU,
  },
  identity_unlinked_notification: {
    subject: 'A way to sign in was removed from your account',
    heading: 'A way to sign in was removed',
    lead: 'Signing in with {{ .Provider }} no longer leads into your account {{ .Email }}.',
    code: false,
    closing: NOT_YOU,
  },
};

/** The mail that is sent where a project has no template of its own. */
export function builtInMail(kind: MailKind): MailTemplate {
  const { subject, heading, lead, button, code = true, closing } = WORDINGS[kind];
  const way = button
    ? `${button}:\n{{ .ConfirmationURL }}\n\nOr enter this code:\n{{ .Token }}`
    : '{{ .Token }}';
  const footer = 'Sent for {{ .SiteURL }}';
  return {
    subject,
    html: mailLayout({ heading, lead, button: button ?? null, code, closing, footer }),
    text: `${heading}\n\n${lead}\n\n${code ? `${way}\n\n` : ''}${closing}\n\n-- \n${footer}\n`,
  };
}
