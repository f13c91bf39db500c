import { randomBytes } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../kernel/migrate.ts';
import { type Database, openDatabase } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Visitor } from '../kernel/ports.ts';
import { secretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { actorOfAccessToken, createAccessToken, listAccessTokens } from './access-tokens.ts';
import { requestPasswordReset } from './forgotten-password.ts';
import { hashPassword } from './password-hash.ts';
import { changePassword, issuePasswordReset, resetPassword } from './passwords.ts';
import { actorOfSession, deleteSession, endOtherSessions, listSessions, startSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const OWNER = 'owner@example.com';
const RIGHT = 'correct horse';
let db: Database;
const secrets = secretBox(randomBytes(32));
const scope = () => ({ db, secrets, settings: { dashboardUrl: 'https://basalt.example.com' } });

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
    const refused = await signIn(scope(), { email: email, password: RIGHT }, '198.51.100.1').catch(
      (error: unknown) => error,
    );
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
  expect(await codeOf(signIn(scope(), { email: OWNER, password: RIGHT }, home))).toBe('in');
  await failMany(
    40,
    () => OWNER,
    (index) => farApart(index),
  );
  expect(await codeOf(signIn(scope(), { email: OWNER, password: RIGHT }, '198.51.100.1'))).toBe(
    'rate_limited',
  );
  expect(await codeOf(signIn(scope(), { email: OWNER, password: RIGHT }, home))).toBe('in');
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
  expect(await codeOf(signIn(scope(), { email: OWNER, password: RIGHT }, '198.51.100.1'))).toBe('in');
});

test('who is right is not counted', async () => {
  for (let index = 0; index < 50; index += 1) {
    await forgiveAttempt(db, await beginAttempt(db, OWNER, farApart(index)), OWNER, farApart(index));
  }
  expect(await db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
});

const HERE = { ip: '203.0.113.7', userAgent: 'curl/8.5.0' };
const ANEW = 'battery staple horse';
const idOf = async (email: string) =>
  (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const account = async (email: string) => {
  await db
    .insertInto('accounts')
    .values({ email, password_hash: await hashPassword(RIGHT) })
    .execute();
  return { accountId: await idOf(email), email };
};
/** As it is now. */
const rowOf = (id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const enter = async (id: string, visitor: Visitor = HERE) => startSession(db, await rowOf(id), visitor);

test('sessions are listed with where they are, and ended one by one or all but this one', async () => {
  const ada = await account('ada@example.com');
  const [own, laptop, phone] = [
    await enter(ada.accountId),
    await enter(ada.accountId, { ip: '198.51.100.9', userAgent: 'x'.repeat(1_000) }),
    await enter(ada.accountId, { ip: '198.51.100.10', userAgent: null }),
  ];
  const stranger = await enter(await idOf(OWNER));
  const listed = await listSessions(db, ada.accountId, own.token);
  expect(listed).toHaveLength(3);
  expect(listed[0]).toMatchObject({ is_current: true, user_agent: 'curl/8.5.0', ip: '203.0.113.7' });
  expect(listed.find(({ ip }) => ip === '198.51.100.9')?.user_agent).toHaveLength(400);

  const theirs = await listSessions(db, await idOf(OWNER), null);
  expect(await codeOf(deleteSession(db, ada.accountId, String(theirs[0]?.id)))).toBe('not_found');
  await deleteSession(db, ada.accountId, String(listed.find(({ ip }) => ip === '198.51.100.9')?.id));
  expect(await actorOfSession(db, laptop.token, HERE)).toBeNull();
  await endOtherSessions(db, ada.accountId, own.token);
  expect(await actorOfSession(db, phone.token, HERE)).toBeNull();
  expect(await actorOfSession(db, own.token, HERE)).toMatchObject(ada);
  expect(await actorOfSession(db, stranger.token, HERE)).not.toBeNull();
});

test('a session tells where it was seen last', async () => {
  const bob = await account('bob@example.com');
  const { token } = await enter(bob.accountId);
  await db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 120_000) })
    .where('account_id', '=', bob.accountId)
    .execute();
  await actorOfSession(db, token, { ip: '192.0.2.77', userAgent: null });
  const [seen] = await listSessions(db, bob.accountId, token);
  expect(seen?.ip).toBe('192.0.2.77');
  expect(Date.parse(String(seen?.last_seen_at))).toBeGreaterThan(Date.now() - 60_000);
});

