import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';

const WINDOW = '15 minutes';

/** Failures allowed within the window: few for one guesser at one account, more for everyone together. */
const LIMITS = { pair: 8, address: 40, account: 100 } as const;

function subjectsOf(account: string, ip: string): { subject: string; limit: number }[] {
  return [
    { subject: `pair:${account} ${ip}`, limit: LIMITS.pair },
    { subject: `address:${ip}`, limit: LIMITS.address },
    { subject: `account:${account}`, limit: LIMITS.account },
  ];
}

/** @throws PlatformError `rate_limited` when too many attempts for this account or from this address failed. */
export async function assertMayTry(db: Database, account: string, ip: string): Promise<void> {
  const subjects = subjectsOf(account, ip);
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(['subject', (eb) => eb.fn.countAll<number>().as('failures')])
    .where(
      'subject',
      'in',
      subjects.map((s) => s.subject),
    )
    .where('failed_at', '>', sql<Date>`now() - ${WINDOW}::interval`)
    .groupBy('subject')
    .execute();
  const failures = new Map(rows.map((row) => [row.subject, Number(row.failures)]));
  if (subjects.some(({ subject, limit }) => (failures.get(subject) ?? 0) >= limit)) {
    throw new PlatformError('rate_limited', 'Too many failed attempts. Wait 15 minutes and try again.');
  }
}

export async function recordFailure(db: Database, account: string, ip: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<', sql<Date>`now() - ${WINDOW}::interval`)
    .execute();
  await db
    .insertInto('sign_in_failures')
    .values(subjectsOf(account, ip).map(({ subject }) => ({ subject })))
    .execute();
}

export async function forgetFailures(db: Database, account: string, ip: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', `pair:${account} ${ip}`).execute();
}
