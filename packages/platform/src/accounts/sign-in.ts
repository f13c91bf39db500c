import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { verifyPassword } from './passwords.ts';
import { assertMayTry, forgetFailures, recordFailure } from './sign-in-throttle.ts';

/** @throws PlatformError `unauthorized` with the same words for a wrong address and a wrong password; `rate_limited` */
export async function signIn(db: Database, email: string, password: string, ip: string): Promise<AccountRow> {
  const address = email.trim().toLowerCase();
  await assertMayTry(db, address, ip);
  const account = await db.selectFrom('accounts').selectAll().where('email', '=', address).executeTakeFirst();
  if (!(await verifyPassword(account?.password_hash ?? null, password)) || account === undefined) {
    await recordFailure(db, address, ip);
    throw new PlatformError('unauthorized', 'The e-mail address or the password is wrong.');
  }
  await forgetFailures(db, address, ip);
  return account;
}
