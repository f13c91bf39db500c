import type { SmtpSettings } from '../../auth-settings.ts';

const IMPLICIT_TLS_PORT = 465;

/**
 * How to talk to a mail server: few connections that are kept, short waits, encryption at once on the port for it and
 * elsewhere as soon as the server offers it. Messages can name no files and no addresses to load.
 */
export function smtpTransportOptions(smtp: SmtpSettings) {
  return {
    pool: true as const,
    host: smtp.host,
    port: smtp.port,
    secure: smtp.port === IMPLICIT_TLS_PORT,
    ...(smtp.user === '' ? {} : { auth: { user: smtp.user, pass: smtp.pass } }),
    maxConnections: 3,
    maxRequeues: 1,
    idleTimeout: 30_000,
    dnsTimeout: 5_000,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
    // What never leaves this machine needs no certificate that others trust.
    tls: { rejectUnauthorized: !isLoopback(smtp.host), minVersion: 'TLSv1.2' as const },
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false as const,
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
