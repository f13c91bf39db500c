import type { Outgoing } from '@basalt/network';
import type { SmtpSettings } from '@basalt/project';
import { LRUCache } from 'lru-cache';
import type { ComposedMail } from '../compose-mail.ts';
import { isRefusal } from './smtp-failure.ts';
import { smtpMessage } from './smtp-message.ts';
import { smtpTransportOptions } from './smtp-transport-options.ts';

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