test('noting that a session or a token is in use keeps nobody waiting, and refuses nobody', async () => {
  const dan = await account('dan@example.com');
  const { token: session } = await enter(dan.accountId);
  const { token } = await db
    .transaction()
    .execute((t) => createAccessToken(t, dan.accountId, { name: 'ci' }));
  await db
    .updateTable('sessions')
    .set({ last_seen_at: null })
    .where('account_id', '=', dan.accountId)
    .execute();
  const actors = () =>
    Promise.all([
      ...Array.from({ length: 4 }, () => actorOfSession(db, session, HERE)),
      ...Array.from({ length: 4 }, () => actorOfAccessToken(db, token, HERE)),
    ]);
  const all = Array(8).fill(dan);
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('sessions').select('id').forUpdate().execute();
    await transaction.selectFrom('access_tokens').select('id').forUpdate().execute();
    expect(await actors()).toMatchObject(all);
  });
  // Where nothing can be written, as on a full disk.
  for (const table of ['sessions', 'access_tokens'])
    await sql`alter table ${sql.table(table)} add constraint no_write check (false) not valid`.execute(db);
  try {
    expect(await actors()).toMatchObject(all);
  } finally {
    for (const table of ['sessions', 'access_tokens'])
      await sql`alter table ${sql.table(table)} drop constraint no_write`.execute(db);
  }
  await actors();
  const { last_used_at } = (await listAccessTokens(db, dan.accountId))[0] ?? {};
  expect(Date.parse(String(last_used_at))).toBeGreaterThan(Date.now() - 60_000);
});

test('an access token ends when it was said to, and tells whoever still uses it', async () => {
  const fay = await account('fay@example.com');
  const { token, expires_at } = await db
    .transaction()
    .execute((t) => createAccessToken(t, fay.accountId, { name: 'ci', expiresInDays: 30 }));
  const daysLeft = (Date.parse(String(expires_at)) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(daysLeft).toBeGreaterThan(29.9);
  expect(daysLeft).toBeLessThanOrEqual(30);
  expect(await actorOfAccessToken(db, token, HERE)).toMatchObject(fay);
  await db
    .updateTable('access_tokens')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('account_id', '=', fay.accountId)
    .execute();
  await expect(actorOfAccessToken(db, token, HERE)).rejects.toMatchObject({
    code: 'unauthorized',
    message: 'This access token has expired. Create a new one in the dashboard.',
  });
  expect(await listAccessTokens(db, fay.accountId)).toHaveLength(1);
});

test('the password is changed by whoever knows it, which ends the other sessions', async () => {
  const eve = await account('eve@example.com');
  const own = await enter(eve.accountId);
  const other = await enter(eve.accountId);
  const place = { session: own.token, ip: HERE.ip };
  expect(await codeOf(changePassword(db, eve, { current: 'wrong', next: ANEW }, place))).toBe('forbidden');
  expect(await actorOfSession(db, other.token, HERE)).not.toBeNull();
  await changePassword(db, eve, { current: RIGHT, next: ANEW }, place);
  expect(await actorOfSession(db, own.token, HERE)).not.toBeNull();
  expect(await actorOfSession(db, other.token, HERE)).toBeNull();
  expect(await codeOf(signIn(scope(), { email: eve.email, password: RIGHT }, HERE.ip))).toBe('unauthorized');
  expect(await codeOf(signIn(scope(), { email: eve.email, password: ANEW }, HERE.ip))).toBe('in');

  // With a session that was stolen the password is guessed no faster than without.
  const codes = [];
  for (let guess = 0; guess < 10; guess += 1)
    codes.push(await codeOf(changePassword(db, eve, { current: `guess ${guess}`, next: ANEW }, place)));
  expect(codes.slice(-2)).toEqual(['rate_limited', 'rate_limited']);
});

test.each(['changed', 'reset'])('no session of the former password outlives that it is %s', async (how) => {
  const eva = await account(`${how}@example.com`);
  const change = async () =>
    how === 'reset'
      ? resetPassword(
          scope(),
          { token: String(await issuePasswordReset(db, eva.email)), password: ANEW },
          HERE.ip,
        )
      : changePassword(db, eva, { current: RIGHT, next: ANEW }, { session: null, ip: HERE.ip });
  const verified = await signIn(scope(), { email: eva.email, password: RIGHT }, HERE.ip);
  let changing: Promise<unknown> = Promise.resolve();
  // A sign-in that is being written while the password is changed.
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('accounts').select('id').where('id', '=', verified.id).forShare().execute();
    changing = change();
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => (await waiting.execute(db)).rows.length, { timeout: 10_000 })
      .toBeGreaterThan(0);
    await transaction
      .insertInto('sessions')
      .values({ token_hash: Buffer.alloc(32), account_id: verified.id, expires_at: new Date('2100-01-01') })
      .execute();
  });
  await changing;
  // And one that has verified the former password, and is written after that.
  expect(await codeOf(startSession(db, verified, HERE))).toBe('unauthorized');
  expect(await listSessions(db, eva.accountId, null)).toEqual([]);
});

