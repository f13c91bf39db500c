import type { AuthMailKind, AuthNotification } from '@basalt/contract';
import type { Setting } from './setting.ts';

export type MailKind = AuthMailKind;

export interface TemplateSection {
  kind: MailKind;
  title: string;
  /** When it is sent. */
  when: string;
  /** What is saved: "Saved the … settings". */
  what: string;
  /** Whether it is sent at all; null for mails that always are. */
  enabled: Setting | null;
  subject: Setting;
  content: Setting;
  /** All of them. */
  settings: readonly Setting[];
}

/** Shown in empty fields. */
const WAY_ON = '<h2>Hello</h2>\n<p><a href="{{ .ConfirmationURL }}">Go on</a> or enter {{ .Token }}</p>';
const ACCOUNT_CHANGED = '<h2>Hello</h2>\n<p>Your account {{ .Email }} was changed.</p>';

/** What the mails of a project say, in the order in which users meet them. */
export const TEMPLATE_SECTIONS: readonly TemplateSection[] = [
  template('confirmation', 'Sign-up confirmation', 'To somebody who signed up, to prove the address.'),
  template('invite', 'Invitation', 'To somebody whom you invite.'),
  template('magic_link', 'Magic link', 'To somebody who signs in without a password.'),
  template('recovery', 'Password recovery', 'To somebody who forgot the password.'),
  template(
    'email_change',
    'Change of e-mail address',
    'To the new address, and to the old one where both confirm.',
  ),
  template('reauthentication', 'Check before a change', 'A code, before another password is set.'),
];

/** The mails that tell users what changed in their account, each with its switch. */
export const NOTIFICATION_SECTIONS: readonly TemplateSection[] = [
  notification('password_changed', 'Password changed', 'Another password was set.'),
  notification('email_changed', 'E-mail address changed', 'To the former address, once the new one counts.'),
  notification('phone_changed', 'Phone number changed', 'Another phone number was confirmed.'),
  notification(
    'mfa_factor_enrolled',
    'Second factor added',
    'A second factor was verified for the first time.',
  ),
  notification('mfa_factor_unenrolled', 'Second factor removed', 'A verified second factor was taken away.'),
  notification('identity_linked', 'Identity linked', 'The user can sign in with another provider.'),
  notification('identity_unlinked', 'Identity unlinked', 'The user can no longer sign in with a provider.'),
];

/** What stands for what in all of them. */
export const PLACEHOLDERS: readonly [name: string, meaning: string][] = [
  ['{{ .ConfirmationURL }}', 'the link that does it'],
  ['{{ .Token }}', 'the code to type in'],
  ['{{ .TokenHash }}', 'for a link of your own to verifyOtp'],
  ['{{ .SiteURL }}', 'your site URL'],
  ['{{ .RedirectTo }}', 'where the link leads at last'],
  ['{{ .Email }}', 'the address of the user'],
  ['{{ .NewEmail }}', 'the address to come, when it is changed'],
  ['{{ .OldEmail }}', 'the former address, in the notification of its change'],
  ['{{ .Phone }}', 'the phone number of the user'],
  ['{{ .OldPhone }}', 'the former number, in the notification of its change'],
  ['{{ .Provider }}', 'the provider of an identity, in notifications'],
  ['{{ .FactorType }}', 'the kind of a second factor, in notifications: totp or phone'],
  ['{{ .Data.name }}', 'a field of what the user said at sign-up'],
];

function template(kind: MailKind, title: string, when: string): TemplateSection {
  return { kind, title, when, what: title.toLowerCase(), enabled: null, ...fieldsOf(kind, WAY_ON) };
}

function notification(name: AuthNotification, title: string, when: string): TemplateSection {
  const kind = `${name}_notification` as const;
  const fields = fieldsOf(kind, ACCOUNT_CHANGED);
  const enabled: Setting = {
    kind: 'switch',
    name: `mailer_notifications_${name}_enabled`,
    label: 'Send this notification',
    description: 'To users with an e-mail address. It counts toward the mails per hour.',
  };
  const what = `notification ${title.toLowerCase()}`;
  return { kind, title, when, what, enabled, ...fields, settings: [enabled, ...fields.settings] };
}

function fieldsOf(kind: MailKind, placeholder: string) {
  const subject: Setting = {
    kind: 'text',
    name: `mailer_subjects_${kind}`,
    label: 'Subject',
    description: 'Empty: the subject that is built in.',
  };
  const content: Setting = {
    kind: 'html',
    name: `mailer_templates_${kind}_content`,
    label: 'Content',
    description: 'HTML. Empty: the mail that is built in. The plain text is made of it.',
    placeholder,
  };
  return { subject, content, settings: [subject, content] };
}
