import type { ThirdPartyIssuer } from '@basalt/project';
import {
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
} from 'jose';

/** Never `none`, and never a shared secret: whoever knows the public key would know that. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

type FindKey = ReturnType<typeof createLocalJWKSet>;

/** An issuer never changes, so what is made of its keys lives as long as it does. */
const keySets = new WeakMap<ThirdPartyIssuer, FindKey>();

/**
 * The payload of a token that one of the issuers signed for itself; null: none of them did. Several publish the same keys (all projects of
 * Firebase do), so a signature alone says nothing: `iss` must be the issuer's own.
 */
export async function verifyThirdParty(
  token: string,
  issuers: readonly ThirdPartyIssuer[],
): Promise<Uint8Array | null> {
  const claimed = issuers.length === 0 ? null : issuerOf(token);
  for (const each of issuers) {
    if (each.issuer !== null && each.issuer !== claimed) continue;
    const payload = await verifySigned(token, keySetOf(each));
    if (payload !== null) return payload;
  }
  return null;
}

async function verifySigned(token: string, findKey: FindKey): Promise<Uint8Array | null> {
  try {
    return (await compactVerify(token, findKey, { algorithms: ALGORITHMS })).payload;
  } catch (error) {
    // A token without `kid` fits any of several keys.
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      for await (const key of error) {
        try {
          return (await compactVerify(token, key, { algorithms: ALGORITHMS })).payload;
        } catch (wrong) {
          if (!(wrong instanceof errors.JOSEError)) throw wrong;
        }
      }
      return null;
    }
    // A key that nothing can be made of is as good as none.
    if (error instanceof errors.JOSEError || error instanceof DOMException || error instanceof TypeError)
      return null;
    throw error;
  }
}

function keySetOf(issuer: ThirdPartyIssuer): FindKey {
  let found = keySets.get(issuer);
  if (found === undefined) {
    found = createLocalJWKSet({ keys: [...issuer.keys] } as JSONWebKeySet);
    keySets.set(issuer, found);
  }
  return found;
}

/** Before anything is verified. */
function issuerOf(token: string): JWTPayload['iss'] | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}
