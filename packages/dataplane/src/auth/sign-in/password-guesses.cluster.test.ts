import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AuthProjectForTest, authProjectForTest } from '../auth-project-for-test.ts';

const cluster = useTestCluster();
let project: AuthProjectForTest;
const ANNA = { email: 'anna@example.com', password: 'correct horse' };
const PHONE = '4915112345678';
const HOME = '203.0.113.7';

beforeEach(async () => {
  project = await authProjectForTest(await cluster.createDatabase(), {
    mailer_autoconfirm: true,
    sms_autoconfirm: true,
  });
  await project.call('POST', '/signup', ANNA);
});
afterEach(() => project.close());

const signIn = (body: object, ip: string) => project.call('POST', '/token?grant_type=password', body, { ip });
const guess = (email: string, ip: string, password = 'guessed wrong') => signIn({ email, password }, ip);
/** Never two of one block. */
const farApart = (index: number) => `10.${index >> 8}.${index & 255}.1`;
const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('guessing at one account from anywhere', () => {
  test.each([ANNA.email, ' Anna@Example.COM', 'nobody@example.com'])(
    'is stopped for %j, and the right password with it',
    async (email) => {
      const answers = [];
      for (let index = 0; index < 400; index += 1) answers.push(await guess(email, farApart(index)));
      expect([count(answers, 400), count(answers, 429)]).toEqual([30, 370]);
      const refused = await guess(email, '198.51.100.1', ANNA.password);
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      });
    },
  );

  test('is stopped when all guesses come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, index) => guess(ANNA.email, farApart(index))),
    );
    expect([count(answers, 400), count(answers, 429)]).toEqual([30, 90]);
  });

  test('is one budget for signing in and for signing up once more', async () => {
    project.settings.mailer_autoconfirm = false;
    const waiting = { email: 'waiting@example.com', password: 'correct horse' };
    await project.call('POST', '/signup', waiting);
    project.settings.mailer_autoconfirm = true;
    for (let index = 0; index < 30; index += 1) {
      const body = { ...waiting, password: 'guessed wrong' };
      expect((await project.call('POST', '/signup', body, { ip: farApart(index) })).status).toBe(422);
    }
    expect((await project.call('POST', '/signup', waiting)).status).toBe(429);
    expect((await signIn(waiting, HOME)).status).toBe(429);
  });

  test('counts a phone number however it is written', async () => {
    await project.call('POST', '/signup', { phone: PHONE, password: ANNA.password });
    const writings = [PHONE, `+${PHONE}`, '+49 151 1234 5678'];
    for (let index = 0; index < 30; index += 1) {
      const phone = writings[index % 3];
      expect((await signIn({ phone, password: 'guessed wrong' }, farApart(index))).status).toBe(400);
    }
    expect((await signIn({ phone: PHONE, password: ANNA.password }, HOME)).status).toBe(429);
  });
});

describe('the owner', () => {
  const attack = async () => {
    for (let index = 0; index < 40; index += 1) await guess(ANNA.email, farApart(index));
  };

  test('gets in from where they came before, with few guesses', async () => {
    expect((await signIn(ANNA, HOME)).status).toBe(200);
    await attack();
    expect((await signIn(ANNA, '198.51.100.1')).status).toBe(429);
    expect((await signIn(ANNA, HOME)).status).toBe(200);
    for (let index = 0; index < 10; index += 1) expect((await guess(ANNA.email, HOME)).status).toBe(400);
    expect((await signIn(ANNA, HOME)).status).toBe(429);
  });

  test('gets in from anywhere as time passes', async () => {
    await attack();
    expect((await signIn(ANNA, '198.51.100.1')).status).toBe(429);
    project.pass(900 + 60);
    expect((await signIn(ANNA, '198.51.100.1')).status).toBe(200);
  });

  test('is not slowed down by being right', async () => {
    for (let index = 0; index < 120; index += 1) expect((await signIn(ANNA, HOME)).status).toBe(200);
  });

  test('is another one than the neighbour', async () => {
    await attack();
    await project.call('POST', '/signup', { ...ANNA, email: 'bob@example.com' });
    expect((await signIn({ ...ANNA, email: 'bob@example.com' }, HOME)).status).toBe(200);
  });
});

describe('guessing at many accounts', () => {
  test.each([
    ['IPv4 /24', (index: number) => `192.0.2.${index % 250}`, '192.0.2.251', '192.0.3.1', 100],
    ['IPv4 /24 as IPv6', (index: number) => `::ffff:192.0.2.${index % 250}`, '192.0.2.251', '192.0.3.1', 100],
    ['IPv6 /64', (index: number) => `2a01:1:1:1::${index + 1}`, '2a01:1:1:1:9::1', '2a01:1:1:2::1', 100],
    ['IPv6 /48', (index: number) => `2a01:1:1:${index + 1}::1`, '2a01:1:1:ffff::1', '2a01:1:2:1::1', 300],
  ])('from one %s is stopped', async (_name, from, inside, outside, limit) => {
    for (let index = 0; index < limit; index += 1) {
      expect((await guess(`user${index}@example.com`, from(index))).status).toBe(400);
    }
    expect((await signIn(ANNA, inside)).status).toBe(429);
    expect((await signIn(ANNA, outside)).status).toBe(200);
  });
});

test('codes at many accounts from one block are stopped, and right ones are not counted', async () => {
  const verify = (index: number) =>
    project.call(
      'POST',
      '/verify',
      { type: 'email', email: `user${index}@example.com`, token: '123456' },
      { ip: `192.0.2.${index % 250}` },
    );
  for (let index = 0; index < 100; index += 1) expect((await verify(index)).status).toBe(403);
  expect((await verify(100)).body.code).toBe('over_request_rate_limit');
});
