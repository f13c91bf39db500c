import type { AuthContext } from '../auth-context.ts';
import { AuthError } from '../errors/auth-error.ts';
import type { AuthErrorCode } from '../errors/error-codes.ts';
import { countGuess } from './count-guess.ts';

const WRONG: ReadonlySet<AuthErrorCode> = new Set(['otp_expired', 'mfa_verification_failed']);

/**
 * Does work that judges a code. Beside the limits of each account, wrong codes are counted by where they come from: one
 * who tries a code at many accounts is stopped as well. Throws `over_request_rate_limit` and what the work throws.
 */
export function guessCode<T>(context: AuthContext, work: () => Promise<T>): Promise<T> {
  return countGuess(context, { what: 'code', account: null }, work, {
    isWrong: (error) => error instanceof AuthError && WRONG.has(error.code),
  });
}
