import type { AuthContext } from '../auth-context.ts';
import type { TokenMail } from '../mail/mail-port.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';

/**
 * Sends a mail. One for a server of the project's owner leaves after the commit, because a slow server must not hold the
 * few connections of the project; if it fails, `sentAt` is taken back, so that the user may ask again at once.
 */
export async function deliverMail(
  context: AuthContext,
  tx: Transaction,
  message: TokenMail,
  sentAt: keyof UserRow & `${string}_sent_at`,
): Promise<void> {
  const { sendMail } = context.services;
  if (context.settings.smtp === null) return sendMail(context.project, tx, message);
  tx.afterCommit(async () => {
    try {
      await sendMail(context.project, tx, message);
    } catch (error) {
      await takeBackSentAt(context, message.user, sentAt).catch(() => {});
      throw error;
    }
  });
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
