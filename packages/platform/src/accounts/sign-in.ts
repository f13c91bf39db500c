import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
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

// argon2id with the parameters OWASP recommends (19 MiB, 2 passes, 1 lane); the library runs it off the main thread.
const OPTIONS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/** Checks a password. Without an account it takes as long, so that the time does not tell which addresses exist. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== null && matches;
}
