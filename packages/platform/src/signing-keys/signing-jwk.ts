import { randomBytes, randomUUID } from 'node:crypto';
import type { PrivateJwk, SigningAlgorithm } from '@basalt/contract';
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { PlatformError } from '../kernel/platform-error.ts';

/** A key that can sign. `publicJwk` is null where the same key verifies. */
export interface SigningJwk {
  kid: string;
  privateJwk: JWK;
  publicJwk: JWK | null;
}

const KTY: Record<SigningAlgorithm, PrivateJwk['kty']> = {
  HS256: 'oct',
  ES256: 'EC',
  RS256: 'RSA',
  EdDSA: 'OKP',
};
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'] as const;
const LEAST_HMAC_BYTES = 32;

/** A new key for an algorithm. */
export async function makeSigningJwk(algorithm: SigningAlgorithm): Promise<SigningJwk> {
  const jwk: JWK =
    algorithm === 'HS256'
      ? { kty: 'oct', k: randomBytes(64).toString('base64url') }
      : await exportJWK(
          (
            await generateKeyPair(algorithm, {
              extractable: true,
              ...(algorithm === 'EdDSA' ? { crv: 'Ed25519' } : {}),
            })
          ).privateKey,
        );
  return described(algorithm, randomUUID(), jwk);
}

/**
 * A key that someone brought along, after it has signed something that it could verify.
 * @throws PlatformError `bad_request` when it is of another kind, too weak, or its parts do not fit together
 */
export async function checkSigningJwk(algorithm: SigningAlgorithm, jwk: PrivateJwk): Promise<SigningJwk> {
  if (jwk.kty !== KTY[algorithm]) throw unusable(`must have kty ${KTY[algorithm]} for ${algorithm}`);
  if (jwk.kty === 'oct' && Buffer.from(jwk.k, 'base64url').length < LEAST_HMAC_BYTES)
    throw unusable(`must have at least ${LEAST_HMAC_BYTES} bytes`);
  const { kid = randomUUID(), use: _use, key_ops: _operations, ext: _extractable, ...numbers } = jwk;
  const key = described(algorithm, kid.toLowerCase(), numbers as JWK);
  try {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: algorithm })
      .sign(await importJWK(key.privateJwk, algorithm));
    await jwtVerify(token, await importJWK(key.publicJwk ?? key.privateJwk, algorithm));
  } catch (error) {
    throw unusable(`is not a usable ${algorithm} key`, error);
  }
  return key;
}

function described(algorithm: SigningAlgorithm, kid: string, numbers: JWK): SigningJwk {
  const jwk: JWK = { ...numbers, kid, alg: algorithm, use: 'sig' };
  if (algorithm === 'HS256') return { kid, privateJwk: jwk, publicJwk: null };
  const shared = Object.entries(jwk).filter(
    ([name]) => !(PRIVATE_MEMBERS as readonly string[]).includes(name),
  );
  return {
    kid,
    privateJwk: jwk,
    publicJwk: { ...(Object.fromEntries(shared) as JWK), key_ops: ['verify'] },
  };
}

function unusable(why: string, cause?: unknown): PlatformError {
  return new PlatformError('bad_request', `private_jwk: ${why}.`, { field: 'private_jwk', cause });
}
