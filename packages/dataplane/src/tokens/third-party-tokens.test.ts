import type { Jwk, ThirdPartyIssuer } from '@basalt/project';
import { type CryptoKey, exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';

const ISSUER = 'https://securetoken.example.com/quarry';
let pair: GenerateKeyPairResult;
let other: GenerateKeyPairResult;
let issuer: ThirdPartyIssuer;

beforeAll(async () => {
  pair = await generateKeyPair('RS256');
  other = await generateKeyPair('ES256');
  issuer = { issuer: ISSUER, keys: [await publicJwk(pair, 'one'), await publicJwk(other, 'two')] };
});

const publicJwk = async ({ publicKey }: GenerateKeyPairResult, kid: string): Promise<Jwk> => ({
  ...(await exportJWK(publicKey)),
  kid,
});

const sign = (claims: Record<string, unknown>, { kid, key = pair.privateKey, alg = 'RS256' }: Signing = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg, ...(kid && { kid }) }).sign(key);
interface Signing {
  kid?: string;
  key?: CryptoKey | Uint8Array;
  alg?: string;
}

const verify = (token: string, issuers = [issuer]) => createKeyRing([], Date.now, issuers).verify(token);
const claims = { iss: ISSUER, sub: 'u1', role: 'authenticated' };

test('a token of another issuer is taken, whose own it says to be, with its key named or not', async () => {
  for (const options of [{ kid: 'one' }, {}, { kid: 'two', key: other.privateKey, alg: 'ES256' }])
    expect(await verify(await sign(claims, options))).toMatchObject({
      ok: true,
      token: { claims, ofThirdParty: true },
    });
});

test('who publishes the same keys for others too is believed for the one that was named only', async () => {
  const strangers = await sign(
    { ...claims, iss: 'https://securetoken.example.com/strangers' },
    { kid: 'one' },
  );
  expect(await verify(strangers)).toMatchObject({ ok: false });
  expect(await verify(strangers, [{ ...issuer, issuer: null }])).toMatchObject({ ok: true });
});

test('times count as for tokens of the project', async () => {
  const expired = await sign({ ...claims, exp: Math.floor(Date.now() / 1_000) - 3_600 }, { kid: 'one' });
  expect(await verify(expired)).toMatchObject({ ok: false, problem: { message: 'JWT expired' } });
});

test('no token is taken that a stranger can make', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const { n = '' } = issuer.keys[0] as { n?: string };
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
  for (const token of [
    await sign(claims, { kid: 'one', key: privateKey }),
    await sign(claims, { key: privateKey }),
    // The public key, taken for a secret.
    await sign(claims, { kid: 'one', key: Buffer.from(n, 'base64url'), alg: 'HS256' }),
    unsigned,
  ])
    expect(await verify(token)).toMatchObject({ ok: false });
});
