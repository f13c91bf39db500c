import type { FactorProof } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import type { PasskeyScope } from './passkey-ceremony.ts';
import { verifyPassword } from './password-hash.ts';
import { assertSecondFactor } from './prove-factor.ts';
import { beginAttempt, forgiveAttempt, takeBackAttempt } from './sign-in-throttle.ts';

/**
 * @param email as the contract leaves it: trimmed and in lower case
 * @param proof for an account that has a second factor
 * @throws PlatformError `unauthorized` with the same words for a wrong address and a wrong password, and once the password is right
 *   for a factor that is missing or wrong; `rate_limited`
 */
export async function signIn(
  scope: PasskeyScope,
  { email, password, ...proof }: FactorProof & { email: string; password: string },
  ip: string,
): Promise<AccountRow> {
  const { db } = scope;
  const attempt = await beginAttempt(db, email, ip);
  const account = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  if (!(await verifyPassword(account?.password_hash ?? null, password)) || account === undefined) {
    throw new PlatformError('unauthorized', 'The e-mail address or the password is wrong.');
  }
  await db
    .transaction()
    .execute((transaction) => assertSecondFactor(transaction, scope, account.id, proof))
    .catch(async (error: unknown) => {
      // Who is asked for the factor has guessed nothing.
      if (proof.code === undefined && proof.passkey === undefined) await takeBackAttempt(db, attempt);
      throw error;
    });
  await forgiveAttempt(db, attempt, email, ip);
  return account;
}
