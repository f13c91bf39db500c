import { useTestCluster } from '@basalt/clusters/testing';
import type { AuthNotification, AuthSettings } from '@basalt/project';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { type SmtpServerForTest, smtpServerForTest } from '../mail/smtp/smtp-server-for-test.ts';
import { AUTH_NOTIFICATIONS } from '../mail-kinds.ts';

const ANNA = 'anna@app.test';
const cluster = useTestCluster();
let project: AuthProjectForTest;
let server: SmtpServerForTest;
let token: string;

beforeEach(async () => {
  server = await smtpServerForTest();
  const settings = { mailer_autoconfirm: true, sms_autoconfirm: true, smtp_max_frequency: 0 };
  project = await authProjectForTest(await cluster.createDatabase(), settings);
  const { body } = await project.call('POST', '/signup', { email: ANNA, password: 'correct horse' });
  token = body.access_token;
  switchOn(...AUTH_NOTIFICATIONS);
});
afterEach(async () => {
  await project.close();
  await server.close();
});

function switchOn(...names: AuthNotification[]) {
  project.settings.mailer_notifications = Object.fromEntries(
    AUTH_NOTIFICATIONS.map((name) => [name, names.includes(name)]),
  ) as AuthSettings['mailer_notifications'];
}
const update = (changes: object) => project.call('PUT', '/user', changes, { token });
const kinds = async (recipient = ANNA) => (await project.messages(recipient)).map(({ kind }) => kind);
const mailOf = async (recipient: string) => {
  const { messages } = (await project.manage('GET', '/admin/mailbox')).body;
  const found = messages.find((message: { recipient: string }) => message.recipient === recipient);
  return (await project.manage('GET', `/admin/mailbox/${found.id}`)).body;
};

describe('a user is told', () => {
  test('of another password', async () => {
    expect((await update({ password: 'battery staple' })).status).toBe(200);
    expect(await project.messages(ANNA)).toMatchObject([
      { kind: 'password_changed_notification', code: null, link: null },
    ]);
  });

  test('of another address, at the former one', async () => {
    expect((await update({ email: 'new@app.test' })).status).toBe(200);
    expect((await mailOf(ANNA)).text).toContain(`from ${ANNA} to new@app.test`);
    expect(await kinds('new@app.test')).toEqual([]);
  });

  test('of another address only once it is confirmed', async () => {
    project.settings.mailer_autoconfirm = false;
    project.settings.mailer_secure_email_change_enabled = false;
    await update({ email: 'new@app.test' });
    expect(await kinds()).toEqual([]);
    const [{ code } = { code: '' }] = await project.messages('new@app.test');
    const proof = { type: 'email_change', email: 'new@app.test', token: code };
    expect((await project.call('POST', '/verify', proof)).status).toBe(200);
    expect(await kinds()).toEqual(['email_changed_notification']);
  });

  test.each([true, false])('of another phone number (confirmed by itself: %s)', async (autoconfirm) => {
    project.settings.sms_autoconfirm = autoconfirm;
    await update({ phone: '4912345' });
    if (!autoconfirm) {
      expect(await kinds()).toEqual([]);
      const [{ code } = { code: '' }] = await project.messages('4912345');
      await project.call('POST', '/verify', { type: 'phone_change', phone: '4912345', token: code });
    }
    expect((await mailOf(ANNA)).text).toContain('was changed to +4912345');
  });

  test('of a second factor when it counts, and when it is gone', async () => {
    const factor = await project.call('POST', '/factors', { factor_type: 'totp' }, { token });
    const { id, totp } = factor.body;
    const path = `/factors/${id}`;
    const challenge = await project.call('POST', `${path}/challenge`, {}, { token });
    expect(await kinds()).toEqual([]);
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp: project.now().getTime() });
    const proof = { challenge_id: challenge.body.id, code };
    const raised = await project.call('POST', `${path}/verify`, proof, { token });
    expect(await kinds()).toEqual(['mfa_factor_enrolled_notification']);
    expect((await mailOf(ANNA)).text).toContain('authenticator app');
    await project.call('DELETE', path, undefined, { token: raised.body.access_token });
    expect(await kinds()).toEqual(['mfa_factor_unenrolled_notification', 'mfa_factor_enrolled_notification']);
  });

  test("in the project's own words", async () => {
    project.settings.mailer_templates = {
      ...project.settings.mailer_templates,
      password_changed_notification: '<p>{{ .Email }}: new password</p>',
    };
    await update({ password: 'battery staple' });
    expect((await mailOf(ANNA)).text).toBe(`${ANNA}: new password`);
  });
});

describe('nobody is told', () => {
  test('of what is switched off', async () => {
    switchOn('email_changed');
    await update({ password: 'battery staple' });
    expect(await kinds()).toEqual([]);
  });

  test('of a change that was refused', async () => {
    expect((await update({ password: 'correct horse' })).body.code).toBe('same_password');
    expect(await kinds()).toEqual([]);
  });

  test('of a factor that was never verified', async () => {
    const { body } = await project.call('POST', '/factors', { factor_type: 'totp' }, { token });
    expect((await project.call('DELETE', `/factors/${body.id}`, undefined, { token })).status).toBe(200);
    expect(await kinds()).toEqual([]);
  });
});

describe('the change is made', () => {
  test('when the mail server refuses the mail', async () => {
    project.settings.smtp = { ...server.settings, pass: 'wrong-secret' };
    expect((await update({ password: 'battery staple' })).status).toBe(200);
    const grant = { email: ANNA, password: 'battery staple' };
    expect((await project.call('POST', '/token?grant_type=password', grant)).status).toBe(200);
  });

  test('when no more mails may be sent this hour', async () => {
    project.settings.rate_limit_email_sent = 0;
    expect((await update({ password: 'battery staple' })).status).toBe(200);
    expect(await kinds()).toEqual([]);
  });

  test('and the mail goes through the mail server where there is one', async () => {
    project.settings.smtp = server.settings;
    await update({ password: 'battery staple' });
    await vi.waitFor(() => expect(server.mails).toHaveLength(1));
    expect(server.mails[0]?.raw).toMatch(/^Subject: Your password was changed\r$/m);
  });
});
