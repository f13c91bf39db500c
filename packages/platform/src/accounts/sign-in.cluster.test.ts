import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../kernel/migrate.ts';
import { type Database, openDatabase } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { hashPassword, signIn } from './sign-in.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const OWNER = 'owner@example.com';
const RIGHT = 'correct horse';
let db: Database;

beforeAll(async () => {
  const { host, port, user, database } = await cluster.createDatabase();
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  ({ db } = openDatabase(url, () => {}));
  await migrate(db);
  await db
    .insertInto('accounts')
    .values({ email: OWNER, password_hash: await hashPassword(RIGHT) })
    .execute();
});
afterAll(() => db.destroy());
beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute();
});

/** Never two of one block. */
const farApart = (index: number) => `10.${index >> 8}.${index & 255}.1`;
const codeOf = async (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: PlatformError) => error.code,
  );
/** As a sign-in with a wrong password, without its hashing. */
const fail = (email: string, ip: string) => codeOf(beginAttempt(db, email, ip));
const failMany = async (times: number, email: (index: number) => string, ip: (index: number) => string) => {
  const codes = [];
  for (let index = 0; index < times; index += 1) codes.push(await fail(email(index), ip(index)));
  return codes.filter((code) => code === 'in').length;
};

test.each([OWNER, 'nobody@example.com'])(
  '400 guesses at %s from 400 places are few that count',
  async (email) => {
    expect(
      await failMany(
        400,
        () => email,
        (index) => farApart(index),
      ),
    ).toBe(30);
    const refused = await signIn(db, email, RIGHT, '198.51.100.1').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PlatformError);
    expect(refused).toMatchObject({ code: 'rate_limited', status: 429 });
    const { retry_after } = (refused as PlatformError).details as { retry_after: number };
    expect(retry_after).toBeGreaterThan(850);
    expect(retry_after).toBeLessThanOrEqual(900);
  },
);

test('guesses that come at once are counted one after another', async () => {
  const codes = await Promise.all(Array.from({ length: 60 }, (_, index) => fail(OWNER, farApart(index))));
  expect(codes.filter((code) => code === 'in')).toHaveLength(30);
});

test.each([
  ['IPv4 /24', (index: number) => `192.0.2.${index % 250}`, '192.0.2.251', '192.0.3.1', 100],
  ['IPv6 /64', (index: number) => `2a01:1:1:1::${index + 1}`, '2a01:1:1:1:9::1', '2a01:1:1:2::1', 100],
  ['IPv6 /48', (index: number) => `2a01:1:1:${index + 1}::1`, '2a01:1:1:ffff::1', '2a01:1:2:1::1', 300],
])('guesses at many accounts from one %s are stopped', async (_name, ip, inside, outside, limit) => {
  expect(await failMany(limit + 20, (index) => `user${index}@example.com`, ip)).toBe(limit);
  expect(await fail('other@example.com', inside)).toBe('rate_limited');
  expect(await fail('other@example.com', outside)).toBe('in');
});

test('the owner gets in from where they came before, and from anywhere as time passes', async () => {
  const home = '203.0.113.7';
  expect(await codeOf(signIn(db, OWNER, RIGHT, home))).toBe('in');
  await failMany(
    40,
    () => OWNER,
    (index) => farApart(index),
  );
  expect(await codeOf(signIn(db, OWNER, RIGHT, '198.51.100.1'))).toBe('rate_limited');
  expect(await codeOf(signIn(db, OWNER, RIGHT, home))).toBe('in');
  expect(
    await failMany(
      20,
      () => OWNER,
      () => home,
    ),
  ).toBe(8);
  await db
    .updateTable('sign_in_failures')
    .set({ failed_at: new Date(Date.now() - 901_000) })
    .execute();
  expect(await codeOf(signIn(db, OWNER, RIGHT, '198.51.100.1'))).toBe('in');
});

test('who is right is not counted', async () => {
  for (let index = 0; index < 50; index += 1) {
    await forgiveAttempt(db, await beginAttempt(db, OWNER, farApart(index)), OWNER, farApart(index));
  }
  expect(await db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
});
