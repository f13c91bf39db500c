import type { AuthNotification } from '@basalt/project';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { describeFailure } from '../errors/describe-failure.ts';
import { callHook, hookKind } from '../hooks/call/call-hook.ts';
import type { NotificationDetails } from '../mail/mail-port.ts';
import { limitMessages } from '../rate-limits/check-limits.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import type { JsonObject } from '../wire/read-body.ts';
import { mailPayload } from './deliver-mail.ts';

/**
 * Tells users of a change of their account, where the project wants that and there is an address. It happens once the
 * change is safe and never makes the request fail: a mail that cannot be sent, or is one too many, is logged.
 * @param user as it is after the change
 * @param to default: the user's address
 */
export function notify(
  context: AuthContext,
  tx: Transaction,
  name: AuthNotification,
  user: UserRow,
  { to = user.email, ...details }: NotificationDetails & { to?: string | null } = {},
): void {
  if (!context.settings.mailer_notifications[name] || !to) return;
  tx.afterCommit(async () => {
    const sent = send(context, name, user, to, details);
    // The mailbox is the same database, whereas nobody waits for a mail server to learn of what is done already.
    const kind = hookKind(context, 'send_email');
    if (kind === 'function' || (kind === null && context.settings.smtp === null)) await sent;
  });
}

async function send(
  context: AuthContext,
  name: AuthNotification,
  user: UserRow,
  to: string,
  details: NotificationDetails,
): Promise<void> {
  const { services, project, db } = context;
  try {
    limitMessages(context, 'mail');
    const kind = `${name}_notification` as const;
    if (hookKind(context, 'send_email') === null)
      await services.sendMail(project, db, { kind, user, to, details });
    else await callHook(context, 'send_email', await notificationPayload(context, kind, user, details));
  } catch (error) {
    const reason = error instanceof AuthError ? error.code : describeFailure(error);
    services.log.warn({ project: project.ref, notification: name, reason }, 'a notification was not sent');
  }
}

function notificationPayload(
  context: AuthContext,
  kind: `${AuthNotification}_notification`,
  user: UserRow,
  { OldEmail, OldPhone, Provider, FactorType }: NotificationDetails,
): Promise<JsonObject> {
  return mailPayload(context, context.db, user, {
    email_action_type: kind,
    old_email: OldEmail ?? '',
    old_phone: OldPhone ?? '',
    provider: Provider ?? '',
    factor_type: FactorType ?? '',
  });
}

/** Tells the former address that the account has another one now; nobody when there was none. */
export function notifyEmailChange(
  context: AuthContext,
  tx: Transaction,
  before: Pick<UserRow, 'email'>,
  after: UserRow,
): void {
  const { email } = before;
  if (email && email !== after.email)
    notify(context, tx, 'email_changed', after, { to: email, OldEmail: email });
}

/** Tells a user by mail of another phone number. */
export function notifyPhoneChange(
  context: AuthContext,
  tx: Transaction,
  before: Pick<UserRow, 'phone'>,
  after: UserRow,
): void {
  if (before.phone !== after.phone)
    notify(context, tx, 'phone_changed', after, { OldPhone: before.phone ?? '' });
}
