import { randomUUID } from 'node:crypto';
import { addressBlocks, type FamiliarCallers, familiarCallers } from '@basalt/network';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';

const WINDOW_SECONDS = 900;
/** Any number that nothing else locks. */
const LOCK = 5_160_001;

/**
 * Failures allowed within the window: few for one guesser at one account, more for everyone together. Blocks of addresses
 * are for those who have many: an IPv4 /24 or IPv6 /64 is a `connection`, an IPv6 /48 a `site`.
 */
const LIMITS = { pair: 8, address: 40, account: 30, connection: 100, site: 300 } as const;

/** From where owners signed in lately. Kept in memory: after a restart they wait like everybody else. */
const familiar = new WeakMap<Database, FamiliarCallers>();

function familiarTo(db: Database): FamiliarCallers {
  const known = familiar.get(db);
  if (known !== undefined) return known;
  const callers = familiarCallers(() => new Date());
  familiar.set(db, callers);
  return callers;
}

function subjectsOf(account: string, ip: string): { subject: string; limit: number }[] {
  return [
    { subject: pairOf(account, ip), limit: LIMITS.pair },
    { subject: `address:${ip}`, limit: LIMITS.address },
    { subject: `account:${account}`, limit: LIMITS.account },
    ...addressBlocks(ip).map(({ name, size }) => ({ subject: `block:${name}`, limit: LIMITS[size] })),
  ];
}

/**
 * Counts an attempt as failed before it is made. Attempts that come together are counted one after another. An owner whom
 * others guess at gets through from where they signed in before, with the few attempts that one guesser has.
 * @returns the attempt, for {@link forgiveAttempt}
 * @throws PlatformError `rate_limited` when too many attempts for this account, from this address or near it failed; its
 * details say after how many seconds (`retry_after`) another one fits
 */
export async function beginAttempt(db: Database, account: string, ip: string): Promise<string> {
  const subjects = subjectsOf(account, ip);
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    await transaction
      .deleteFrom('sign_in_failures')
      .where('failed_at', '<', sql<Date>`now() - make_interval(secs => ${WINDOW_SECONDS})`)
      .execute();
    const rows = await transaction
      .selectFrom('sign_in_failures')
      .select([
        'subject',
        (eb) => eb.fn.countAll<number>().as('failures'),
        sql<number>`ceil(extract(epoch from min(failed_at) - now()))::int + ${WINDOW_SECONDS}::int`.as(
          'wait',
        ),
      ])
      .where(
        'subject',
        'in',
        subjects.map((s) => s.subject),
      )
      .groupBy('subject')
      .execute();
    const counted = new Map(rows.map((row) => [row.subject, row]));
    const usedUp = subjects.filter(({ subject, limit }) => (counted.get(subject)?.failures ?? 0) >= limit);
    const mayPass =
      familiarTo(db).knows(account, ip) && usedUp.every(({ subject }) => subject !== pairOf(account, ip));
    if (usedUp.length > 0 && !mayPass) {
      const waits = usedUp.map(({ subject }) => counted.get(subject)?.wait ?? WINDOW_SECONDS);
      throw tooMany(Math.max(1, ...waits));
    }
    const attempt = randomUUID();
    await transaction
      .insertInto('sign_in_failures')
      .values(subjects.map(({ subject }) => ({ subject, attempt })))
      .execute();
    return attempt;
  });
}

function tooMany(seconds: number): PlatformError {
  return new PlatformError('rate_limited', 'Too many failed attempts. Wait 15 minutes and try again.', {
    details: { retry_after: seconds },
  });
}

/** Takes back an attempt that was right, and what the same person got wrong before it; remembers where they are. */
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
  familiarTo(db).note(account, ip);
}

/** Takes back this attempt alone: it was right as far as it went. */
export async function takeBackAttempt(db: Database, attempt: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('attempt', '=', attempt).execute();
}

function pairOf(account: string, ip: string): string {
  return `pair:${account} ${ip}`;
}
