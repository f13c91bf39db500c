import type { Database } from '../kernel/open-database.ts';
import type { PlatformError } from '../kernel/platform-error.ts';
import { verifyPassword } from './password-hash.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

/**
 * Asks somebody who is signed in for their password: a session that was left open is not enough to change how one signs in.
 * @param wrong what is thrown when it is another one
 * @returns the hash that it was compared with
 * @throws PlatformError `rate_limited`, counted together with sign-ins
 */
export async function proveOwnPassword(
  db: Database,
  { accountId, email, ip }: { accountId: string; email: string; ip: string },
  password: string,
  wrong: PlatformError,
): Promise<string> {
  const attempt = await beginAttempt(db, email, ip);
  const account = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst();
  const isRight = await verifyPassword(account?.password_hash ?? null, password);
  if (!isRight || account === undefined) throw wrong;
  await forgiveAttempt(db, attempt, email, ip);
  return account.password_hash;
}
