import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SmtpSettings } from '@basalt/project';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Whether it came over an encrypted connection. */
  secure: boolean;
  user: unknown;
  /** With headers, as it was sent. */
  raw: string;
}

export interface SmtpServerForTest {
  settings: SmtpSettings;
  mails: ReceivedMail[];
  /** Ids, in the order in which they came. */
  connections: string[];
  /** Resolves when the next connection ends. */
  nextClose(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A real mail server on this machine. It knows the password `secret`, and refuses recipients at `refused.test`; what it
 * says then holds what nobody else should read.
 */
export async function smtpServerForTest(): Promise<SmtpServerForTest> {
  const mails: ReceivedMail[] = [];
  const connections: string[] = [];
  let closed = Promise.withResolvers<void>();
  const server = new SMTPServer({
    onConnect(session, done) {
      connections.push(session.id);
      done();
    },
    onClose() {
      closed.resolve();
      closed = Promise.withResolvers<void>();
    },
    onAuth(auth, _session, done) {
      if (auth.password !== 'secret') return done(new Error(`words of the server about ${auth.password}`));
      return done(null, { user: auth.username });
    },
    onRcptTo({ address }, _session, done) {
      done(address.endsWith('@refused.test') ? new Error('words of the server') : null);
    },
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        mails.push({
          from,
          to: rcptTo.map((to) => to.address),
          secure: session.secure,
          user: session.user,
          raw,
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const settings: SmtpSettings = {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
    user: 'mailer',
    pass: 'secret',
    admin_email: 'no-reply@app.test',
    sender_name: 'The App',
  };
  return {
    settings,
    mails,
    connections,
    nextClose: () => closed.promise,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
