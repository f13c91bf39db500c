import type { AuthContext } from '../auth-context.ts';
import { countGuess, type Guess, lookGuess } from '../rate-limits/count-guess.ts';

/**
 * Whether somebody knows the password of an account. Without a hash it takes as long, counts the same and answers no.
 * @param account the address that was given, in the form it is stored in
 * @throws {AuthError} over_request_rate_limit
 */
export function checkPassword(
  context: AuthContext,
  account: string,
  { hash, password }: { hash: string | null; password: string },
): Promise<boolean> {
  const guess: Guess = { what: 'password', account };
  lookGuess(context, guess);
  // Counted when its turn has come, not while it waits: no more are judged at once than there are threads.
  return context.passwords.verify(hash, password, (check) =>
    countGuess(context, guess, check, { isRight: (fits) => fits }),
  );
}
