import type { ProjectSnapshot, VerificationKey } from '@basalt/project';
import { expect, test } from 'vitest';
import { parseClaimPath } from '../caller/claim-path.ts';
import { type Caller, identifyCaller, type TokenSettings } from '../caller/identify-caller.ts';
import { createKeyRing } from '../tokens/key-ring.ts';
import { signToken } from '../tokens/sign-token.ts';
import { toRestError } from './errors/to-rest-error.ts';
import { parseSettings } from './schema-cache/settings/parse-settings.ts';

const key: VerificationKey = {
  kid: null,
  algorithm: 'HS256',
  jwk: { kty: 'oct', k: Buffer.from('a secret of at least 32 characters').toString('base64url') },
};
const callerVerifier = createKeyRing([key]);
const projectWith = (verificationKeys: VerificationKey[]) =>
  ({ verificationKeys }) as unknown as ProjectSnapshot;
/** Refusals as the Data API answers them. */
const asRest = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toRestError(error, { anonymous: true });
  }
};
const settings = parseSettings({ dbSchemas: [], dbExtraSearchPath: [], dbMaxRows: null }, {});
const identify = async (
  caller: Caller,
  anonRole: string | null = 'anon',
  more: Partial<TokenSettings> = {},
) =>
  asRest(() =>
    identifyCaller(
      { caller, callerVerifier, project: projectWith([key]) },
      { ...settings, anonRole, ...more },
    ),
  );
const withToken = async (
  claims: Record<string, unknown>,
  anonRole?: string | null,
  more?: Partial<TokenSettings>,
) => identify({ kind: 'token', token: await signToken(key, claims) }, anonRole, more);
const refusal = (status: number, code: string) => expect.objectContaining({ status, code });

test('keys stand for their roles', async () => {
  expect(await identify({ kind: 'key', role: 'anon' })).toEqual({
    role: 'anon',
    claimsJson: '{"role":"anon"}',
    subject: '',
    anonymous: true,
  });
  expect(await identify({ kind: 'none' }, 'web')).toEqual({
    role: 'web',
    claimsJson: '{"role":"web"}',
    subject: '',
    anonymous: true,
  });
  expect(await identify({ kind: 'key', role: 'service_role' }, null)).toMatchObject({
    role: 'service_role',
    anonymous: false,
  });
});

test('a token names its role, and its claims are passed on as they were signed', async () => {
  const claims = { sub: 'somebody', role: 'authenticated' };
  expect(await withToken(claims)).toEqual({
    role: 'authenticated',
    claimsJson: JSON.stringify(claims),
    subject: 'somebody',
    anonymous: false,
  });
  expect(await withToken({ role: 'anon' })).toMatchObject({ role: 'anon', anonymous: true });
});

test.each(['', 'a\0b', '\ud800', 7, null])('a subject %j is left to the claims', async (sub) => {
  expect(await withToken({ sub, role: 'authenticated' })).toMatchObject({ subject: '' });
});

test.each([{}, { role: '' }, { role: 7 }, { role: null }, { role: ['service_role'] }])(
  'a token with %j is nobody’s',
  async (more) => {
    await expect(withToken({ sub: 'x', ...more })).rejects.toThrow(refusal(401, 'PGRST303'));
  },
);

test('where nobody is anonymous, a role is needed', async () => {
  await expect(identify({ kind: 'key', role: 'anon' }, null)).rejects.toThrow(refusal(401, 'PGRST302'));
});

test('tokens that do not hold are refused', async () => {
  const expired = { role: 'authenticated', exp: Math.floor(Date.now() / 1000) - 3600 };
  await expect(withToken(expired)).rejects.toThrow(refusal(401, 'PGRST303'));
  await expect(identify({ kind: 'token', token: 'nonsense' })).rejects.toThrow(refusal(401, 'PGRST301'));
  await expect(identify({ kind: 'token', token: '' })).rejects.toThrow(
    'Empty JWT is sent in Authorization header',
  );
});

test('the role none would mean the connection itself', async () => {
  await expect(withToken({ role: 'none' })).rejects.toThrow(refusal(401, '22023'));
});

test('a project without keys can trust no token', async () => {
  const request = {
    caller: { kind: 'token', token: 'a.b.c' } as const,
    callerVerifier,
    project: projectWith([]),
  };
  await expect(asRest(() => identifyCaller(request, settings))).rejects.toThrow(refusal(500, 'PGRST300'));
});

test.each([
  ['app', 'authenticated'],
  [['other', 'app'], 'authenticated'],
  [undefined, 'authenticated'],
  [[], 'authenticated'],
  ['other', 'JWT not in audience'],
  [['other'], 'JWT not in audience'],
  [7, "The JWT 'aud' claim must be a string or an array of strings"],
])('of a project for the audience app, a token for %j: %s', async (aud, expected) => {
  const asked = withToken({ role: 'authenticated', ...(aud === undefined ? {} : { aud }) }, 'anon', {
    jwtAudience: 'app',
  });
  const outcome = await asked.then(
    ({ role }) => role,
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
  expect(outcome).toBe(expected === 'authenticated' ? expected : `PGRST303: ${expected}`);
});

test('a key of the project is for every audience', async () => {
  expect(await identify({ kind: 'key', role: 'anon' }, 'anon', { jwtAudience: 'app' })).toMatchObject({
    role: 'anon',
  });
});

test('the role is read where the settings say', async () => {
  const roleClaim = parseClaimPath('.app.roles[?(@ ^== "api_")]') ?? [];
  const claims = { role: 'service_role', app: { roles: ['other', 'api_user'] } };
  expect(await withToken(claims, 'anon', { roleClaim })).toMatchObject({
    role: 'api_user',
    anonymous: false,
  });
  await expect(withToken({ role: 'service_role' }, 'anon', { roleClaim })).rejects.toThrow(
    refusal(401, 'PGRST303'),
  );
});

test('another issuer says who somebody is, and never that he may do everything', async () => {
  const byThird = (claims: Record<string, unknown>) =>
    asRest(() =>
      identifyCaller(
        {
          caller: { kind: 'token', token: 'of somebody else' },
          callerVerifier: {
            verify: () => ({
              ok: true,
              token: { claims, claimsJson: JSON.stringify(claims), ofThirdParty: true },
            }),
          },
          project: projectWith([key]),
        },
        settings,
      ),
    );
  expect(await byThird({ role: 'authenticated', sub: 'u1' })).toMatchObject({
    role: 'authenticated',
    subject: 'u1',
  });
  await expect(byThird({ role: 'service_role' })).rejects.toThrow(refusal(401, 'PGRST303'));
});
