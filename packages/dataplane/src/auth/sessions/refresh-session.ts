import { isIP } from 'node:net';
import type { AuthSettings } from '@basalt/project';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import { OAuthProblem } from '../errors/oauth-problem.ts';
import type { SessionBody } from '../present/present-session.ts';
import { audit } from '../store/audit-log.ts';
import {
  findActiveToken,
  findRefreshToken,
  type RefreshTokenRow,
  revokeTokens,
} from '../store/refresh-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import { findSession, hasNewerSession, type SessionRow, updateSession } from '../store/sessions.ts';
import type { UserRow } from '../store/user-row.ts';
import { findUserById } from '../store/users.ts';
import { instant } from '../store/write-row.ts';
import { isBanned } from './auth-method.ts';
import { sessionAnswer, swapToken } from './issue-session.ts';

/**
 * Exchanges a refresh token. The session's row is locked first, so of two requests with the same token the second one
 * finds it used and gets what the first one got. Throws `refresh_token_not_found`, `refresh_token_already_used`,
 * `session_expired`, `user_banned`, and OAuthProblem `invalid_client` when the session is another application's.
 * @param clientId the application that asks; null: the project's own pages
 */
export async function refreshSession(
  context: AuthContext,
  tx: Transaction,
  text: string,
  clientId: string | null = null,
): Promise<SessionBody> {
  const sessionId = (await findRefreshToken(tx, text))?.session_id;
  const session = sessionId ? await findSession(tx, sessionId, { lock: true }) : null;
  const token = session && (await findRefreshToken(tx, text));
  const user = session && (await findUserById(tx, session.user_id));
  if (!session || !token || !user || user.deleted_at) throw new AuthError('refresh_token_not_found');
  if (session.oauth_client_id !== clientId)
    throw new OAuthProblem('invalid_client', 'The refresh token was issued for another client');
  if (isBanned(user, context.now)) throw new AuthError('user_banned');
  await checkNotOver(context, tx, session);
  const successor = await nextToken(context, tx, session, token, user);
  const touched = await updateSession(tx, context.now, session.id, {
    refreshed_at: context.now.toISOString(),
    user_agent: context.userAgent,
    ip: isIP(context.ip) ? context.ip : null,
  });
  return sessionAnswer(context, tx, user, touched ?? session, {
    refreshToken: successor,
    method: 'token_refresh',
  });
}

async function checkNotOver(context: AuthContext, tx: Transaction, session: SessionRow): Promise<void> {
  const reason = expiry(session, context.settings, context.now);
  if (reason !== null)
    throw new AuthError('session_expired', `Invalid Refresh Token: Session Expired${reason}`);
  if (context.settings.sessions_single_per_user && (await hasNewerSession(tx, session)))
    throw new AuthError('session_expired', 'Invalid Refresh Token: Session Expired (Revoked by Newer Login)');
}

async function nextToken(
  context: AuthContext,
  tx: Transaction,
  session: SessionRow,
  token: RefreshTokenRow,
  user: UserRow,
): Promise<string> {
  if (!token.revoked) return swapToken(context, tx, session);
  const active = await findActiveToken(tx, session.id);
  if (active && refreshTokenReuse(token, active, context.settings, context.now) === 'retry')
    return active.token;
  // The token was stolen. We cannot know which of the two holders is the owner, so we end the session for both.
  if (context.settings.refresh_token_rotation_enabled && active) {
    await revokeTokens(tx, context.now, session.id);
    await audit(context, tx, 'token_revoked', user);
  }
  throw new AuthError('refresh_token_already_used', undefined, { keepChanges: true });
}

/**
 * How a refresh token that was used already comes again. `retry`: its client never got the successor, or sent two requests at
 * once. `theft`: anything else.
 */
function refreshTokenReuse(
  token: Pick<RefreshTokenRow, 'token' | 'updated_at'>,
  active: Pick<RefreshTokenRow, 'parent'>,
  settings: Pick<AuthSettings, 'security_refresh_token_reuse_interval'>,
  now: Date,
): 'retry' | 'theft' {
  if (active.parent === token.token) return 'retry';
  const usedUntil = instant(token.updated_at) + settings.security_refresh_token_reuse_interval * 1000;
  return now.getTime() <= usedUntil ? 'retry' : 'theft';
}

type Limits = Pick<AuthSettings, 'sessions_timebox' | 'sessions_inactivity_timeout'>;

/**
 * Why a session has expired, as the end of the error's sentence: empty for its time limit, ` (Inactivity)` when nobody used it for
 * too long. Null while it is valid.
 */
export function expiry(
  session: Pick<SessionRow, 'created_at' | 'refreshed_at' | 'not_after'>,
  { sessions_timebox, sessions_inactivity_timeout }: Limits,
  now: Date,
): string | null {
  const time = now.getTime();
  const created = instant(session.created_at);
  if (instant(session.not_after) <= time) return '';
  if (sessions_timebox > 0 && created + sessions_timebox * 1000 <= time) return '';
  const used = session.refreshed_at ? instant(session.refreshed_at) : created;
  if (sessions_inactivity_timeout > 0 && used + sessions_inactivity_timeout * 1000 <= time)
    return ' (Inactivity)';
  return null;
}