test('of two changes of a password one knows the present one', async () => {
  const uma = await account('uma@example.com');
  const place = { session: null, ip: HERE.ip };
  const changes = ['a first phrase', 'a second phrase'].map((next) =>
    codeOf(changePassword(db, uma, { current: RIGHT, next }, place)),
  );
  expect((await Promise.all(changes)).sort()).toEqual(['forbidden', 'in']);
});

test('a reset link works once, for an hour, and only the newest', async () => {
  const kim = await account('kim@example.com');
  const { token: session } = await enter(kim.accountId);
  expect(await issuePasswordReset(db, 'nobody@example.com')).toBeNull();
  const older = String(await issuePasswordReset(db, kim.email));
  const newer = String(await issuePasswordReset(db, kim.email));
  const kept = await db.selectFrom('password_resets').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(newer);
  for (const token of ['', 'unknown', older])
    expect(await codeOf(resetPassword(scope(), { token: token, password: ANEW }, HERE.ip))).toBe('forbidden');

  await db.updateTable('password_resets').set({ expires_at: new Date() }).execute();
  expect(await codeOf(resetPassword(scope(), { token: newer, password: ANEW }, HERE.ip))).toBe('forbidden');

  const last = String(await issuePasswordReset(db, kim.email));
  const both = await Promise.all([
    codeOf(resetPassword(scope(), { token: last, password: ANEW }, HERE.ip)),
    codeOf(resetPassword(scope(), { token: last, password: 'another long phrase' }, HERE.ip)),
  ]);
  expect(both.sort()).toEqual(['forbidden', 'in']);
  expect(await actorOfSession(db, session, HERE)).toBeNull();
  expect(await codeOf(signIn(scope(), { email: kim.email, password: RIGHT }, HERE.ip))).toBe('unauthorized');

  const codes = [];
  for (let guess = 0; guess < 10; guess += 1)
    codes.push(
      await codeOf(resetPassword(scope(), { token: `guess ${guess}`, password: ANEW }, '198.51.100.200')),
    );
  expect(codes).toEqual([...Array(8).fill('forbidden'), 'rate_limited', 'rate_limited']);
});

test('a link comes by mail, at most one a minute, and nobody learns whether there is an account', async () => {
  await db.deleteFrom('password_resets').execute();
  const sent: { to: string; text: string }[] = [];
  const mailer = { send: async (mail: { to: string; text: string }) => void sent.push(mail) };
  const settings = { dashboardUrl: 'https://basalt.example.com' } as PlatformSettings;
  const dependencies = { db, mailer, settings, log: () => {} };
  const ask = (email: string) => requestPasswordReset(dependencies, email, farApart(1));
  expect(await ask('nobody@example.com')).toBeUndefined();
  await Promise.all([ask(OWNER), ask(OWNER), ask(OWNER)]);
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.to).toBe(OWNER);
  const token = /^https:\/\/basalt\.example\.com\/reset-password#token=(\S+)$/m.exec(
    sent[0]?.text ?? '',
  )?.[1];
  const account = await resetPassword(scope(), { token: token ?? '', password: RIGHT }, farApart(2));
  expect(account.email).toBe(OWNER);

  const asked = await Promise.all(
    Array.from({ length: 20 }, () =>
      codeOf(requestPasswordReset(dependencies, 'other@example.com', farApart(3))),
    ),
  );
  expect(asked.filter((code) => code === 'rate_limited').length).toBeGreaterThan(0);
  expect(await fail('other@example.com', farApart(4))).toBe('in');
  expect(await codeOf(requestPasswordReset({ ...dependencies, mailer: null }, OWNER, farApart(5)))).toBe(
    'unavailable',
  );
});
