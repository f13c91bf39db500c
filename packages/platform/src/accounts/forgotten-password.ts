import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { issuePasswordReset, passwordResetLink } from './passwords.ts';
import { beginAttempt } from './sign-in-throttle.ts';

/** Nobody fills the mailbox of another, and a link that was just sent goes on working. */
const MAIL_EVERY_MS = 60_000;

/**
 * Sends whoever has this address a link with which they set a new password. It resolves before anything is known of an account,
 * so that neither the answer nor its time tells who has one.
 * @param email as the contract leaves it: trimmed and in lower case
 * @throws PlatformError `unavailable` where the platform sends no mail, `rate_limited`
 */
export async function requestPasswordReset(
  dependencies: Pick<Dependencies, 'db' | 'mailer' | 'settings' | 'log'>,
  email: string,
  ip: string,
): Promise<void> {
  const { db, mailer, log } = dependencies;
  if (mailer === null)
    throw new PlatformError(
      'unavailable',
      'This Basalt sends no mail. Ask whoever operates it for a link that sets a new password.',
    );
  // A count of its own: asking for links keeps nobody from signing in.
  await beginAttempt(db, `forgotten ${email}`, ip);
  void sendLink({ ...dependencies, mailer }, email).catch((error: unknown) =>
    log('error', { err: error }, 'a mail that sets a new password could not be sent'),
  );
}

async function sendLink(
  {
    db,
    mailer,
    settings,
  }: Pick<Dependencies, 'db' | 'settings'> & { mailer: NonNullable<Dependencies['mailer']> },
  email: string,
): Promise<void> {
  const token = await issuePasswordReset(db, email, { replaces: new Date(Date.now() - MAIL_EVERY_MS) });
  if (token === null) return;
  await mailer.send({
    to: email,
    subject: 'Set a new password for Basalt',
    text: `Somebody, probably you, asked for a new password for the Basalt dashboard at ${settings.dashboardUrl}.

Open this link within an hour to set it. It works once, and signs out all other devices:

${passwordResetLink(settings.dashboardUrl, token)}

If it was not you, do nothing: your password stays as it is.
`,
  });
}
