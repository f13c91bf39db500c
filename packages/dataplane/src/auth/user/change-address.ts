import { confirmAddress } from '../accounts/confirm-address.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { notifyEmailChange, notifyPhoneChange } from '../messages/notify.ts';
import { type Channel, sendCode } from '../messages/send-code.ts';
import { sendEmailChange } from '../messages/send-email-change.ts';
import type { MailRequest } from '../messages/send-token-mail.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserByEmail, findUserById, findUserByPhone, updateUser } from '../store/users.ts';

/** Changes the address at once where addresses need no proof, else asks for it. Throws `email_exists`, `email_provider_disabled`. */
export async function changeEmail(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  email: string,
  mail: MailRequest,
): Promise<UserRow> {
  if (!context.settings.external_email_enabled) throw new AuthError('email_provider_disabled');
  const owner = await findUserByEmail(tx, email);
  if (owner && owner.id !== user.id) throw new AuthError('email_exists');
  if (!context.settings.mailer_autoconfirm) return sendEmailChange(context, tx, user, email, mail);
  const tokens = ['email_change_token_new', 'email_change_token_current'] as const;
  const changed = await confirmAddress(context, tx, user, { kind: 'email', value: email }, tokens, {
    email_change: '',
    email_change_confirm_status: 0,
  });
  notifyEmailChange(context, tx, user, changed);
  return changed;
}

/** The same for a phone number. Throws `phone_exists`, `phone_provider_disabled`. */
export async function changePhone(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  phone: string,
  channel: Channel,
): Promise<UserRow> {
  if (!context.settings.external_phone_enabled) throw new AuthError('phone_provider_disabled');
  const owner = await findUserByPhone(tx, phone);
  if (owner && owner.id !== user.id) throw new AuthError('phone_exists');
  if (context.settings.sms_autoconfirm) {
    const address = { kind: 'phone', value: phone } as const;
    const changed = await confirmAddress(context, tx, user, address, ['phone_change_token'], {
      phone_change: '',
    });
    notifyPhoneChange(context, tx, user, changed);
    return changed;
  }
  const waiting = await updateUser(tx, context.now, user.id, { phone_change: phone });
  await sendCode(context, tx, waiting, { purpose: 'phone_change', phone, channel });
  return (await findUserById(tx, user.id)) ?? waiting;
}
