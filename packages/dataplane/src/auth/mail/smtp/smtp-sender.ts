import type { Socket } from 'node:net';
import { isLoopback, type Outgoing } from '@basalt/network';
import type { SmtpSettings } from '@basalt/project';
import { LRUCache } from 'lru-cache';
import { type ComposedMail, headerText } from '../compose-mail.ts';
import { isMailAddress } from './mail-address.ts';
import { isRefusal } from './smtp-failure.ts';

/** Hands mails to the SMTP server that a project's owner set. */
export interface SmtpSender {
  /**
   * Resolves when the server took the mail. Rejects with OutgoingError when there is no server to talk to, whatever the
   * reason and always after the same time. What a mail server itself refuses rejects with the driver's error at once; it
   * may hold secrets: never show it.
   */
  send(project: string, smtp: SmtpSettings, recipient: string, mail: ComposedMail): Promise<void>;
  /** Closes the connections to all servers. What is being sent is finished first. */
  close(): void;
}

type Transport = ReturnType<typeof makeTransport>;

/** A mail takes no longer than this, whatever the server does: somebody waits for the answer. */
const SEND_TIMEOUT_MS = 12_000;
const KEPT_TRANSPORTS = 100;
const KEPT_FOR_MS = 5 * 60_000;

export function createSmtpSender(outgoing: Outgoing): SmtpSender {
  const transports = new LRUCache<string, { settings: string; transport: Transport }>({
    max: KEPT_TRANSPORTS,
    ttl: KEPT_FOR_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    dispose: ({ transport }) => transport.close(),
  });

  const transportOf = async (project: string, smtp: SmtpSettings): Promise<Transport> => {
    // Some megabytes, which a server that sends no mail does not need.
    const driver = await import('nodemailer');
    const settings = JSON.stringify([smtp.host, smtp.port, smtp.user, smtp.pass]);
    const kept = transports.get(project);
    if (kept?.settings === settings) return kept.transport;
    const transport = makeTransport(driver, smtp, outgoing);
    transports.set(project, { settings, transport });
    return transport;
  };

  return {
    async send(project, smtp, recipient, mail) {
      const refusal = await outgoing.attempt(async (signal) => {
        const transport = await transportOf(project, smtp);
        const message = { ...smtpMessage(smtp, recipient, mail), signal };
        return transport.sendMail(message).then(() => null, refusalOnly);
      }, SEND_TIMEOUT_MS);
      if (refusal !== null) throw refusal.error;
    },
    close: () => transports.clear(),
  };
}

function makeTransport(
  { createTransport }: typeof import('nodemailer'),
  smtp: SmtpSettings,
  outgoing: Outgoing,
) {
  return createTransport(smtpTransportOptions(smtp, outgoing));
}

function refusalOnly(error: unknown): { error: unknown } {
  if (isRefusal(error)) return { error };
  throw error;
}

type Sender = Pick<SmtpSettings, 'admin_email' | 'sender_name'>;

/**
 * A mail as the library wants it: addresses apart from names, so that neither is read as the other, and one-line headers.
 * Throws the failure that a mail server's refusal of an address is when one is none: the library would quote and fold it.
 */
export function smtpMessage({ admin_email, sender_name }: Sender, recipient: string, mail: ComposedMail) {
  if (!isMailAddress(admin_email) || !isMailAddress(recipient))
    throw Object.assign(new Error('A mail needs valid addresses.'), { code: 'EENVELOPE' });
  return {
    from: { name: headerText(sender_name), address: admin_email },
    to: { name: '', address: recipient },
    subject: headerText(mail.subject),
    html: mail.html,
    text: mail.text,
  };
}

const IMPLICIT_TLS_PORT = 465;
const CONNECT_TIMEOUT_MS = 8_000;
const TLS = { minVersion: 'TLSv1.2' as const };

/**
 * How to talk to a mail server: few connections that are kept, short waits, encryption at once on the port for it and
 * elsewhere as soon as the server offers it. Messages can name no files and no addresses to load.
 * The driver looks no name up and opens no connection itself: it gets connections to addresses that were checked.
 */
function smtpTransportOptions(smtp: SmtpSettings, outgoing: Pick<Outgoing, 'connect'>) {
  return {
    pool: true as const,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === IMPLICIT_TLS_PORT,
    ...(smtp.user === '' ? {} : { auth: { user: smtp.user, pass: smtp.pass } }),
    maxConnections: 3,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
    tls: TLS,
    getSocket: (_options: unknown, give: GiveSocket) => {
      const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
      outgoing.connect({ host: smtp.host, port: smtp.port, signal }).then(
        (connection) => give(null, { connection, tls: tlsOf(connection) }),
        (error: Error) => give(error),
      );
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false as const,
  };
}

type GiveSocket = (error: Error | null, socket?: { connection: Socket; tls: object }) => void;

/** What never leaves this machine needs no certificate that others trust. */
function tlsOf({ remoteAddress }: Socket) {
  return isLoopback(remoteAddress ?? '') ? { ...TLS, rejectUnauthorized: false } : TLS;
}
