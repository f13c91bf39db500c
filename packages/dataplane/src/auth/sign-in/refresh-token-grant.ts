import { AuthError } from '../errors/auth-error.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import type { GrantHandler } from './grant-handler.ts';

/** A new access token for a refresh token, which is replaced by another one. */
export const handleRefreshTokenGrant: GrantHandler = async (context, body) => {
  const token = body.text('refresh_token');
  if (!token) throw new AuthError('validation_failed', 'refresh_token required');
  return context.db.transaction((tx) => refreshSession(context, tx, token));
};
