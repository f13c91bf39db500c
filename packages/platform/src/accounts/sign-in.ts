import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { verifyPassword } from './password-hash.ts';
import { assertSecondFactor } from './second-factor.ts';
import { beginAttempt, forgiveAttempt, takeBackAttempt } from './sign-in-throttle.ts';

/**
 * @param email as the contract leaves it: trimmed and in lower case
 * @param code of the authenticator app, or a recovery code, for an account that has a second factor
 * @throws PlatformError `unauthorized` with the same words for a wrong address and a wrong password, and once the password is right
 *   for a code that is missing or wrong; `rate_limited`
 */
export async function signIn(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
  ip: string,
): Promise<AccountRow> {
  const attempt = await beginAttempt(db, email, ip);
  const account = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  if (!(await verifyPassword(account?.password_hash ?? null, password)) || account === undefined) {
    throw new PlatformError('unauthorized', 'The e-mail address or the password is wrong.');
  }
  await db
    .transaction()
    .execute((transaction) => assertSecondFactor(transaction, secrets, account.id, code))
    .catch(async (error: unknown) => {
      // Who is asked for the code has guessed nothing.
      if (code === undefined) await takeBackAttempt(db, attempt);
      throw error;
    });
  await forgiveAttempt(db, attempt, email, ip);
  return account;
}
