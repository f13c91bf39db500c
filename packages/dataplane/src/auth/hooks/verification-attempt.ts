import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { FactorRow } from '../store/factors.ts';
import { deleteSessions } from '../store/sessions.ts';
import { callHook } from './call/call-hook.ts';

/**
 * Tells the project of a password that somebody tried at an account, right or wrong. Throws `invalid_credentials` when the project
 * wants no further attempts.
 */
export async function passwordAttempt(
  context: AuthContext,
  attempt: { userId: string; valid: boolean },
): Promise<void> {
  const payload = { user_id: attempt.userId, valid: attempt.valid };
  const answer = await callHook(context, 'password_verification_attempt', payload);
  if (answer.decision !== 'reject') return;
  if (answer.should_logout_user === true) await deleteSessions(context.db, attempt.userId);
  throw new AuthError(
    'invalid_credentials',
    wordsOf(answer.message, 'Further password verification attempts will be rejected.'),
  );
}

/** The same of a second factor. Throws `mfa_verification_rejected` after all sessions of the user have ended. */
export async function factorAttempt(
  context: AuthContext,
  factor: Pick<FactorRow, 'id' | 'user_id' | 'factor_type'>,
  valid: boolean,
): Promise<void> {
  const answer = await callHook(context, 'mfa_verification_attempt', {
    user_id: factor.user_id,
    factor_id: factor.id,
    factor_type: factor.factor_type,
    valid,
  });
  if (answer.decision !== 'reject') return;
  await deleteSessions(context.db, factor.user_id);
  throw new AuthError(
    'mfa_verification_rejected',
    wordsOf(answer.message, 'Further MFA verification attempts will be rejected.'),
  );
}

function wordsOf(message: unknown, otherwise: string): string {
  return typeof message === 'string' && message !== '' ? message.slice(0, 1_000) : otherwise;
}
