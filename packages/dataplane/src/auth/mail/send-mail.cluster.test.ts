import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';
import { type SmtpServerForTest, smtpServerForTest } from './smtp/smtp-server-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
let server: SmtpServerForTest;

beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase());
  server = await smtpServerForTest();
});

afterEach(async () => {
  await project.close();
  await server.close();
});

const mailbox = async () => (await project.manage('GET', '/admin/mailbox')).body.messages;
const createUser = (email: string) => project.manage('POST', '/admin/users', { email, email_confirm: true });
const recover = (email: string) => project.call('POST', '/recover', { email });

describe('with a mail server', () => {
  test('mail goes there, and its code leads in', async () => {
    project.settings.smtp = server.settings;
    await createUser('ann@app.test');
    expect((await recover('ann@app.test')).status).toBe(200);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'no-reply@app.test', to: ['ann@app.test'] });
    expect(mail?.raw).toMatch(/^Subject: Set a new password\r$/m);
    const [token] = /^\d{6}$/m.exec((mail?.raw ?? '').replaceAll('\r', '')) ?? [];
    const session = await project.call('POST', '/verify', { type: 'recovery', email: 'ann@app.test', token });
    expect(session.body).toMatchObject({ token_type: 'bearer' });
    expect(await mailbox()).toEqual([]);
  });

  test('that refuses, the answer names no secret and the mail can be asked for again at once', async () => {
    project.settings.smtp = { ...server.settings, pass: 'wrong-secret' };
    await createUser('ann@app.test');
    const answer = await recover('ann@app.test');
    expect([answer.status, answer.body.code]).toEqual([500, 'unexpected_failure']);
    expect(answer.body.message).toContain('refused the user name and password');
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|words of the server/);
    const rows = await project.sql('select recovery_sent_at from auth.users');
    expect(rows).toEqual([{ recovery_sent_at: null }]);
    project.settings.smtp = server.settings;
    expect((await recover('ann@app.test')).status).toBe(200);
    expect(server.mails).toHaveLength(1);
  });
});

describe('without one', () => {
  test('the mailbox keeps the mail with its code and link', async () => {
    await createUser('ann@app.test');
    await recover('ann@app.test');
    expect(await mailbox()).toMatchObject([
      { channel: 'email', kind: 'recovery', recipient: 'ann@app.test', subject: 'Set a new password' },
    ]);
  });

  test("the project's own template is used, and what users say about themselves stays text", async () => {
    project.settings.mailer_subjects = {
      ...project.settings.mailer_subjects,
      invite: 'For {{ .Data.name }}',
    };
    project.settings.mailer_templates = {
      ...project.settings.mailer_templates,
      invite: '<p>Dear {{ .Data.name }}, {{ .Email }}</p><a href="{{ .ConfirmationURL }}">{{ .Token }}</a>',
    };
    const data = { name: '<img src=x>\r\nBcc: x@evil.test' };
    await project.manage('POST', '/invite', { email: 'ann@app.test', data });
    const [{ id, subject, code, link }] = await mailbox();
    const { html, text } = (await project.manage('GET', `/admin/mailbox/${id}`)).body;
    expect(subject).toBe('For <img src=x> Bcc: x@evil.test');
    expect(html).toContain('Dear &lt;img src=x&gt;');
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}">${code}</a>`);
    expect(text).toContain(`${code} (${link})`);
  });
});

describe('a test mail', () => {
  const send = (body: object) => project.manage('POST', '/admin/test_mail', body);

  test('goes through the server, as a plain one and as what users get', async () => {
    project.settings.smtp = server.settings;
    project.settings.mailer_subjects = { ...project.settings.mailer_subjects, invite: 'Come in' };
    expect(await send({ email: 'ann@app.test' })).toMatchObject({
      status: 200,
      body: { delivered: 'server' },
    });
    expect((await send({ email: 'ann@app.test', kind: 'invite' })).status).toBe(200);
    expect(server.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])).toEqual([
      'Test of the mail server',
      '[Test] Come in',
    ]);
    expect(await mailbox()).toEqual([]);
  });

  test('that the server refuses says its code and none of its words', async () => {
    project.settings.smtp = { ...server.settings, pass: 'wrong-secret' };
    const answer = await send({ email: 'ann@app.test' });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/refused the user name and password.*EAUTH, answer 535/);
    expect(JSON.stringify(answer.body)).not.toMatch(/wrong-secret|words of the server/);
  });

  test('without a server is in the mailbox', async () => {
    expect((await send({ email: 'ann@app.test', kind: 'recovery' })).body).toEqual({ delivered: 'mailbox' });
    expect(await mailbox()).toMatchObject([{ kind: 'test', recipient: 'ann@app.test' }]);
  });

  test('needs an address, a known kind and the service key', async () => {
    expect((await send({ email: 'ann' })).body.code).toBe('email_address_invalid');
    expect((await send({ email: 'ann@app.test', kind: 'x' })).body.code).toBe('validation_failed');
    const anonymous = await project.call('POST', '/admin/test_mail', { email: 'ann@app.test' });
    expect(anonymous.status).toBe(401);
  });
});

describe('a text message', () => {
  const otp = (phone: string) => project.call('POST', '/otp', { phone });

  test('goes to the mailbox with its code, which leads in', async () => {
    project.settings.sms_template = '{{ .Code }} is your App code';
    const { status, body } = await otp('+4912345');
    expect(status).toBe(200);
    const [message] = await mailbox();
    expect(body.message_id).toBe(`mailbox-${message.id}`);
    expect(message).toMatchObject({ channel: 'sms', recipient: '4912345', link: null });
    expect((await project.manage('GET', `/admin/mailbox/${message.id}`)).body.text).toBe(
      `${message.code} is your App code`,
    );
    const request = { type: 'sms', phone: '+4912345', token: message.code };
    expect((await project.call('POST', '/verify', request)).body).toMatchObject({ token_type: 'bearer' });
  });

  test('is not sent to a number with a fixed code, which is accepted', async () => {
    project.settings.sms_test_otp = { '4912345': '246810' };
    expect((await otp('+4912345')).status).toBe(200);
    expect(await mailbox()).toEqual([]);
    const request = { type: 'sms', phone: '+4912345', token: '246810' };
    expect((await project.call('POST', '/verify', request)).body).toMatchObject({ token_type: 'bearer' });
  });

  test('through a provider that is not built is refused, and nothing stays of it', async () => {
    project.settings.sms_provider = 'vonage';
    const { status, body } = await otp('+4912345');
    expect([status, body.code]).toEqual([422, 'sms_send_failed']);
    expect(body.message).toContain('vonage');
    expect(await project.sql('select 1 from auth.users')).toHaveLength(0);
  });
});
