import { createAccount, retryWhenTaken } from '../accounts/create-account.ts';
import { admitting } from '../accounts/newcomer.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { type Channel, sendCode } from '../messages/send-code.ts';
import { type MailRequest, sendTokenMail } from '../messages/send-token-mail.ts';
import { refuseLeakedPassword } from '../passwords/leaked-password.ts';
import { checkNewPassword } from '../passwords/password-rules.ts';
import { loadUserParts, presentUser } from '../present/present-user.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { audit } from '../store/audit-log.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById } from '../store/users.ts';
import { type Address, confirmedAt, findUserByAddress } from '../wire/address.ts';
import type { JsonObject } from '../wire/read-body.ts';
import { answerExistingUser } from './answer-existing-user.ts';
import { checkSignUpAllowed, isAutoConfirmed } from './sign-up-policy.ts';

/**
 * Creates an account with a password. Answers with a session when addresses need no proof, else with the user, who has
 * been sent a message. Where the address has an account already, the answer does not tell.
 */
export async function signUp(context: AuthContext, request: SignUpRequest): Promise<object> {
  const { settings, passwords, db } = context;
  const { address, password } = request;
  checkSignUpAllowed(settings, address);
  if (password === '') throw new AuthError('validation_failed', 'Signup requires a valid password');
  checkNewPassword(password, settings);
  await refuseLeakedPassword(context, password);
  // Always, so that the time taken does not tell whether there is an account.
  const passwordHash = await passwords.hash(password);
  const known = await findUserByAddress(db, address);
  if (known && (confirmedAt(known, address) || isAutoConfirmed(settings, address)))
    return answerExistingUser(context, known, request);
  const attempt = () => db.transaction((tx) => createOrRemind(context, tx, request, passwordHash));
  return retryWhenTaken(() => admitting(context, attempt));
}

async function createOrRemind(
  context: AuthContext,
  tx: Transaction,
  request: SignUpRequest,
  passwordHash: string,
): Promise<object> {
  const { address, data } = request;
  const confirmed = isAutoConfirmed(context.settings, address);
  const existing = await findUserByAddress(tx, address, { lock: true });
  if (existing && (confirmed || confirmedAt(existing, address))) throw new AuthError('user_already_exists');
  // An account that waits for its proof keeps its password: nobody knows yet whose it is.
  const user = existing ?? (await createAccount(context, tx, { address, passwordHash, data, confirmed }));
  const traits = { provider: address.kind };
  if (confirmed) {
    await audit(context, tx, 'user_signedup', user, traits);
    return issueSession(context, tx, user, { method: 'password' });
  }
  await askForProof(context, tx, user, request);
  await audit(context, tx, 'user_confirmation_requested', user, traits);
  const asked = (await findUserById(tx, user.id)) ?? user;
  return presentUser(await loadUserParts(tx, asked));
}

async function askForProof(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  { address, channel, mail }: SignUpRequest,
): Promise<void> {
  if (address.kind === 'email') await sendTokenMail(context, tx, user, 'signup', mail);
  else await sendCode(context, tx, user, { purpose: 'confirmation', phone: address.value, channel });
}

/** What somebody asks for who makes an account with a password. */
export interface SignUpRequest {
  address: Address;
  password: string;
  data: JsonObject;
  channel: Channel;
  mail: MailRequest;
}
