import { randomUUID } from 'node:crypto';
import { confirmAddress } from '../accounts/confirm-address.ts';
import { identityData } from '../accounts/create-account.ts';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { checkPassword } from '../passwords/check-password.ts';
import type { PresentedUser } from '../present/present-user.ts';
import { checkFrequencyOfNobody } from '../rate-limits/send-frequency.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { audit } from '../store/audit-log.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById } from '../store/users.ts';
import { isoTime } from '../store/write-row.ts';
import { type Address, confirmedAt } from '../wire/address.ts';
import type { JsonObject } from '../wire/read-body.ts';
import type { SignUpRequest } from './sign-up.ts';
import { isAutoConfirmed } from './sign-up-policy.ts';

/**
 * Answers a sign-up for the address of an existing user. Where addresses need a proof, the answer looks like that of a new user.
 * Throws `user_already_exists` where it may be known.
 */
export async function answerExistingUser(
  context: AuthContext,
  known: UserRow,
  request: SignUpRequest,
): Promise<object> {
  const { settings, db } = context;
  const { address } = request;
  const isOpen = isAutoConfirmed(settings, address);
  if (isOpen && !confirmedAt(known, address)) return finishWaiting(context, known, request);
  await audit(context, db, 'user_repeated_signup', known, { provider: address.kind });
  if (isOpen) throw new AuthError('user_already_exists');
  checkFrequencyOfNobody(
    context,
    address.kind === 'email' ? 'mail' : 'sms',
    'confirmation_token',
    address.value,
  );
  return obfuscatedUser(context, address, request.data);
}

/** Confirms an account that was created while addresses still needed a proof, for the one who knows its password. */
async function finishWaiting(
  context: AuthContext,
  { id, encrypted_password }: UserRow,
  { address, password }: SignUpRequest,
): Promise<object> {
  const isOwner = await checkPassword(context, address.value, { hash: encrypted_password, password });
  if (!isOwner) throw new AuthError('user_already_exists');
  return context.db.transaction(async (tx) => {
    const user = await findUserById(tx, id, { lock: true });
    if (!user || user.encrypted_password !== encrypted_password) throw new AuthError('user_already_exists');
    const confirmed = await confirmAddress(context, tx, user, address, ['confirmation_token']);
    await audit(context, tx, 'user_signedup', confirmed, { provider: address.kind });
    return issueSession(context, tx, confirmed, { method: 'password' });
  });
}

/** A user that looks as if it had just been created and sent a message. Only its empty list of identities tells that it was not. */
function obfuscatedUser({ now }: AuthContext, address: Address, data: JsonObject): PresentedUser {
  const id = randomUUID();
  // As the database would write it.
  const time = isoTime(
    now
      .toISOString()
      .replace('T', ' ')
      .replace(/\.?0*Z$/, '+00'),
  );
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address.kind === 'email' ? address.value : '',
    phone: address.kind === 'phone' ? address.value : '',
    confirmation_sent_at: time,
    app_metadata: { provider: address.kind, providers: [address.kind] },
    user_metadata: { ...data, ...identityData(id, address, false) },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  };
}
