import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../store/user-row.ts';

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
