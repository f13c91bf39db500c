import { isIP } from 'node:net';
import type { AuthSettings } from '@basalt/project';
import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
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
 * `session_expired`, `user_banned`.
 */
export async function refreshSession(
  context: AuthContext,
  tx: Transaction,
  text: string,
): Promise<SessionBody> {
  const sessionId = (await findRefreshToken(tx, text))?.session_id;
  const session = sessionId ? await findSession(tx, sessionId, { lock: true }) : null;
  const token = session && (await findRefreshToken(tx, text));
  const user = session && (await findUserById(tx, session.user_id));
  if (!session || !token || !user || user.deleted_at) throw new AuthError('refresh_token_not_found');
  if (isBanned(user, context.now)) throw new AuthError('user_banned');
  await checkNotOver(context, tx, session);
  const successor = await nextToken(context, tx, session, token, user);
  const touched = await updateSession(tx, context.now, session.id, {
    refreshed_at: context.now.toISOString(),
    user_agent: context.userAgent,
    ip: isIP(context.ip) ? context.ip : null,
  });
  return sessionAnswer(context, tx, user, touched ?? session, successor);
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
  if (active && judgeReuse(token, active, context.settings, context.now) === 'repeat') return active.token;
  // Somebody has a copy. Who of the two is the owner cannot be known, so nobody stays signed in.
  if (context.settings.refresh_token_rotation_enabled && active) {
    await revokeTokens(tx, context.now, session.id);
    await audit(context, tx, 'token_revoked', user);
  }
  throw new AuthError('refresh_token_already_used', undefined, { keepChanges: true });
}

/**
 * Why a used token comes again. 'repeat': a client that never got its successor, or two of its requests at once. 'theft':
 * anything else.
 */
function judgeReuse(
  token: Pick<RefreshTokenRow, 'token' | 'updated_at'>,
  active: Pick<RefreshTokenRow, 'parent'>,
  settings: Pick<AuthSettings, 'security_refresh_token_reuse_interval'>,
  now: Date,
): 'repeat' | 'theft' {
  if (active.parent === token.token) return 'repeat';
  const usedUntil = instant(token.updated_at) + settings.security_refresh_token_reuse_interval * 1000;
  return now.getTime() <= usedUntil ? 'repeat' : 'theft';
}

type Limits = Pick<AuthSettings, 'sessions_timebox' | 'sessions_inactivity_timeout'>;

/** Why a session is over, as the end of a sentence: '' for its time, ' (Inactivity)'. Null while it goes on. */
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
