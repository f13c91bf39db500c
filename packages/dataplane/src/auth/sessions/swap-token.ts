import type { AuthContext } from '../auth-context.ts';
import { findActiveToken, insertRefreshToken, revokeTokens } from '../store/refresh-tokens.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { Transaction } from '../store/transaction.ts';
import { newRefreshToken } from './new-refresh-token.ts';

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
