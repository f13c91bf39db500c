import type { Mailer } from '@basalt/platform';
import type { Config } from './config.ts';

const TIMEOUT_MS = 15_000;

/**
 * Sends the platform's own mail through the server that the operator named; null where none is. A plain `smtp:` address is
 * encrypted as soon as the server offers it.
 */
export function createMailer({ mail }: Pick<Config, 'mail'>): Mailer | null {
  if (mail === null) return null;
  return {
    async send({ to, subject, text }) {
      // Some megabytes, which a server that sends no mail does not need.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        url: mail.server,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          from: { name: 'Basalt', address: mail.from },
          to: { name: '', address: to },
          subject,
          text,
        });
      } finally {
        transport.close();
      }
    },
  };
}
