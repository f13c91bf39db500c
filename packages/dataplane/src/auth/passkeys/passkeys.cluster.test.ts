import { generateKeyPairSync } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { authenticatorForTest, type Tricks } from '@basalt/network/webauthn/testing';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { claimsOf } from '../factors/person-for-test.ts';
import {
  ORIGIN,
  type Person,
  type WebauthnProject,
  webauthnProjectForTest,
} from '../webauthn/webauthn-project-for-test.ts';

const cluster = useTestCluster();
let project: WebauthnProject;
beforeAll(async () => {
  project = await webauthnProjectForTest(await cluster.createDatabase());
});
afterAll(() => project.close());

type Authenticator = ReturnType<typeof authenticatorForTest>;

let people = 0;
/** Somebody new with a passkey. */
async function personWithPasskey(): Promise<{ person: Person; authenticator: Authenticator }> {
  people += 1;
  const person = await project.person(`person${people}@example.com`);
  const authenticator = authenticatorForTest(ORIGIN);
  const { error } = await register(person, authenticator);
  expect(error).toBeNull();
  return { person, authenticator };
}

async function register({ auth }: Person, authenticator: Authenticator, tricks?: Tricks) {
  const { data, error } = await auth.passkey.startRegistration();
  if (!data) return { data: null, error };
  const credential = authenticator.create(data.options as never, tricks);
  return auth.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

async function begin() {
  const { data } = await project.client().auth.passkey.startAuthentication();
  if (!data) throw new Error('No sign-in began');
  return data;
}

const refusal = (error: { status?: number | undefined; code?: unknown } | null) => [
  error?.status,
  error?.code,
];
const REFUSED = [400, 'webauthn_verification_failed'];

test('the public client makes, uses, lists, renames and deletes a passkey', async () => {
  const person = await project.person('ada@example.com');
  const authenticator = authenticatorForTest(ORIGIN);
  const begun = await person.auth.passkey.startRegistration();
  expect(begun.data?.expires_at).toBeGreaterThan(Date.now() / 1000 + 290);
  expect(begun.data?.options).toMatchObject({
    rp: { id: 'example.com', name: 'Example' },
    user: { id: Buffer.from(person.id).toString('base64url'), name: 'ada@example.com' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
  });
  const made = await person.auth.passkey.verifyRegistration({
    challengeId: begun.data?.challenge_id ?? '',
    credential: authenticator.create(begun.data?.options as never),
  });
  expect(made).toMatchObject({ error: null, data: { friendly_name: 'Passkey' } });
  const passkeyId = made.data?.id ?? '';

  const { auth } = project.client();
  const asked = await auth.passkey.startAuthentication();
  expect(asked.data?.options).toMatchObject({ rpId: 'example.com', userVerification: 'preferred' });
  expect(asked.data?.options).not.toHaveProperty('allowCredentials');
  const signedIn = await auth.passkey.verifyAuthentication({
    challengeId: asked.data?.challenge_id ?? '',
    credential: authenticator.get(asked.data?.options as never),
  });
  expect(signedIn).toMatchObject({ error: null, data: { user: { id: person.id } } });
  const claims = claimsOf(signedIn.data?.session?.access_token ?? '');
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });

  const listed = await auth.passkey.list();
  expect(listed.data).toMatchObject([{ id: passkeyId, last_used_at: expect.any(String) }]);
  const renamed = await auth.passkey.update({ passkeyId, friendlyName: 'My laptop' });
  expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'My laptop' });

  const { passkey } = await project.admin();
  expect((await passkey.listPasskeys({ userId: person.id })).data).toMatchObject([
    { friendly_name: 'My laptop' },
  ]);
  const second = authenticatorForTest(ORIGIN);
  const other = await register(person, second);
  const gone = await passkey.deletePasskey({ userId: person.id, passkeyId: other.data?.id ?? '' });
  expect(gone.error).toBeNull();
  expect((await auth.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await auth.passkey.list()).data).toEqual([]);
  const late = await begin();
  const refused = await auth.passkey.verifyAuthentication({
    challengeId: late.challenge_id,
    credential: authenticator.get(late.options as never),
  });
  expect(refusal(refused.error)).toEqual(REFUSED);
});

