import type { Socket } from 'node:net';
import { isLoopback, type Outgoing } from '@basalt/network';
import type { SmtpSettings } from '@basalt/project';

const IMPLICIT_TLS_PORT = 465;
const CONNECT_TIMEOUT_MS = 8_000;
const TLS = { minVersion: 'TLSv1.2' as const };

/**
 * How to talk to a mail server: few connections that are kept, short waits, encryption at once on the port for it and
 * elsewhere as soon as the server offers it. Messages can name no files and no addresses to load.
 * The driver looks no name up and opens no connection itself: it gets connections to addresses that were checked.
 */
export function smtpTransportOptions(smtp: SmtpSettings, outgoing: Pick<Outgoing, 'connect'>) {
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
