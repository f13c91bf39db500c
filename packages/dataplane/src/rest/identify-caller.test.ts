import { expect, test } from 'vitest';
import type { Caller } from '../gateway/project-request.ts';
import type { ProjectSnapshot, VerificationKey } from '../project/project-snapshot.ts';
import { createKeyRing } from '../tokens/key-ring.ts';
import { signToken } from '../tokens/sign-token.ts';
import { identifyCaller } from './identify-caller.ts';

const key: VerificationKey = {
  kid: null,
  algorithm: 'HS256',
  jwk: { kty: 'oct', k: Buffer.from('a secret of at least 32 characters').toString('base64url') },
};
const verifier = createKeyRing([key]);
const projectWith = (verificationKeys: VerificationKey[]) =>
  ({ verificationKeys }) as unknown as ProjectSnapshot;
const identify = async (caller: Caller, anonRole: string | null = 'anon') =>
  identifyCaller({ caller, verifier, project: projectWith([key]) }, anonRole);
const withToken = async (claims: Record<string, unknown>, anonRole?: string | null) =>
  identify({ kind: 'token', token: await signToken(key, claims) }, anonRole);
const refusal = (status: number, code: string) => expect.objectContaining({ status, code });

test('keys stand for their roles', async () => {
  expect(await identify({ kind: 'key', role: 'anon' })).toEqual({
    role: 'anon',
    claimsJson: '{"role":"anon"}',
    anonymous: true,
  });
  expect(await identify({ kind: 'none' }, 'web')).toEqual({
    role: 'web',
    claimsJson: '{"role":"web"}',
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
    anonymous: false,
  });
  expect(await withToken({ role: 'anon' })).toMatchObject({ role: 'anon', anonymous: true });
});

test.each([{}, { role: '' }, { role: 7 }, { role: null }])(
  'a token with %j is anonymous, its other claims count',
  async (more) => {
    const identity = await withToken({ sub: 'x', ...more });
    expect(identity).toMatchObject({ role: 'anon', anonymous: true });
    expect(JSON.parse(identity.claimsJson)).toEqual({ sub: 'x', role: 'anon' });
  },
);

test('where nobody is anonymous, a role is needed', async () => {
  await expect(identify({ kind: 'key', role: 'anon' }, null)).rejects.toThrow(refusal(401, 'PGRST302'));
  await expect(withToken({ sub: 'x' }, null)).rejects.toThrow(refusal(401, 'PGRST302'));
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

test('a project without keys can trust no token', () => {
  const request = { caller: { kind: 'token', token: 'a.b.c' } as const, verifier, project: projectWith([]) };
  expect(() => identifyCaller(request, 'anon')).toThrow(refusal(500, 'PGRST300'));
});
