import { randomBytes } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import type { FactorProof, PasskeyUse } from '@basalt/contract';
import { authenticatorForTest, type Tricks } from '@basalt/network/webauthn/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { actorForTest } from '../backups/platform-for-test.ts';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { secretBox } from '../kernel/secret-box.ts';
import { readSecondFactorRequirement, requireSecondFactor } from '../members/require-second-factor.ts';
import { beginPasskeyUse, type PasskeyScope } from './passkey-ceremony.ts';
import {
  addPasskey,
  beginPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { hashPassword } from './password-hash.ts';
import { issuePasswordReset, resetPassword } from './passwords.ts';
import { enrollSecondFactor, readSecondFactor } from './second-factor.ts';
import { signIn } from './sign-in.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
const ORIGIN = 'https://basalt.example.com';
const PASSWORD = 'correct horse';
const IP = '203.0.113.7';
let scope: PasskeyScope;
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let hash: string;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  const settings = { dashboardUrl: ORIGIN };
  scope = { db: platform.db, secrets: secretBox(randomBytes(32)), settings };
  hash = await hashPassword(PASSWORD);
});
afterAll(() => scope.db.destroy());
beforeEach(async () => {
  await scope.db.deleteFrom('sign_in_failures').execute();
});

type Authenticator = ReturnType<typeof authenticatorForTest>;
type Made = Parameters<Authenticator['create']>[0];

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, field }: PlatformError) => (field === undefined ? code : `${code} ${field}`),
  );

async function newActor(): Promise<Actor> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { id } = await scope.db
    .insertInto('accounts')
    .values({ email, password_hash: hash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return actorForTest(id, email);
}

async function register(
  actor: Actor,
  authenticator: Authenticator,
  tricks: Tricks = {},
  proof: FactorProof = {},
) {
  const { flow, options } = await beginPasskey(scope, actor, { password: PASSWORD, ...proof });
  const credential = authenticator.create(options as unknown as Made, tricks);
  return addPasskey(scope, actor, { flow, credential }, null);
}

function show(authenticator: Authenticator, tricks: Tricks = {}): PasskeyUse {
  const { flow, options } = beginPasskeyUse(scope);
  return { flow, credential: authenticator.get(options as unknown as Made, tricks) };
}

/** Somebody with a passkey. */
async function person() {
  const actor = await newActor();
  const authenticator = authenticatorForTest(ORIGIN);
  const { passkey, recovery_codes: codes } = await register(actor, authenticator);
  return { actor, authenticator, passkey, codes: codes ?? [] };
}

const enter = (use: PasskeyUse) => outcome(signInWithPasskey(scope, use, IP));
const enterWith = ({ email }: Actor, proof: FactorProof = {}) =>
  outcome(signIn(scope, { email, password: PASSWORD, ...proof }, IP));

it('signs in without a password, and from then on a password alone does not', async () => {
  const { actor, authenticator, codes } = await person();
  expect((await signInWithPasskey(scope, show(authenticator), IP)).id).toBe(actor.accountId);
  expect(await enterWith(actor)).toBe('unauthorized code');
  expect(await enterWith(actor, { passkey: show(authenticator) })).toBe('done');
  expect(codes).toHaveLength(10);
  expect(await enterWith(actor, { code: codes[0] })).toBe('done');
  expect(await enterWith(actor, { code: codes[0] })).toBe('unauthorized code');
  expect(await readSecondFactor(scope.db, actor.accountId)).toEqual({
    ways: { app: false, passkey: true },
    enabled_at: null,
    recovery_codes_left: 9,
  });
});

it('refuses a ceremony that is replayed, of another origin, of a copy, or without a PIN or a finger', async () => {
  const { actor, authenticator } = await person();
  const refused = async (use: PasskeyUse) => {
    // Attempts that failed are counted.
    await scope.db.deleteFrom('sign_in_failures').execute();
    return [await enter(use), await enterWith(actor, { passkey: use })];
  };
  const no = ['unauthorized', 'unauthorized code'];
  const first = show(authenticator);
  const second = show(authenticator);
  expect(await enter(second)).toBe('done');
  expect(await refused(second)).toEqual(no);
  // Its challenge is older than one that was answered.
  expect(await refused(first)).toEqual(no);
  expect(await refused(show(authenticator, { origin: 'https://basalt.example.org' }))).toEqual(no);
  expect(await refused(show(authenticator, { rpId: 'example.org' }))).toEqual(no);
  expect(await refused(show(authenticator, { challenge: 'c29tZXRoaW5nIGVsc2U' }))).toEqual(no);
  expect(await refused(show(authenticator, { counter: 1 }))).toEqual(no);
  // Somebody was there, and nobody knows who.
  expect(await refused(show(authenticator, { flags: 0x01 }))).toEqual(no);
  expect(await refused(show(authenticator, { signWith: authenticatorForTest(ORIGIN).privateKey }))).toEqual(
    no,
  );
  expect(await refused({ ...show(authenticator), flow: 'made up' })).toEqual(['bad_request', 'bad_request']);
  const { flow } = await beginPasskey(scope, actor, { password: PASSWORD, passkey: show(authenticator) });
  expect(await enter({ ...show(authenticator), flow })).toBe('bad_request');
  expect(await enter(show(authenticator))).toBe('done');
  const guesses = [];
  for (let n = 0; n < 9; n++) guesses.push(await enter({ ...show(authenticator), flow: 'made up' }));
  expect(guesses.at(-1)).toBe('rate_limited');
});

it('lets one of several in that show the same answer at once', async () => {
  const { authenticator } = await person();
  const use = show(authenticator);
  expect((await Promise.all([enter(use), enter(use), enter(use)])).sort()).toEqual([
    'done',
    'unauthorized',
    'unauthorized',
  ]);
});

it("is nobody else's second factor", async () => {
  const [one, other] = [await person(), await person()];
  expect(await enterWith(one.actor, { passkey: show(other.authenticator) })).toBe('unauthorized code');
  expect(await enter(show(one.authenticator, { userHandle: Buffer.from('x').toString('base64url') }))).toBe(
    'unauthorized',
  );
});

it('is made by whoever knows the password and has the factor, for the account that began', async () => {
  const { actor, authenticator, codes } = await person();
  const begin = (proof: FactorProof, password = PASSWORD) =>
    outcome(beginPasskey(scope, actor, { password, ...proof }));
  expect(await begin({}, 'wrong')).toBe('forbidden password');
  expect(await begin({})).toBe('bad_request code');
  const blue = authenticatorForTest(ORIGIN);
  const { flow, options } = await beginPasskey(scope, actor, { password: PASSWORD, code: codes[1] });
  expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id.toString('base64url') }]);
  const credential = blue.create(options as unknown as Made);
  const stranger = await newActor();
  expect(await outcome(addPasskey(scope, stranger, { flow, credential }, null))).toBe('bad_request');
  const again = await addPasskey(scope, actor, { flow, credential, name: 'Blue key' }, null);
  // The codes that there are stay.
  expect(again.recovery_codes).toBeNull();
  expect(await outcome(addPasskey(scope, actor, { flow, credential }, null))).toBe('conflict');
  expect(await outcome(enrollSecondFactor(scope, actor, { password: PASSWORD }))).toBe('bad_request code');
  for (const tricks of [{ origin: 'https://other.example.com' }, { flags: 0x41 }, { rpId: 'example.org' }])
    expect(
      await outcome(register(actor, authenticatorForTest(ORIGIN), tricks, { passkey: show(blue) })),
    ).toBe('bad_request');
});

