import { useTestCluster } from '@basalt/clusters/testing';
import { authenticatorForTest, type Tricks } from '@basalt/network/webauthn/testing';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import {
  ORIGIN,
  type Person,
  type WebauthnProject,
  webauthnProjectForTest,
} from '../../webauthn/webauthn-project-for-test.ts';
import { claimsOf } from '../person-for-test.ts';

const cluster = useTestCluster();
let project: WebauthnProject;
beforeAll(async () => {
  project = await webauthnProjectForTest(await cluster.createDatabase());
});
afterAll(() => project.close());

type Authenticator = ReturnType<typeof authenticatorForTest>;
type Auth = Person['auth'];
const CLIENT = { rpId: 'evil.test', rpOrigins: ['https://evil.test'] };

async function challenge(auth: Auth, factorId: string) {
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn: CLIENT });
  if (data?.type !== 'webauthn') throw new Error(`No challenge: ${error?.message}`);
  const { type, credential_options } = data.webauthn;
  const { publicKey } = credential_options;
  const bytes = publicKey.challenge as ArrayBuffer;
  const options = { ...publicKey, challenge: Buffer.from(new Uint8Array(bytes)).toString('base64url') };
  return { id: data.id, type, options: options as never };
}

/** Answers as a browser would; the client turns what it gives into JSON. */
async function prove(auth: Auth, factorId: string, authenticator: Authenticator, tricks?: Tricks) {
  const asked = await challenge(auth, factorId);
  const answer =
    asked.type === 'create'
      ? authenticator.create(asked.options, tricks)
      : authenticator.get(asked.options, { userHandle: undefined, ...tricks });
  const proof = { type: asked.type, ...CLIENT, credential_response: { toJSON: () => answer } };
  const send = () => auth.mfa.verify({ factorId, challengeId: asked.id, webauthn: proof as never });
  return { ...(await send()), replay: send };
}

async function enroll(auth: Auth, friendlyName = 'My key') {
  const { data, error } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName });
  if (!data) throw new Error(`No factor: ${error?.message}`);
  return data;
}

let people = 0;
async function personWithKey() {
  people += 1;
  const email = `person${people}@example.com`;
  const person = await project.person(email);
  const authenticator = authenticatorForTest(ORIGIN);
  const { id } = await enroll(person.auth);
  expect((await prove(person.auth, id, authenticator)).error).toBeNull();
  return { person, authenticator, factorId: id, again: () => project.again(email) };
}

const refusal = (error: { status?: number | undefined; code?: unknown } | null) => [
  error?.status,
  error?.code,
];

