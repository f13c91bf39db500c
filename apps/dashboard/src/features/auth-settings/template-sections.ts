import type { AUTH_MAIL_KINDS } from '@basalt/contract';
import type { Setting } from './setting.ts';

export type MailKind = (typeof AUTH_MAIL_KINDS)[number];

export interface TemplateSection {
  kind: MailKind;
  title: string;
  /** When it is sent. */
  when: string;
  settings: readonly [subject: Setting, content: Setting];
}

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

/** What stands for what in all of them. */
export const PLACEHOLDERS: readonly [name: string, meaning: string][] = [
  ['{{ .ConfirmationURL }}', 'the link that does it'],
  ['{{ .Token }}', 'the code to type in'],
  ['{{ .TokenHash }}', 'for a link of your own to verifyOtp'],
  ['{{ .SiteURL }}', 'your site URL'],
  ['{{ .RedirectTo }}', 'where the link leads at last'],
  ['{{ .Email }}', 'the address of the user'],
  ['{{ .NewEmail }}', 'the address to come, when it is changed'],
  ['{{ .Data.name }}', 'a field of what the user said at sign-up'],
];

function template(kind: MailKind, title: string, when: string): TemplateSection {
  return {
    kind,
    title,
    when,
    settings: [
      {
        kind: 'text',
        name: `mailer_subjects_${kind}`,
        label: 'Subject',
        description: 'Empty: the subject that is built in.',
      },
      {
        kind: 'html',
        name: `mailer_templates_${kind}_content`,
        label: 'Content',
        description: 'HTML. Empty: the mail that is built in. The plain text is made of it.',
        placeholder:
          '<h2>Hello</h2>\n<p><a href="{{ .ConfirmationURL }}">Go on</a> or enter {{ .Token }}</p>',
      },
    ],
  };
}
