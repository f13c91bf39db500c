import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createOutgoing, OutgoingError, REAL_CLOCK, readAllowed } from '@basalt/network';
import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test } from 'vitest';
import { OUTGOING_FOR_TEST } from '../../outgoing-for-test.ts';
import { smtpFailureCause, smtpFailureMessage } from './smtp-failure.ts';
import { createSmtpSender, smtpMessage } from './smtp-sender.ts';
import { type SmtpServerForTest, smtpServerForTest } from './smtp-server-for-test.ts';

const sender = createSmtpSender(OUTGOING_FOR_TEST);
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

describe('whoever sends learns nothing of the network', () => {
  /** Ports as they are found on any machine, beside one that speaks no SMTP. */
  const hosts: [what: string, change: (strange: number, mail: number) => object, allowed: string][] = [
    ['an open port of this machine', (_, port) => ({ port }), ''],
    ['an open port of this machine in decimal', (_, port) => ({ host: '2130706433', port }), ''],
    ['an open port of this machine by name', (_, port) => ({ host: 'localhost', port }), ''],
    ['a closed port of this machine', () => ({ port: 1 }), ''],
    ['a private address', () => ({ host: '10.0.0.1', port: 25 }), ''],
    ['metadata', () => ({ host: '169.254.169.254', port: 80 }), ''],
    ['no name', () => ({ host: 'nothing.invalid', port: 25 }), ''],
    ['no host', () => ({ host: 'user@127.0.0.1', port: 25 }), ''],
    ['a closed port that is allowed', () => ({ port: 1 }), '127.0.0.1'],
    ['another protocol', (port) => ({ port }), '127.0.0.1'],
  ];

  test.each(hosts)('of %s: one error, held until the deadline', async (_what, change, allowed) => {
    const server = await startServer();
    const strange = createServer((socket) =>
      socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    await once(strange.listen(0, '127.0.0.1'), 'listening');
    const deadline = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const waits: number[] = [];
    const outgoing = createOutgoing({
      allowed: readAllowed(allowed),
      clock: {
        wait: (ms) => {
          waits.push(ms);
          return deadline.promise;
        },
        hold: (until) => {
          held.resolve();
          return until;
        },
      },
    });
    const careful = createSmtpSender(outgoing);
    const settings = {
      ...server.settings,
      ...change((strange.address() as AddressInfo).port, server.settings.port),
    };
    let failure: unknown;
    const sending = careful.send('p', settings, 'ann@app.test', MAIL).catch((error: unknown) => {
      failure = error;
    });
    await held.promise;
    expect([failure, waits]).toEqual([undefined, [12_000]]);
    deadline.resolve();
    await sending;
    expect(failure).toBeInstanceOf(OutgoingError);
    expect([smtpFailureMessage(failure), smtpFailureCause(failure).message]).toEqual([
      'The mail could not be sent: the mail server did not answer. Check the SMTP settings of the project, or try again later.',
      'SMTP failed without an answer',
    ]);
    // What the operator reads in the log.
    const { cause } = smtpFailureCause(failure);
    expect((cause as Error).message).toMatch(/^(E[A-Z]+|UNKNOWN)$/);
    expect(server.connections).toEqual([]);
    careful.close();
    strange.close();
  });

  test('and a name that leads elsewhere when it is asked again is asked anew for each connection', async () => {
    const server = await startServer();
    const answers = ['127.0.0.1', '127.0.0.2'];
    const outgoing = createOutgoing({
      allowed: readAllowed('127.0.0.1'),
      resolve: async () => [{ address: answers.shift() ?? '' }],
      clock: { ...REAL_CLOCK, hold: async () => {} },
    });
    const careful = createSmtpSender(outgoing);
    const named = { ...server.settings, host: 'mail.test' };
    await careful.send('p', named, 'ann@app.test', MAIL);
    expect([answers, server.mails.map(({ secure }) => secure)]).toEqual([['127.0.0.2'], [true]]);
    await expect(careful.send('other', named, 'ann@app.test', MAIL)).rejects.toThrow(OutgoingError);
    expect([answers, server.connections.length]).toEqual([[], 1]);
    careful.close();
  });
});

async function startServer(): Promise<SmtpServerForTest> {
  const server = await smtpServerForTest();
  servers.push(server);
  return server;
}

const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
const MESSAGE = { subject: 'Hello', html: '<p>x</p>', text: 'x' };
const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
const SIGNS = ['\r\n', '\n', '\r', '\0', '\u2028', '\u3000', 'Bcc: x@evil.test', '<', ',', '"', '=?utf-8?Q?'];
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SIGNS),
      fc.array(fc.nat({ max: 0xffff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

test('whatever names and subjects are, a mail has its own headers and one recipient', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (sender_name, subject) => {
      const message = smtpMessage({ admin_email: 'app@app.test', sender_name }, 'ann@app.test', {
        ...MESSAGE,
        subject: `x${subject}`,
      });
      const sent = await transport.sendMail(message);
      const [head = ''] = sent.message.toString().split('\n\n');
      const names = head.split(/\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase());
      expect(names.sort()).toEqual(HEADERS);
      expect(sent.envelope).toEqual({ from: 'app@app.test', to: ['ann@app.test'] });
    }),
  );
}, 30_000);

test.each(['', 'app', 'a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'a\u3000b@c.test'])(
  '%j is no address to send from or to',
  (address) => {
    const sender_name = 'App';
    expect(() => smtpMessage({ admin_email: address, sender_name }, 'ann@app.test', MESSAGE)).toThrow();
    expect(() => smtpMessage({ admin_email: 'app@app.test', sender_name }, address, MESSAGE)).toThrow();
  },
);
