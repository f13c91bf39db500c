import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { SessionBody } from '../present/present-session.ts';
import { noteAmrClaim } from '../store/amr-claims.ts';
import { type AssuranceLevel, findSession, updateSession } from '../store/sessions.ts';
import type { Transaction } from '../store/transaction.ts';
import type { UserRow } from '../store/user-row.ts';
import type { AuthMethod } from './auth-method.ts';
import { sessionAnswer } from './session-answer.ts';
import { swapToken } from './swap-token.ts';

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
  return sessionAnswer(context, tx, user, raised ?? session, token);
}
