import type { PrivateJwk } from '@basalt/contract';
import { SIGNING_ALGORITHMS } from '@basalt/contract';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { checkSigningJwk, makeSigningJwk } from './signing-jwk.ts';

describe.each(SIGNING_ALGORITHMS)('a made %s key', (algorithm) => {
  it('signs what its public part verifies, and gives nothing away', async () => {
    const { kid, privateJwk, publicJwk } = await makeSigningJwk(algorithm);
    const token = await new SignJWT({ sub: 'x' })
      .setProtectedHeader({ alg: algorithm, kid })
      .sign(await importJWK(privateJwk, algorithm));
    const { payload } = await jwtVerify(token, await importJWK(publicJwk ?? privateJwk, algorithm));
    expect(payload.sub).toBe('x');
    if (algorithm === 'HS256') return expect(publicJwk).toBeNull();
    expect(publicJwk).toMatchObject({ kid, alg: algorithm, use: 'sig', key_ops: ['verify'] });
    for (const member of ['d', 'p', 'q', 'k']) expect(publicJwk).not.toHaveProperty(member);
  });

  it('can be brought along again', async () => {
    const { kid, privateJwk } = await makeSigningJwk(algorithm);
    expect((await checkSigningJwk(algorithm, privateJwk as PrivateJwk)).kid).toBe(kid);
  });
});

describe('a key that someone brings along', () => {
  it('must fit its algorithm', async () => {
    const { privateJwk } = await makeSigningJwk('ES256');
    await expect(checkSigningJwk('RS256', privateJwk as PrivateJwk)).rejects.toMatchObject({
      field: 'private_jwk',
      message: 'private_jwk: must have kty RSA for RS256.',
    });
  });

  it('must be whole: public and private part belong together', async () => {
    const [one, other] = await Promise.all([makeSigningJwk('ES256'), makeSigningJwk('ES256')]);
    const mixed = { ...one.privateJwk, d: other.privateJwk.d } as PrivateJwk;
    await expect(checkSigningJwk('ES256', mixed)).rejects.toThrow('is not a usable ES256 key');
  });

  it('must not be guessable', async () => {
    await expect(checkSigningJwk('HS256', { kty: 'oct', k: 'c2hvcnQtc2VjcmV0' })).rejects.toThrow(
      'must have at least 32 bytes',
    );
  });
});
