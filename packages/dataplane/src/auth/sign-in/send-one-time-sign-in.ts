import { createAccount, retryWhenTaken } from '../accounts/create-account.ts';
import { admitting } from '../accounts/newcomer.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { type Channel, sendCode } from '../messages/send-code.ts';
import { type MailRequest, sendTokenMail } from '../messages/send-token-mail.ts';
import { isAutoConfirmed } from '../sign-up/sign-up-policy.ts';
import { audit } from '../store/audit-log.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { type Address, confirmedAt, findUserByAddress } from '../wire/address.ts';
import type { JsonObject } from '../wire/read-body.ts';

export interface OneTimeSignIn {
  address: Address;
  createUser: boolean;
  data: JsonObject;
  channel: Channel;
  mail: MailRequest;
}

/**
 * Sends a link and a code, or a code by phone, that sign in; makes the account if there is none and the request wants it.
 * Throws `otp_disabled`, `signup_disabled`, `email_provider_disabled`, `phone_provider_disabled` and what sending throws.
 * Whether somebody is banned shows only when the code comes back.
 */
export function sendOneTimeSignIn(
  context: AuthContext,
  request: OneTimeSignIn,
): Promise<{ messageId: string | null }> {
  checkEnabled(context, request.address);
  const attempt = () =>
    context.db.transaction(async (tx) => {
      const user = await findOrCreate(context, tx, request);
      return send(context, tx, user, request);
    });
  return retryWhenTaken(() => admitting(context, attempt));
}

async function findOrCreate(context: AuthContext, tx: Transaction, request: OneTimeSignIn): Promise<UserRow> {
  const { address, createUser, data } = request;
  const user = await findUserByAddress(tx, address, { lock: true });
  if (user) return user;
  if (!createUser) throw new AuthError('otp_disabled');
  if (context.settings.disable_signup) throw new AuthError('signup_disabled');
  const created = await createAccount(context, tx, { address, passwordHash: '', data, confirmed: false });
  await audit(context, tx, 'user_confirmation_requested', created, { provider: address.kind });
  return created;
}

async function send(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  { address, channel, mail }: OneTimeSignIn,
): Promise<{ messageId: string | null }> {
  if (address.kind === 'phone')
    return sendCode(context, tx, user, { purpose: 'otp', phone: address.value, channel });
  const needsProof = !confirmedAt(user, address) && !isAutoConfirmed(context.settings, address);
  await sendTokenMail(context, tx, user, needsProof ? 'signup' : 'magiclink', mail);
  return { messageId: null };
}

function checkEnabled({ settings }: AuthContext, { kind }: Address): void {
  if (kind === 'email' && !settings.external_email_enabled) throw new AuthError('email_provider_disabled');
  if (kind === 'phone' && !settings.external_phone_enabled) throw new AuthError('phone_provider_disabled');
}
