import { afterEach, describe, expect, test } from 'vitest';
import { smtpFailureCause, smtpFailureMessage } from './smtp-failure.ts';
import { createSmtpSender } from './smtp-sender.ts';
import { type SmtpServerForTest, smtpServerForTest } from './smtp-server-for-test.ts';

const sender = createSmtpSender();
const servers: SmtpServerForTest[] = [];
const MAIL = { subject: 'Grüße', html: '<p>Hello</p>', text: 'Hello' };

afterEach(async () => {
  sender.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('a mail server', () => {
  test('receives the mail over an encrypted connection, signed in', async () => {
    const server = await startServer();
    await sender.send('p', server.settings, 'ann@app.test', MAIL);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      from: 'no-reply@app.test',
      to: ['ann@app.test'],
      secure: true,
      user: 'mailer',
    });
    expect(mail?.raw).toMatch(/^From: The App <no-reply@app\.test>\r$/m);
    expect(mail?.raw).toMatch(/^To: ann@app\.test\r$/m);
    expect(mail?.raw).toContain('<p>Hello</p>');
    expect(mail?.raw).toContain('multipart/alternative');
  });

  test('is spoken to over one connection for several mails, and over a new one when the settings change', async () => {
    const server = await startServer();
    for (const name of ['a', 'b']) await sender.send('p', server.settings, `${name}@app.test`, MAIL);
    expect(server.connections).toHaveLength(1);
    const closed = server.nextClose();
    await sender.send('p', { ...server.settings, user: 'other' }, 'c@app.test', MAIL);
    await closed;
    expect(server.connections).toHaveLength(2);
    expect(server.mails.map((mail) => mail.user)).toEqual(['mailer', 'mailer', 'other']);
  });

  test('sees no header that a sender name or a subject tried to add', async () => {
    const server = await startServer();
    const settings = { ...server.settings, sender_name: 'App\r\nBcc: x@evil.test' };
    await sender.send('p', settings, 'ann@app.test', {
      ...MAIL,
      subject: 'Hi\r\nBcc: y@evil.test\r\n\r\nBody',
    });
    expect(server.mails[0]?.to).toEqual(['ann@app.test']);
    expect(server.mails[0]?.raw).not.toMatch(/^Bcc:/im);
  });
});

describe('a failure names no secret', () => {
  test.each([
    ['a wrong password', { pass: 'wrong-secret' }, /refused the user name and password/],
    ['a recipient it does not take', {}, /refused the sender or the recipient/],
    ['nobody there', { port: 1 }, /did not answer/],
  ])('%s', async (_name, change, message) => {
    const server = await startServer();
    const error = await sender.send('p', { ...server.settings, ...change }, 'nobody@refused.test', MAIL).then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(smtpFailureMessage(error)).toMatch(message);
    const said = smtpFailureMessage(error) + smtpFailureCause(error).message + smtpFailureCause(error).stack;
    expect(said).not.toMatch(/secret|mailer@|words of the server/);
  });
});

async function startServer(): Promise<SmtpServerForTest> {
  const server = await smtpServerForTest();
  servers.push(server);
  return server;
}
