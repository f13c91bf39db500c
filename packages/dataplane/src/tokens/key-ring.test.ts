import { createHmac } from 'node:crypto';
import type { SigningKey, VerificationKey } from '@basalt/project';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';
import { signToken } from './sign-token.ts';

const NOW = Date.UTC(2026, 0, 1);
const SECONDS = NOW / 1000;
const CLAIMS = { role: 'authenticated', sub: 'somebody', iat: SECONDS, exp: SECONDS + 3600 };

const secretKey = (secret: string, kid: string | null = null): SigningKey => ({
  kid,
  algorithm: 'HS256',
  jwk: { kty: 'oct', k: Buffer.from(secret).toString('base64url') },
});
const legacy = secretKey('a secret of this project, 32 bytes');
let elliptic: SigningKey;
let rsa: SigningKey;
let keys: VerificationKey[];

async function asymmetric(kid: string, algorithm: 'ES256' | 'RS256'): Promise<[SigningKey, VerificationKey]> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk: JWK = await exportJWK(pair.privateKey);
  return [
    { kid, algorithm, jwk },
    { kid, algorithm, jwk: await exportJWK(pair.publicKey) },
  ];
}

beforeAll(async () => {
  const [ecPrivate, ecPublic] = await asymmetric('ec-1', 'ES256');
  const [rsaPrivate, rsaPublic] = await asymmetric('rsa-1', 'RS256');
  elliptic = ecPrivate;
  rsa = rsaPrivate;
  keys = [legacy, ecPublic, rsaPublic];
});

const verify = async (token: string) => createKeyRing(keys, () => NOW).verify(token);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const reasonOf = async (token: string) => {
  const verdict = await verify(token);
  return verdict.ok ? 'accepted' : verdict.problem.message;
};

test('a token of each current key is accepted, and SQL sees its payload as it was signed', async () => {
  for (const key of [legacy, elliptic, rsa]) {
    const verdict = await verify(await signToken(key, CLAIMS));
    expect(verdict).toEqual({
      ok: true,
      token: { claims: CLAIMS, claimsJson: JSON.stringify(CLAIMS) },
    });
  }
});

test('a known token gets its verdict at once, and its times are looked at again', async () => {
  let now = NOW;
  const ring = createKeyRing(keys, () => now);
  const token = await signToken(legacy, CLAIMS);
  await ring.verify(token);
  expect(ring.verify(token)).toMatchObject({ ok: true });
  now += 3_631_000;
  expect(ring.verify(token)).toMatchObject({ ok: false, problem: { message: 'JWT expired' } });
});

test('a token of another project is refused', async () => {
  expect(await reasonOf(await signToken(secretKey('the secret of another project, 32'), CLAIMS))).toBe(
    'JWT cryptographic operation failed',
  );
  const [stranger] = await asymmetric('ec-1', 'ES256');
  expect(await reasonOf(await signToken(stranger, CLAIMS))).toBe('JWT cryptographic operation failed');
});

test('a kid is binding: an unknown one is refused even with a right signature', async () => {
  expect(await reasonOf(await signToken({ ...legacy, kid: 'unknown' }, CLAIMS))).toBe(
    'No suitable key or wrong key type',
  );
  expect(await reasonOf(await signToken({ ...elliptic, kid: 'rsa-1' }, CLAIMS))).toBe(
    'No suitable key or wrong key type',
  );
});

test('no signature is no token', async () => {
  const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(CLAIMS)}.`;
  expect(await reasonOf(unsigned)).toBe('Wrong or unsupported encoding algorithm');
  const [header, payload] = (await signToken(legacy, CLAIMS)).split('.');
  expect(await reasonOf(`${header}.${payload}.`)).toBe('JWT cryptographic operation failed');
});

test('a public key is never taken for a secret', async () => {
  const publicKey: JWK = keys[2]!.jwk;
  for (const secret of [publicKey.n!, JSON.stringify(publicKey), Buffer.from(publicKey.n!, 'base64url')]) {
    const head = `${encode({ alg: 'HS256', kid: 'rsa-1' })}.${encode({ ...CLAIMS, role: 'service_role' })}`;
    const forged = `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    expect(await reasonOf(forged)).toBe('No suitable key or wrong key type');
  }
});

test('changed claims are refused', async () => {
  const [header, , signature] = (await signToken(legacy, CLAIMS)).split('.');
  expect(await reasonOf(`${header}.${encode({ ...CLAIMS, role: 'service_role' })}.${signature}`)).toBe(
    'JWT cryptographic operation failed',
  );
});

test.each([
  [{ exp: SECONDS - 31 }, 'JWT expired'],
  [{ exp: SECONDS - 29 }, 'accepted'],
  [{ nbf: SECONDS + 31 }, 'JWT not yet valid'],
  [{ nbf: SECONDS + 29 }, 'accepted'],
  [{ iat: SECONDS + 31 }, 'JWT issued at future'],
  [{ exp: 'tomorrow' }, "The JWT 'exp' claim must be a number"],
  [{ nbf: true }, "The JWT 'nbf' claim must be a number"],
  [{ exp: undefined }, 'accepted'],
])('times %j: %s', async (changes, expected) => {
  expect(await reasonOf(await signToken(legacy, { ...CLAIMS, ...changes }))).toBe(expected);
});

test.each([
  ['', 'Empty JWT is sent in Authorization header'],
  ['abc', 'Expected 3 parts in JWT; got 1'],
  ['a.b.c.d', 'Expected 3 parts in JWT; got 4'],
  ['a.b.c', 'JWT cryptographic operation failed'],
  [`${encode([1])}.${encode(CLAIMS)}.x`, 'JWT cryptographic operation failed'],
  [`${encode({ alg: 5 })}.${encode(CLAIMS)}.x`, 'Wrong or unsupported encoding algorithm'],
  [
    `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${encode(CLAIMS)}.x`,
    'JWT cryptographic operation failed',
  ],
  ['x'.repeat(20_000), 'The JWT is too long'],
])('what is no token is refused with a reason: %.30s', async (token, expected) => {
  expect(await reasonOf(token)).toBe(expected);
});

test('claims that are no object are refused', async () => {
  const head = `${encode({ alg: 'HS256' })}.${encode('just text')}`;
  const signature = createHmac('sha256', 'a secret of this project, 32 bytes')
    .update(head)
    .digest('base64url');
  expect(await reasonOf(`${head}.${signature}`)).toBe('The claims of the JWT must be a JSON object');
});
