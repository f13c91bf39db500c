import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';

const WINDOW = '15 minutes';
/** Any number that nothing else locks. */
const LOCK = 5_160_001;

/** Failures allowed within the window: few for one guesser at one account, more for everyone together. */
const LIMITS = { pair: 8, address: 40, account: 100 } as const;

function subjectsOf(account: string, ip: string): { subject: string; limit: number }[] {
  return [
    { subject: pairOf(account, ip), limit: LIMITS.pair },
    { subject: `address:${ip}`, limit: LIMITS.address },
    { subject: `account:${account}`, limit: LIMITS.account },
  ];
}

/**
 * Counts an attempt as failed before it is made. Attempts that come together are counted one after another.
 * @returns the attempt, for {@link forgiveAttempt}
 * @throws PlatformError `rate_limited` when too many attempts for this account or from this address failed.
 */
export async function beginAttempt(db: Database, account: string, ip: string): Promise<string> {
  const subjects = subjectsOf(account, ip);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    await transaction
      .deleteFrom('sign_in_failures')
      .where('failed_at', '<', sql<Date>`now() - ${WINDOW}::interval`)
      .execute();
    const rows = await transaction
      .selectFrom('sign_in_failures')
      .select(['subject', (eb) => eb.fn.countAll<number>().as('failures')])
      .where(
        'subject',
        'in',
        subjects.map((s) => s.subject),
      )
      .groupBy('subject')
      .execute();
    const failures = new Map(rows.map((row) => [row.subject, row.failures]));
    if (subjects.some(({ subject, limit }) => (failures.get(subject) ?? 0) >= limit)) {
      throw new PlatformError('rate_limited', 'Too many failed attempts. Wait 15 minutes and try again.');
    }
    const attempt = randomUUID();
    await transaction
      .insertInto('sign_in_failures')
      .values(subjects.map(({ subject }) => ({ subject, attempt })))
      .execute();
    return attempt;
  });
}

/** Takes back an attempt that was right, and what the same person got wrong before it. */
export async function forgiveAttempt(
  db: Database,
  attempt: string,
  account: string,
  ip: string,
): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where((row) => row.or([row('attempt', '=', attempt), row('subject', '=', pairOf(account, ip))]))
    .execute();
}

function pairOf(account: string, ip: string): string {
  return `pair:${account} ${ip}`;
}
