import { randomBytes } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { actorForTest } from '../backups/platform-for-test.ts';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { secretBox } from '../kernel/secret-box.ts';
import type { PasskeyScope } from './passkey-ceremony.ts';
import { hashPassword } from './password-hash.ts';
import { issuePasswordReset, resetPassword } from './passwords.ts';
import {
  confirmSecondFactor,
  enrollSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { signIn } from './sign-in.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const PASSWORD = 'correct horse';
const IP = '203.0.113.7';
let scope: PasskeyScope;
let actor: Actor;
let email: string;

beforeAll(async () => {
  const { db } = await openContentPlatform(await cluster.createDatabase());
  scope = {
    db,
    secrets: secretBox(randomBytes(32)),
    settings: { dashboardUrl: 'https://basalt.example.com' },
  };
});
afterAll(() => scope.db.destroy());
beforeEach(async () => {
  // In the middle of a step, where the clock stands.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
  await scope.db.deleteFrom('sign_in_failures').execute();
  email = `${randomBytes(4).toString('hex')}@example.com`;
  const { id } = await scope.db
    .insertInto('accounts')
    .values({ email, password_hash: await hashPassword(PASSWORD) })
    .returning('id')
    .executeTakeFirstOrThrow();
  actor = actorForTest(id, email);
});

afterEach(() => void vi.useRealTimers());

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, field }: PlatformError) => (field === undefined ? code : `${code} ${field}`),
  );
const enter = (code?: string, password = PASSWORD) => outcome(signIn(scope, { email, password, code }, IP));
/** Codes of the app; each of the three that count now is another step. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

/** Switches it on, with the code of the step before: the two after it are left. */
async function switchOn() {
  const { secret } = await enrollSecondFactor(scope, actor, { password: PASSWORD });
  const codes = await confirmSecondFactor(scope, actor, codeOf(secret, -1), null);
  return { secret, codes };
}

it('changes nothing until the app has shown a code, and then takes one with every sign-in', async () => {
  expect(await outcome(enrollSecondFactor(scope, actor, { password: 'wrong' }))).toBe('forbidden password');
  const { secret } = await enrollSecondFactor(scope, actor, { password: PASSWORD });
  expect(await enter()).toBe('done');
  expect(await outcome(confirmSecondFactor(scope, actor, '000000', null))).toBe('bad_request code');
  await confirmSecondFactor(scope, actor, codeOf(secret, -1), null);
  expect((await readSecondFactor(scope.db, actor.accountId)).recovery_codes_left).toBe(10);
  expect(await outcome(enrollSecondFactor(scope, actor, { password: PASSWORD }))).toBe('conflict');
  expect(await enter()).toBe('unauthorized code');
  expect(await enter('')).toBe('unauthorized code');
  expect(await enter('123456')).toBe('unauthorized code');
  // Whoever does not know the password does not learn that there is a second factor.
  expect(await enter(undefined, 'wrong')).toBe('unauthorized');
  expect(await enter(codeOf(secret))).toBe('done');
});

it('takes each code once, also when two show it at the same moment', async () => {
  const { secret, codes } = await switchOn();
  const now = codeOf(secret);
  expect((await Promise.all([enter(now), enter(now), enter(now)])).sort()).toEqual([
    'done',
    'unauthorized code',
    'unauthorized code',
  ]);
  const [first = '', second = ''] = codes;
  expect(await enter(first.toUpperCase())).toBe('done');
  expect(await enter(first)).toBe('unauthorized code');
  const fresh = await renewRecoveryCodes(scope, actor, { code: codeOf(secret, 1) });
  expect(await enter(second)).toBe('unauthorized code');
  expect(await enter(fresh[0])).toBe('done');
  expect((await readSecondFactor(scope.db, actor.accountId)).recovery_codes_left).toBe(9);
});

it('counts guesses at codes like guesses at passwords', async () => {
  await switchOn();
  const guesses = [];
  for (let n = 0; n < 9; n++) guesses.push(await enter(String(100_000 + n)));
  expect(guesses.at(-1)).toBe('rate_limited');
});

it('is asked for by a link of the mailbox too, and goes with one of the operator', async () => {
  const { secret } = await switchOn();
  const fresh = 'battery staple horse';
  const reset = (token: string | null, code?: string) =>
    outcome(resetPassword(scope, { token: String(token), password: fresh, code }, IP));
  const link = await issuePasswordReset(scope.db, email);
  expect(await reset(link)).toBe('unauthorized code');
  expect(await reset(link, codeOf(secret))).toBe('done');
  expect(await reset(await issuePasswordReset(scope.db, email, { byOperator: true }))).toBe('done');
  expect(await enter(undefined, fresh)).toBe('done');
});

it('is switched off by whoever has password and app', async () => {
  const { secret, codes } = await switchOn();
  const remove = (password: string, code: string) =>
    outcome(removeSecondFactor(scope, actor, { password, code }));
  expect(await remove('wrong', codeOf(secret))).toBe('forbidden password');
  expect(await remove(PASSWORD, '123456')).toBe('bad_request code');
  expect(await remove(PASSWORD, codes[0] ?? '')).toBe('done');
  expect(await enter()).toBe('done');
  expect(await remove(PASSWORD, codes[1] ?? '')).toBe('conflict');
  const kept = await scope.db
    .selectFrom('account_recovery_codes')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .execute();
  expect(kept).toEqual([]);
});
