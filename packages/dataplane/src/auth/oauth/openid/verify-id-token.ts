import { createHash } from 'node:crypto';
import type { OutgoingFetch } from '@basalt/network';
import type { OAuthProviderSettings } from '@basalt/project';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Configuration } from 'openid-client';
import type { ProviderProfile } from '../providers/oauth-provider.ts';
import { clientIds, openIdClient, openIdConfiguration } from './openid-configuration.ts';
import { emailVerifiedClaim, openIdProfile } from './openid-profile.ts';
import type { OpenIdRecipe } from './openid-recipe.ts';

/** Why an ID token that an application presented is refused, in words the application may see. */
export class IdTokenProblem extends Error {
  override readonly name = 'IdTokenProblem';
  readonly kind: 'token' | 'audience' | 'nonce';

  constructor(kind: 'token' | 'audience' | 'nonce', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export interface PresentedIdToken {
  idToken: string;
  /** Checked against the token's `at_hash` when both are there. */
  accessToken: string | null;
  /** As the application made it; the token holds its SHA-256 in hexadecimal. */
  nonce: string | null;
}

/** Never `none`, and never a shared secret: whoever knows the public key would know that. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 30;

/**
 * The person an ID token speaks of that an application got by itself (a phone's own sign-in, for example). Throws
 * IdTokenProblem when the token is not one of this provider, for one of the project's clients, now.
 * Throws other errors when the provider cannot be asked for its keys.
 */
export async function verifyIdToken(
  recipe: OpenIdRecipe,
  settings: OAuthProviderSettings,
  presented: PresentedIdToken,
  fetch: OutgoingFetch,
): Promise<ProviderProfile> {
  const client = openIdClient(recipe, settings);
  const configuration = await openIdConfiguration(client, fetch);
  const { payload, alg } = await verifySignature(presented.idToken, keysOf(configuration, fetch));
  checkIssuer(payload, configuration.serverMetadata().issuer, recipe.otherIssuers ?? []);
  checkAudience(payload, clientIds(settings));
  if (recipe.nonce && !settings.skip_nonce_check) checkNonce(payload.nonce, presented.nonce);
  if (presented.accessToken !== null && payload.at_hash !== undefined) {
    if (payload.at_hash !== accessTokenHash(presented.accessToken, alg)) {
      throw new IdTokenProblem('token', 'The access token is not the one the ID token was issued with');
    }
  }
  const ownsEmail = recipe.ownsEmail ?? emailVerifiedClaim;
  const read = recipe.profile ?? openIdProfile;
  return read(payload, (claims) => ownsEmail(claims, client.issuer));
}

async function verifySignature(
  idToken: string,
  keys: JWTVerifyGetKey,
): Promise<{ payload: JWTPayload; alg: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
    });
    return { payload, alg: protectedHeader.alg };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new IdTokenProblem('token', 'The ID token has expired', error);
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
      throw new IdTokenProblem('token', 'Bad ID token', error);
    }
    throw error;
  }
}

function checkIssuer(payload: JWTPayload, issuer: string, others: readonly string[]): void {
  // Entra publishes one document for all tenants, with a place for the tenant in it.
  const tenant = typeof payload.tid === 'string' && /^[0-9a-f-]{36}$/i.test(payload.tid) ? payload.tid : '';
  const expected = [issuer.replace('{tenantid}', tenant), ...others];
  if (typeof payload.iss !== 'string' || !expected.includes(payload.iss)) {
    throw new IdTokenProblem('token', 'The ID token comes from another issuer');
  }
}

function checkAudience({ aud, azp }: JWTPayload, accepted: readonly string[]): void {
  const audiences = [aud ?? []].flat();
  const meant = audiences.some((audience) => accepted.includes(audience));
  const party = azp === undefined || audiences.length < 2 || accepted.includes(String(azp));
  if (!meant || !party) throw new IdTokenProblem('audience', 'Unacceptable audience in ID token');
}

const keySets = new WeakMap<Configuration, JWTVerifyGetKey>();

function keysOf(configuration: Configuration, fetch: OutgoingFetch): JWTVerifyGetKey {
  const known = keySets.get(configuration);
  if (known !== undefined) return known;
  const { issuer, jwks_uri } = configuration.serverMetadata();
  if (jwks_uri === undefined) throw new Error('The issuer does not publish its keys.');
  if (issuer.startsWith('https:') && !jwks_uri.startsWith('https:')) {
    throw new Error('The issuer publishes its keys over plain http.');
  }
  const keys = createRemoteJWKSet(new URL(jwks_uri), { [customFetch]: fetch });
  keySets.set(configuration, keys);
  return keys;
}

/**
 * Applications keep the nonce and give the provider its SHA-256 (hexadecimal), so that a token alone is not enough.
 * Throws IdTokenProblem when the two do not belong together, or only one is there.
 */
function checkNonce(inToken: unknown, fromApplication: string | null): void {
  const tokenHas = inToken !== undefined && inToken !== '';
  const applicationHas = fromApplication !== null && fromApplication !== '';
  if (tokenHas !== applicationHas) {
    throw new IdTokenProblem('nonce', 'Passed nonce and nonce in ID token should either both exist or not');
  }
  if (!applicationHas) return;
  if (inToken !== createHash('sha256').update(fromApplication).digest('hex')) {
    throw new IdTokenProblem('nonce', 'Nonces mismatch');
  }
}

/** `at_hash` of OpenID Connect: the left half of the access token's hash, with the hash that the algorithm has in it. */
export function accessTokenHash(accessToken: string, algorithm: string): string {
  const hash = { '256': 'sha256', '384': 'sha384', '512': 'sha512' }[algorithm.slice(-3)] ?? 'sha512';
  const digest = createHash(hash).update(accessToken).digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}
