import type { FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { passwordAttempt } from '../hooks/verification-attempt.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { weakness } from '../passwords/password-rules.ts';
import type { SessionBody } from '../present/present-session.ts';
import { isBanned } from '../sessions/auth-method.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { audit } from '../store/audit-log.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById } from '../store/users.ts';
import { type Address, confirmedAt, findUserByAddress, readAddress } from '../wire/address.ts';
import type { Fields } from '../wire/read-body.ts';

/** What `POST /token` does for one `grant_type`. Returns the body of the answer. */
export type GrantHandler = (context: AuthContext, body: Fields, request: FastifyRequest) => Promise<object>;

/**
 * Signs in by password. Only who knows the password learns more than `invalid_credentials`: `user_banned`,
 * `email_not_confirmed`, `phone_not_confirmed`. Throws `over_request_rate_limit` when too many guesses were wrong.
 */
export const handlePasswordGrant: GrantHandler = async (context, body) => {
  const address = readAddress(body, 'login');
  if (!address) throw new AuthError('validation_failed', 'missing email or phone');
  checkEnabled(context, address);
  const password = body.text('password') ?? '';
  const found = await findUserByAddress(context.db, address);
  const hash = found?.encrypted_password ?? null;
  const fits = await checkPassword(context, address.value, { hash, password });
  if (found) await passwordAttempt(context, { userId: found.id, valid: fits });
  if (!found || !fits) throw new AuthError('invalid_credentials');
  return signIn(context, found, address, password);
};

async function signIn(
  context: AuthContext,
  checked: UserRow,
  address: Address,
  password: string,
): Promise<SessionBody> {
  const session = await context.db.transaction(async (tx) => {
    const user = await findUserById(tx, checked.id, { lock: true });
    // The password was changed while it was being checked.
    if (user?.encrypted_password !== checked.encrypted_password) throw new AuthError('invalid_credentials');
    checkMaySignIn(context, user, address);
    await audit(context, tx, 'login', user, { provider: address.kind });
    return issueSession(context, tx, user, { method: 'password' });
  });
  const weak = weakness(password, context.settings);
  return weak ? { ...session, weak_password: weak } : session;
}

function checkEnabled({ settings }: AuthContext, { kind }: Address): void {
  if (kind === 'email' && !settings.external_email_enabled) throw new AuthError('email_provider_disabled');
  if (kind === 'phone' && !settings.external_phone_enabled) throw new AuthError('phone_provider_disabled');
}

function checkMaySignIn({ settings, now }: AuthContext, user: UserRow, address: Address): void {
  if (user.deleted_at) throw new AuthError('invalid_credentials');
  if (isBanned(user, now)) throw new AuthError('user_banned');
  if (confirmedAt(user, address)) return;
  if (address.kind === 'phone') throw new AuthError('phone_not_confirmed');
  if (!settings.mailer_allow_unverified_email_sign_ins) throw new AuthError('email_not_confirmed');
}

/** A new access token for a refresh token, which is replaced by another one. */
export const handleRefreshTokenGrant: GrantHandler = async (context, body) => {
  const token = body.text('refresh_token');
  if (!token) throw new AuthError('validation_failed', 'refresh_token required');
  return context.db.transaction((tx) => refreshSession(context, tx, token));
};
