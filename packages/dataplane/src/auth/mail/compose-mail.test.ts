import type { MailKind } from '@basalt/project';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAIL_KINDS, TOKEN_MAIL_KINDS } from '../mail-kinds.ts';
import { composeMail } from './compose-mail.ts';

const NONE = Object.fromEntries(MAIL_KINDS.map((kind) => [kind, ''])) as Record<MailKind, string>;
const BUILT_IN = { mailer_subjects: NONE, mailer_templates: NONE };
const values = {
  ConfirmationURL: 'https://api.test/auth/v1/verify?token=abc&type=signup',
  Token: '123456',
  SiteURL: 'https://app.test',
  Email: 'ann@app.test',
  NewEmail: 'new@app.test',
};

describe('the built-in mails', () => {
  test.each(TOKEN_MAIL_KINDS)('%s says who it is for and holds the code', (kind) => {
    const mail = composeMail(BUILT_IN, kind, values);
    expect(mail.subject).not.toBe('');
    expect(mail.text).toContain('123456');
    expect(mail.html).toContain('123456');
    expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/\{\{|\}\}|undefined|null/);
    if (kind === 'reauthentication') return;
    expect(mail.text).toContain(values.ConfirmationURL);
    expect(mail.html).toContain('href="https://api.test/auth/v1/verify?token=abc&amp;type=signup"');
    expect(mail.text).toContain('ann@app.test');
  });

  test.each([
    ['password_changed_notification', {}, 'ann@app.test'],
    ['email_changed_notification', { OldEmail: 'old@app.test' }, 'from old@app.test to ann@app.test'],
    ['phone_changed_notification', { Phone: '491', OldPhone: '492' }, 'from +492 to +491'],
    ['phone_changed_notification', { Phone: '491' }, 'was changed to +491'],
    ['mfa_factor_enrolled_notification', { FactorType: 'totp' }, 'an authenticator app is now asked for'],
    ['mfa_factor_unenrolled_notification', { FactorType: 'phone' }, 'to a phone is no longer asked for'],
    ['identity_linked_notification', { Provider: 'google' }, 'signing in with google'],
    ['identity_unlinked_notification', { Provider: 'google' }, 'Signing in with google no longer'],
  ] as const)('%s with %j says what changed, and lets nobody in', (kind, details, words) => {
    const { subject, html, text } = composeMail(BUILT_IN, kind, { ...values, ...details });
    expect(text).toContain(words);
    expect(html).toContain(words);
    expect(`${subject}${html}${text}`).not.toMatch(/\{\{|\}\}|undefined|null|123456|verify\?token/);
  });

  test('the change of an address names both', () => {
    expect(composeMail(BUILT_IN, 'email_change', values).text).toContain('from ann@app.test to new@app.test');
  });
});

describe('templates of the project', () => {
  const own = {
    mailer_subjects: { ...NONE, invite: 'Come, {{ .Data.name }}' },
    mailer_templates: {
      ...NONE,
      invite: '<p>Dear {{ .Data.name }}</p><a href="{{ .ConfirmationURL }}">Come</a>',
    },
  };

  test('take the place of the built-in ones, with a text made from the HTML', () => {
    expect(composeMail(own, 'invite', { ...values, Data: { name: 'A & B' } })).toEqual({
      subject: 'Come, A & B',
      html: '<p>Dear A &amp; B</p><a href="https://api.test/auth/v1/verify?token=abc&amp;type=signup">Come</a>',
      text: 'Dear A & B\nCome (https://api.test/auth/v1/verify?token=abc&type=signup)',
    });
  });

  test('a subject is one line whatever the values are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 0xffff }), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
        (name) => {
          const { subject } = composeMail(own, 'invite', {
            ...values,
            Data: { name: `x\r\nBcc: y@z\u2028${name}` },
          });
          expect(subject).toMatch(/^Come, x Bcc: y@z/);
          expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        },
      ),
    );
  });
});