test('the public client enrols a security key, proves it and takes it away', async () => {
  const { auth } = await project.person('ada@example.com');
  const authenticator = authenticatorForTest(ORIGIN);
  const factor = await enroll(auth);
  expect(factor).toEqual({ id: factor.id, type: 'webauthn', friendly_name: 'My key' });
  const asked = await challenge(auth, factor.id);
  expect(asked).toMatchObject({
    type: 'create',
    options: { rp: { id: 'example.com' }, authenticatorSelection: {} },
  });
  expect(asked.options).not.toHaveProperty('attestation');
  const proved = await prove(auth, factor.id, authenticator);
  expect(proved.error).toBeNull();
  expect(claimsOf(proved.data?.access_token ?? '')).toMatchObject({ aal: 'aal2' });
  expect(proved.data?.user.factors).toMatchObject([
    { id: factor.id, status: 'verified', factor_type: 'webauthn' },
  ]);
  expect(JSON.stringify(proved.data)).not.toContain('publicKey');

  const later = await project.again('ada@example.com');
  const levels = await later.mfa.getAuthenticatorAssuranceLevel();
  expect(levels.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const used = await prove(later, factor.id, authenticator);
  const claims = claimsOf(used.data?.access_token ?? '');
  expect(claims.amr.map(({ method }: { method: string }) => method).sort()).toEqual([
    'mfa/webauthn',
    'password',
  ]);
  expect((await later.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  const { data } = await later.refreshSession();
  expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
});

test('somebody with two keys may take either', async () => {
  const { person, authenticator, factorId, again } = await personWithKey();
  const second = authenticatorForTest(ORIGIN);
  const other = await enroll(person.auth, 'Spare key');
  expect((await prove(person.auth, other.id, authenticator)).error).toMatchObject({ status: 400 });
  expect((await prove(person.auth, other.id, second)).error).toBeNull();
  const auth = await again();
  const proved = await prove(auth, factorId, second);
  expect(proved.error).toBeNull();
  // The session rests on the key that was really there.
  await person.auth.mfa.unenroll({ factorId: other.id });
  const { data } = await auth.refreshSession();
  expect(claimsOf(data.session?.access_token ?? '').aal).toBe('aal1');
});

describe('a proof is refused', () => {
  it.each<[string, Tricks]>([
    ['from another origin', { origin: 'https://evil.test' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['with another challenge', { challenge: 'AAAA' }],
    ['when nobody was there', { flags: 0 }],
    ['signed by another key', { signWith: authenticatorForTest(ORIGIN).privateKey }],
    ['with a counter that stands still', { counter: 0 }],
    ['for another user', { userHandle: 'AAAA' }],
  ])('%s', async (_what, tricks) => {
    const { authenticator, factorId, again } = await personWithKey();
    const auth = await again();
    await prove(auth, factorId, authenticator);
    const { error, replay } = await prove(auth, factorId, authenticator, tricks);
    expect(refusal(error)).toEqual([400, 'webauthn_verification_failed']);
    expect(refusal((await replay()).error)).toEqual([422, 'mfa_factor_not_found']);
  });

  it('a second time, after five minutes, and by the key of somebody else', async () => {
    const { authenticator, factorId, again } = await personWithKey();
    const auth = await again();
    const { error, replay } = await prove(auth, factorId, authenticator);
    expect(error).toBeNull();
    expect(refusal((await replay()).error)).toEqual([422, 'mfa_factor_not_found']);
    const eve = await personWithKey();
    const stolen = await prove(auth, factorId, eve.authenticator);
    expect(refusal(stolen.error)).toEqual([400, 'webauthn_verification_failed']);
    const asked = await challenge(auth, factorId);
    project.pass(301);
    const proof = {
      type: 'request',
      ...CLIENT,
      credential_response: { toJSON: () => authenticator.get(asked.options) },
    };
    const late = await auth.mfa.verify({ factorId, challengeId: asked.id, webauthn: proof as never });
    project.pass(-301);
    expect(refusal(late.error)).toEqual([422, 'mfa_challenge_expired']);
  });

  it.each([
    [{ code: '123456' }, 'WebAuthn config required'],
    [{ webauthn: { type: 'steal', credential_response: {} } }, 'WebAuthn type must be create or request'],
    [{ webauthn: { type: 'request', credential_response: 'x' } }, 'Invalid credential_response'],
    [{ webauthn: { type: 'request', credential_response: {} } }, 'Invalid credential_response'],
  ])('%j', async (body, message) => {
    const { person, factorId } = await personWithKey();
    const token = (await person.auth.getSession()).data.session?.access_token;
    const { id } = await challenge(person.auth, factorId);
    const answer = await project.call(
      'POST',
      `/factors/${factorId}/verify`,
      { challenge_id: id, ...body },
      { token, ip: '127.0.0.1' },
    );
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      400,
      'validation_failed',
      message,
    ]);
  });

  it('with a new key in place of the one that counts', async () => {
    const { person, factorId } = await personWithKey();
    const asked = await challenge(person.auth, factorId);
    const answer = authenticatorForTest(ORIGIN).create({
      ...(asked.options as object),
      rp: { id: 'example.com' },
    } as never);
    const proof = { type: 'create', ...CLIENT, credential_response: { toJSON: () => answer } };
    const { error } = await person.auth.mfa.verify({
      factorId,
      challengeId: asked.id,
      webauthn: proof as never,
    });
    expect(refusal(error)).toEqual([400, 'webauthn_verification_failed']);
  });

  it('where the settings do not let keys be enrolled or proved', async () => {
    const { person, factorId } = await personWithKey();
    project.settings.mfa_web_authn_enroll_enabled = false;
    project.settings.mfa_web_authn_verify_enabled = false;
    const enrolled = await person.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'No' });
    const asked = await person.auth.mfa.challenge({ factorId, webauthn: CLIENT });
    project.settings.mfa_web_authn_enroll_enabled = true;
    project.settings.mfa_web_authn_verify_enabled = true;
    expect(refusal(enrolled.error)).toEqual([422, 'mfa_webauthn_enroll_not_enabled']);
    expect(refusal(asked.error)).toEqual([422, 'mfa_webauthn_verify_not_enabled']);
  });
});
