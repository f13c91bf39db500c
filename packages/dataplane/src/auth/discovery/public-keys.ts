import type { VerificationKey } from '@basalt/project';
import type { JWK } from 'jose';

// Everything else of a key stays here, whatever somebody put into it.
const PUBLIC_PARTS = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const;

/** The keys with which anybody can check a token. Secrets that sign and check alike are not among them. */
export function publicKeys(keys: readonly VerificationKey[]): JWK[] {
  return keys.filter(({ jwk, algorithm }) => jwk.kty !== 'oct' && algorithm !== 'HS256').map(publicKey);
}

function publicKey({ kid, algorithm, jwk }: VerificationKey): JWK {
  const parts = PUBLIC_PARTS.filter((part) => jwk[part] !== undefined).map((part) => [part, jwk[part]]);
  return {
    ...Object.fromEntries(parts),
    ...(kid === null ? {} : { kid }),
    alg: algorithm,
    use: 'sig',
    key_ops: ['verify'],
  };
}
