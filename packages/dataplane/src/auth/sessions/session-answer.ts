import type { AuthContext } from '../auth-context.ts';
import { loadUserParts } from '../present/load-user-parts.ts';
import type { SessionBody } from '../present/present-session.ts';
import { presentUser } from '../present/present-user.ts';
import { listAmrClaims } from '../store/amr-claims.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { Executor } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import { accessToken } from './access-token.ts';

/** A session as the client gets it, with a fresh access token. */
export async function sessionAnswer(
  context: AuthContext,
  db: Executor,
  user: UserRow,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionBody> {
  const amr = await listAmrClaims(db, session.id);
  const { token, expiresAt, expiresIn } = await accessToken(context, user, session, amr);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presentUser(await loadUserParts(db, user)),
  };
}
