import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { hookKind } from '../hooks/call/call-hook.ts';
import { customClaims } from '../hooks/custom-access-token.ts';
import type { SessionBody } from '../present/present-session.ts';
import { loadUserParts, presentUser } from '../present/present-user.ts';
import { listAmrClaims, noteAmrClaim } from '../store/amr-claims.ts';
import { findActiveToken, insertRefreshToken, revokeTokens } from '../store/refresh-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import {
  type AssuranceLevel,
  findSession,
  insertSession,
  type SessionRow,
  updateSession,
} from '../store/sessions.ts';
import type { UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';
import { signAccessToken, tokenClaims } from './access-token.ts';
import { type AuthMethod, isBanned } from './auth-method.ts';

export interface IssueSessionOptions {
  method: AuthMethod;
  /** Default `aal1`. */
  aal?: AssuranceLevel;
  /** The application that the session is for, and what it may know, where it is not for the project's own pages. */
  client?: { id: string; scopes: string };
  /** When the user has to sign in anew, whatever the settings say. */
  notAfter?: Date | null;
}

/** Signs a user in: a new session with its first refresh token. Throws `user_banned`. */
export async function issueSession(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  { method, aal = 'aal1', client, notAfter }: IssueSessionOptions,
): Promise<SessionBody> {
  const { now } = context;
  if (isBanned(user, now)) throw new AuthError('user_banned');
  const session = await insertSession(tx, now, {
    user_id: user.id,
    aal,
    ip: isIP(context.ip) ? context.ip : null,
    user_agent: context.userAgent,
    ...(notAfter ? { not_after: notAfter.toISOString() } : {}),
    ...(client ? { oauth_client_id: client.id, scopes: client.scopes } : {}),
  });
  await noteAmrClaim(tx, now, session.id, method);
  const token = newRefreshToken();
  await insertRefreshToken(tx, now, { token, parent: null, user_id: user.id, session_id: session.id });
  const signedIn = await updateUser(tx, now, user.id, { last_sign_in_at: now.toISOString() });
  return sessionAnswer(context, tx, signedIn, session, { refreshToken: token, method });
}

/** Notes a further proof in a session, raises its level and gives it new tokens. Throws `session_not_found`. */
export async function raiseSession(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  sessionId: string,
  { method, aal, factorId }: { method: AuthMethod; aal: AssuranceLevel; factorId: string | null },
): Promise<SessionBody> {
  const session = await findSession(tx, sessionId, { lock: true });
  if (!session || session.user_id !== user.id) throw new AuthError('session_not_found');
  await noteAmrClaim(tx, context.now, session.id, method);
  const raised = await updateSession(tx, context.now, session.id, { aal, factor_id: factorId });
  const token = await swapToken(context, tx, session);
  return sessionAnswer(context, tx, user, raised ?? session, { refreshToken: token, method });
}

/**
 * A session as the client gets it, with a fresh access token. Where a server of the project's owner says what stands in the token,
 * it is asked after the commit: until then the token is empty.
 * @param method how the token was come by
 */
export async function sessionAnswer(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  session: SessionRow,
  { refreshToken, method }: { refreshToken: string; method: AuthMethod },
): Promise<SessionBody> {
  const claims = tokenClaims(context, user, session, await listAmrClaims(tx, session.id));
  const body: SessionBody = {
    access_token: '',
    token_type: 'bearer',
    expires_in: 0,
    expires_at: 0,
    refresh_token: refreshToken,
    user: presentUser(await loadUserParts(tx, user)),
  };
  tx.afterCommit(async () => context.services.noteActiveUser(context.project.ref, user.id));
  const kind = hookKind(context, 'custom_access_token');
  const sign = async (within?: Transaction) => {
    const told = { userId: user.id, claims, method };
    const said = kind === null ? claims : await customClaims(context, told, within);
    const { token, expiresAt, expiresIn } = await signAccessToken(context, said);
    Object.assign(body, { access_token: token, expires_in: expiresIn, expires_at: expiresAt });
  };
  if (kind === 'address') tx.afterCommit(() => sign());
  else await sign(tx);
  return body;
}

/** Revokes the refresh token of a session (which the caller has locked) and returns its successor. */
export async function swapToken(context: AuthContext, tx: Transaction, session: SessionRow): Promise<string> {
  const active = await findActiveToken(tx, session.id);
  await revokeTokens(tx, context.now, session.id);
  const token = newRefreshToken();
  await insertRefreshToken(tx, context.now, {
    token,
    parent: active?.token ?? null,
    user_id: session.user_id,
    session_id: session.id,
  });
  return token;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const LENGTH = 12;

/** A new opaque refresh token: 12 characters, 71 bits. */
function newRefreshToken(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
