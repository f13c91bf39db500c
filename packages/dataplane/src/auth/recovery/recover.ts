import type { AuthContext } from '../auth-context.ts';
import { type MailRequest, sendTokenMail } from '../messages/send-token-mail.ts';
import { checkFrequencyOfNobody } from '../rate-limits/send-frequency.ts';
import { audit } from '../store/audit-log.ts';
import { findUserByEmail } from '../store/users.ts';

/** Mails a link to somebody who forgot the password. Where there is no account it does the same as far as one can see. */
export async function recover(context: AuthContext, email: string, mail: MailRequest): Promise<void> {
  await context.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email, { lock: true });
    if (!user) {
      checkFrequencyOfNobody(context, 'mail', 'recovery_token', email);
      return;
    }
    await audit(context, tx, 'user_recovery_requested', user);
    await sendTokenMail(context, tx, user, 'recovery', mail);
  });
}