it('has a name, and goes with password and factor; without the last one the password alone signs in', async () => {
  const { actor, authenticator, passkey, codes } = await person();
  const stranger = await newActor();
  const { id } = passkey;
  expect(await outcome(renamePasskey(scope.db, stranger.accountId, { id, name: 'Mine' }))).toBe('not_found');
  await renamePasskey(scope.db, actor.accountId, { id, name: 'Laptop' });
  expect(await listPasskeys(scope.db, actor.accountId)).toMatchObject([{ id, name: 'Laptop' }]);
  expect(await outcome(deletePasskey(scope, stranger, { id, password: PASSWORD }))).toBe('not_found');
  expect(await outcome(deletePasskey(scope, actor, { id, password: PASSWORD }))).toBe('bad_request code');
  const use = show(authenticator);
  await deletePasskey(scope, actor, { id, password: PASSWORD, code: codes[0] });
  expect(await enter(use)).toBe('unauthorized');
  expect(await enterWith(actor)).toBe('done');
  const { ways, recovery_codes_left: left } = await readSecondFactor(scope.db, actor.accountId);
  expect({ ways, left }).toEqual({ ways: null, left: 0 });
});

it('is asked for by a link of the mailbox too, and goes with one of the operator', async () => {
  const { actor, authenticator } = await person();
  const reset = (token: string | null, proof: FactorProof = {}) =>
    outcome(resetPassword(scope, { token: String(token), password: 'battery staple', ...proof }, IP));
  const link = await issuePasswordReset(scope.db, actor.email);
  expect(await reset(link)).toBe('unauthorized code');
  expect(await reset(link, { passkey: show(authenticator) })).toBe('done');
  expect(await reset(await issuePasswordReset(scope.db, actor.email, { byOperator: true }))).toBe('done');
  expect(await listPasskeys(scope.db, actor.accountId)).toEqual([]);
});

it('opens an organization that requires a second factor', async () => {
  const member = await platform.insertPerson('Developer');
  const owner = await platform.insertPerson('Owner');
  await scope.db
    .updateTable('accounts')
    .set({ password_hash: hash })
    .where('id', 'in', [member.accountId, owner.accountId])
    .execute();
  const { slug } = await scope.db
    .selectFrom('organizations')
    .select('slug')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  expect(await outcome(requireSecondFactor(scope.db, owner, slug, true))).toBe('conflict');
  await register(owner, authenticatorForTest(ORIGIN));
  expect(await outcome(requireSecondFactor(scope.db, owner, slug, true))).toBe('done');
  expect(await outcome(readSecondFactorRequirement(scope.db, member, slug))).toBe('forbidden');
  await register(member, authenticatorForTest(ORIGIN));
  expect(await outcome(readSecondFactorRequirement(scope.db, member, slug))).toBe('done');
});