describe('signing in is refused', () => {
  const strangerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  it.each<[string, Tricks]>([
    ['from another origin', { origin: 'https://app.example.com.evil.test' }],
    ['from the same host without encryption', { origin: 'http://app.example.com' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['with another challenge', { challenge: 'AAAA' }],
    ['when nobody was there', { flags: 0 }],
    ['when the key may now be backed up', { flags: 0x0d }],
    ['signed by another key', { signWith: strangerKey }],
    ['for another user', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['without saying for whom', { userHandle: undefined }],
  ])('%s', async (_what, tricks) => {
    const { authenticator } = await personWithPasskey();
    const { challenge_id, options } = await begin();
    const body = { challenge_id, credential: authenticator.get(options as never, tricks) };
    const answer = await project.call('POST', '/passkeys/authentication/verify', body);
    expect([answer.status, answer.body.code]).toEqual(REFUSED);
    // What was wrong once has used the challenge up.
    const again = { challenge_id, credential: authenticator.get(options as never) };
    const late = await project.call('POST', '/passkeys/authentication/verify', again);
    expect([late.status, late.body.code]).toEqual([400, 'webauthn_challenge_not_found']);
  });

  it('with a counter that goes back or stands still, and the key goes on working', async () => {
    const { authenticator } = await personWithPasskey();
    for (const [counter, status] of [
      [7, 200],
      [6, 400],
      [7, 400],
      [8, 200],
    ] as const) {
      const { challenge_id, options } = await begin();
      const body = { challenge_id, credential: authenticator.get(options as never, { counter }) };
      expect((await project.call('POST', '/passkeys/authentication/verify', body)).status).toBe(status);
    }
  });

  it('by an authenticator that nobody knows', async () => {
    const { challenge_id, options } = await begin();
    const body = { challenge_id, credential: authenticatorForTest(ORIGIN).get(options as never) };
    const answer = await project.call('POST', '/passkeys/authentication/verify', {
      ...body,
      credential: { ...body.credential, response: { ...body.credential.response, userHandle: 'AAAA' } },
    });
    expect([answer.status, answer.body.code]).toEqual(REFUSED);
  });

  it('a second time, also at the same moment', async () => {
    const { authenticator } = await personWithPasskey();
    const { challenge_id, options } = await begin();
    const body = { challenge_id, credential: authenticator.get(options as never) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => project.call('POST', '/passkeys/authentication/verify', body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('after five minutes, and with the challenge of a registration', async () => {
    const { person, authenticator } = await personWithPasskey();
    const old = await begin();
    project.pass(301);
    const late = { challenge_id: old.challenge_id, credential: authenticator.get(old.options as never) };
    const expired = await project.call('POST', '/passkeys/authentication/verify', late);
    project.pass(-301);
    expect([expired.status, expired.body.code]).toEqual([400, 'webauthn_challenge_expired']);
    const other = await person.auth.passkey.startRegistration();
    const mixed = {
      challenge_id: other.data?.challenge_id,
      credential: authenticator.get({ challenge: other.data?.options.challenge ?? '', rpId: 'example.com' }),
    };
    const answer = await project.call('POST', '/passkeys/authentication/verify', mixed);
    expect([answer.status, answer.body.code]).toEqual([400, 'webauthn_challenge_not_found']);
  });

  it.each([
    [{}, 'challenge_id is required'],
    [{ challenge_id: 'x' }, 'challenge_id must be a valid UUID'],
    [{ challenge_id: '00000000-0000-4000-8000-000000000000' }, 'credential is required'],
  ])('%j', async (body, message) => {
    const answer = await project.call('POST', '/passkeys/authentication/verify', body);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      400,
      'validation_failed',
      message,
    ]);
  });

  it('to people who are banned or not confirmed', async () => {
    const { person, authenticator } = await personWithPasskey();
    const attempt = async () => {
      const { challenge_id, options } = await begin();
      const body = { challenge_id, credential: authenticator.get(options as never) };
      const answer = await project.call('POST', '/passkeys/authentication/verify', body);
      return [answer.status, answer.body.code];
    };
    await project.sql('update auth.users set email_confirmed_at = null where id = $1', [person.id]);
    expect(await attempt()).toEqual([403, 'email_not_confirmed']);
    await project.manage('PUT', `/admin/users/${person.id}`, { email_confirm: true, ban_duration: '1h' });
    expect(await attempt()).toEqual([403, 'user_banned']);
  });

  it('too often from one address', async () => {
    project.settings.rate_limit_verify = 2;
    const codes: number[] = [];
    for (let count = 0; count < 3; count += 1)
      codes.push(
        (await project.call('POST', '/passkeys/authentication/options', {}, { ip: '10.9.9.9' })).status,
      );
    project.settings.rate_limit_verify = 100_000;
    expect(codes).toEqual([200, 200, 429]);
  });
});

describe('making a passkey is refused', () => {
  it.each<[string, Tricks]>([
    ['from another origin', { origin: 'https://evil.test' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['with another challenge', { challenge: 'AAAA' }],
    ['when nobody was there', { flags: 0x40 }],
    ['with what is no attestation', { attestationObject: 'AAAA' }],
    ['with what is no text of bytes', { attestationObject: '<>' }],
  ])('%s', async (_what, tricks) => {
    people += 1;
    const person = await project.person(`person${people}@example.com`);
    const { error } = await register(person, authenticatorForTest(ORIGIN), tricks);
    expect(refusal(error)).toEqual(REFUSED);
    expect((await person.auth.passkey.list()).data).toEqual([]);
  });

  it('for the key of somebody else, and with their challenge', async () => {
    const { person, authenticator } = await personWithPasskey();
    const eve = await project.person('eve@example.com');
    expect(refusal((await register(eve, authenticator)).error)).toEqual([422, 'webauthn_credential_exists']);
    const { data } = await person.auth.passkey.startRegistration();
    const stolen = await eve.auth.passkey.verifyRegistration({
      challengeId: data?.challenge_id ?? '',
      credential: authenticatorForTest(ORIGIN).create(data?.options as never),
    });
    expect(refusal(stolen.error)).toEqual([400, 'webauthn_challenge_not_found']);
    const [mine] = (await person.auth.passkey.list()).data ?? [];
    const theirs = { passkeyId: mine?.id ?? '' };
    expect(refusal((await eve.auth.passkey.delete(theirs)).error)).toEqual([404, 'validation_failed']);
    const renamed = await eve.auth.passkey.update({ ...theirs, friendlyName: 'Eve' });
    expect(refusal(renamed.error)).toEqual([404, 'validation_failed']);
  });

  it('for more than ten', async () => {
    const { person } = await personWithPasskey();
    for (let count = 1; count < 10; count += 1) await register(person, authenticatorForTest(ORIGIN));
    const { data } = await person.auth.passkey.list();
    expect(data).toHaveLength(10);
    const { error } = await register(person, authenticatorForTest(ORIGIN));
    expect(refusal(error)).toEqual([422, 'too_many_passkeys']);
  });

  it('without the second factor that somebody has, as is deleting one', async () => {
    const { person } = await personWithPasskey();
    const [mine] = (await person.auth.passkey.list()).data ?? [];
    await project.sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [person.id],
    );
    const { error } = await register(person, authenticatorForTest(ORIGIN));
    expect(refusal(error)).toEqual([403, 'insufficient_aal']);
    const removed = await person.auth.passkey.delete({ passkeyId: mine?.id ?? '' });
    expect(refusal(removed.error)).toEqual([403, 'insufficient_aal']);
  });

  it('to anonymous users and those of a single sign-on', async () => {
    const { auth } = project.client();
    await auth.signInAnonymously();
    expect(refusal((await auth.passkey.startRegistration()).error)).toEqual([403, 'no_authorization']);
    const { person } = await personWithPasskey();
    await project.sql('update auth.users set is_sso_user = true where id = $1', [person.id]);
    const { error } = await person.auth.passkey.startRegistration();
    expect(refusal(error)).toEqual([422, 'validation_failed']);
  });

  it.each(['', '  ', 'ü'.repeat(61)])('by the name %j', async (friendlyName) => {
    const { person } = await personWithPasskey();
    const [mine] = (await person.auth.passkey.list()).data ?? [];
    const { error } = await person.auth.passkey.update({ passkeyId: mine?.id ?? '', friendlyName });
    expect(refusal(error)).toEqual([400, 'validation_failed']);
  });
});

test('switched off, nothing is there but what an administrator sees', async () => {
  const { person } = await personWithPasskey();
  project.settings.passkey_enabled = false;
  const answers = [
    await person.auth.passkey.startRegistration(),
    await person.auth.passkey.startAuthentication(),
    await person.auth.passkey.list(),
  ];
  const { passkey } = await project.admin();
  const seen = await passkey.listPasskeys({ userId: person.id });
  project.settings.passkey_enabled = true;
  for (const { error } of answers) expect(refusal(error)).toEqual([404, 'passkey_disabled']);
  expect(seen.data).toHaveLength(1);
  expect(
    (await project.call('GET', `/admin/users/${person.id}/passkeys`, undefined, { token: person.token }))
      .status,
  ).toBe(403);
});
