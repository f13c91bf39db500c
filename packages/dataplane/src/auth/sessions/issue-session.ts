import { isIP } from 'node:net';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { SessionBody } from '../present/present-session.ts';
import { noteAmrClaim } from '../store/amr-claims.ts';
import { insertRefreshToken } from '../store/refresh-tokens.ts';
import { type AssuranceLevel, insertSession } from '../store/sessions.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';
import type { AuthMethod } from './auth-method.ts';
import { isBanned } from './is-banned.ts';
import { newRefreshToken } from './new-refresh-token.ts';
import { sessionAnswer } from './session-answer.ts';

export interface IssueSessionOptions {
  method: AuthMethod;
  /** Default `aal1`. */
  aal?: AssuranceLevel;
}

/** Signs a user in: a new session with its first refresh token. Throws `user_banned`. */
export async function issueSession(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  { method, aal = 'aal1' }: IssueSessionOptions,
): Promise<SessionBody> {
  const { now } = context;
  if (isBanned(user, now)) throw new AuthError('user_banned');
  const session = await insertSession(tx, now, {
    user_id: user.id,
    aal,
    ip: isIP(context.ip) ? context.ip : null,
    user_agent: context.userAgent,
  });
  await noteAmrClaim(tx, now, session.id, method);
  const token = newRefreshToken();
  await insertRefreshToken(tx, now, { token, parent: null, user_id: user.id, session_id: session.id });
  const signedIn = await updateUser(tx, now, user.id, { last_sign_in_at: now.toISOString() });
  return sessionAnswer(context, tx, signedIn, session, token);
}
