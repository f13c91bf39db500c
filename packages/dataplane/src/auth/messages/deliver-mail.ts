import type { AuthContext } from '../auth-context.ts';
import { callHook, hookKind } from '../hooks/call/call-hook.ts';
import type { TokenMail } from '../mail/mail-port.ts';
import { loadUserParts, presentUser } from '../present/present-user.ts';
import type { Executor, Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import type { JsonObject } from '../wire/read-body.ts';
import { sendInTime } from './send-in-time.ts';

/** A mail, and for a hook what a second one would carry: of a change of address it is told once, with both tokens. */
export interface DeliveredMail extends TokenMail {
  second?: { otp: string; tokenHash: string };
}

/**
 * Sends a mail: by the project's hook where it has one, else by its mail server or into its mailbox. If it fails after the commit,
 * `sentAt` is taken back, so that the user may ask again at once.
 */
export async function deliverMail(
  context: AuthContext,
  tx: Transaction,
  message: DeliveredMail,
  sentAt: keyof UserRow & `${string}_sent_at`,
): Promise<void> {
  const takeBack = () => takeBackSentAt(context, message.user, sentAt);
  const kind = hookKind(context, 'send_email');
  if (kind === null) {
    const send = () => context.services.sendMail(context.project, tx, message);
    return sendInTime(tx, context.settings.smtp !== null, send, takeBack);
  }
  const payload = await mailPayload(context, tx, message.user, {
    token: message.otp,
    token_hash: message.link?.tokenHash ?? '',
    redirect_to: message.redirectTo,
    email_action_type: message.link?.type ?? message.kind,
    token_new: message.second?.otp ?? '',
    token_hash_new: message.second?.tokenHash ?? '',
  });
  await sendInTime(
    tx,
    kind === 'address',
    (within) => callHook(context, 'send_email', payload, within),
    takeBack,
  );
}

/** What the hook for mails is told, with an empty text for all that does not concern this one. */
export async function mailPayload(
  { project }: AuthContext,
  db: Executor,
  user: UserRow,
  data: { email_action_type: string } & Record<string, string>,
): Promise<JsonObject> {
  return {
    user: presentUser(await loadUserParts(db, user)),
    email_data: {
      token: '',
      token_hash: '',
      redirect_to: '',
      site_url: `${project.linkUrl}/auth/v1`,
      token_new: '',
      token_hash_new: '',
      old_email: '',
      old_phone: '',
      provider: '',
      factor_type: '',
      ...data,
    },
  };
}

/**
 * After a message that could not be sent: its user may ask for another at once. Nothing happens if there was one since.
 * @param user as it was when the message was to be sent
 */
export async function takeBackSentAt(
  { db }: AuthContext,
  user: UserRow,
  sentAt: keyof UserRow & `${string}_sent_at`,
): Promise<void> {
  await db.query(`update auth.users set ${sentAt} = null where id = $1 and ${sentAt} = $2`, [
    user.id,
    user[sentAt],
  ]);
}
