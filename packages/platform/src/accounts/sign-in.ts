import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { verifyPassword } from './passwords.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

/**
 * @param email as the contract leaves it: trimmed and in lower case
 * @throws PlatformError `unauthorized` with the same words for a wrong address and a wrong password; `rate_limited`
 */
export async function signIn(db: Database, email: string, password: string, ip: string): Promise<AccountRow> {
  const attempt = await beginAttempt(db, email, ip);
  const account = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  if (!(await verifyPassword(account?.password_hash ?? null, password)) || account === undefined) {
    throw new PlatformError('unauthorized', 'The e-mail address or the password is wrong.');
  }
  await forgiveAttempt(db, attempt, email, ip);
  return account;
}
