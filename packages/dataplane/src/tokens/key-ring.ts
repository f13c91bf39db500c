import type { ProjectSnapshot, ThirdPartyIssuer, VerificationKey } from '@basalt/project';
import { type CryptoKey, compactVerify, errors, importJWK, type JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { verifyThirdParty } from './third-party-tokens.ts';
import type { TokenProblem, TokenVerdict, TokenVerifier, VerifiedToken } from './token-verifier.ts';

/** Tokens whose signature is known to be good. One takes about 2 kB. */
const KNOWN_TOKENS = 2_000;
/** Longer ones are nobody's session and would only fill memory. */
const MAX_TOKEN_LENGTH = 16_384;

/**
 * Checks tokens against a project's keys. A token with `kid` is checked against that key only, one without against all of
 * them; each key verifies the one algorithm that it is for, so a public key is never taken for a secret.
 * @param issuers whose tokens are good as well; the project's own keys come first
 */
export function createKeyRing(
  keys: readonly VerificationKey[],
  now: () => number = Date.now,
  issuers: readonly ThirdPartyIssuer[] = [],
): TokenVerifier {
  const known = new LRUCache<string, VerifiedToken>({ max: KNOWN_TOKENS });

  return {
    verify(token) {
      const remembered = known.get(token);
      if (remembered !== undefined) return judgeTimes(remembered, now());
      return verifySignature(token, keys, issuers).then((verdict) => {
        if (!verdict.ok) return verdict;
        known.set(token, verdict.token);
        return judgeTimes(verdict.token, now());
      });
    },
  };
}

/** Checks who asks: with tokens of the project, or of those whose tokens it takes. */
export function createCallerRing({
  verificationKeys,
  thirdPartyIssuers,
}: Pick<ProjectSnapshot, 'verificationKeys' | 'thirdPartyIssuers'>): TokenVerifier {
  return createKeyRing(verificationKeys, Date.now, thirdPartyIssuers);
}

function judgeTimes(token: VerifiedToken, now: number): TokenVerdict {
  const problem = checkTimes(token.claims, now);
  return problem === null ? { ok: true, token } : { ok: false, problem };
}

async function verifySignature(
  token: string,
  keys: readonly VerificationKey[],
  issuers: readonly ThirdPartyIssuer[],
): Promise<TokenVerdict> {
  const header = readHeader(token);
  if ('problem' in header) return refuse(header.problem);
  const own = await verifyOwn(token, header, keys);
  if (own.ok) return own;
  const payload = await verifyThirdParty(token, issuers);
  if (payload === null) return own;
  const verdict = readClaims(payload);
  return verdict.ok ? { ok: true, token: { ...verdict.token, ofThirdParty: true } } : verdict;
}

async function verifyOwn(
  token: string,
  header: ReadHeader,
  keys: readonly VerificationKey[],
): Promise<TokenVerdict> {
  const { alg, kid } = header;
  const named = kid === undefined ? keys : keys.filter((key) => key.kid === kid);
  const candidates = named.filter((key) => key.algorithm === alg);
  if (candidates.length === 0)
    return keys.some((key) => key.algorithm === alg)
      ? refuse({ kind: 'key', message: 'No suitable key or wrong key type' })
      : refuse({ kind: 'algorithm', message: 'Wrong or unsupported encoding algorithm' });
  for (const key of candidates) {
    try {
      const { payload } = await compactVerify(token, await importKey(key.jwk, key.algorithm), {
        algorithms: [key.algorithm],
      });
      return readClaims(payload);
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return refuse({ kind: 'signature', message: 'JWT cryptographic operation failed' });
}

interface ReadHeader {
  alg: string;
  kid: string | undefined;
}

function readHeader(token: string): ReadHeader | { problem: TokenProblem } {
  if (token === '') return malformed('Empty JWT is sent in Authorization header');
  if (token.length > MAX_TOKEN_LENGTH) return malformed('The JWT is too long');
  const parts = token.split('.');
  if (parts.length !== 3) return malformed(`Expected 3 parts in JWT; got ${parts.length}`);
  const header = parseObject(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8'));
  if (header === null) return malformed('JWT cryptographic operation failed');
  const { alg, kid } = header;
  if (typeof alg !== 'string')
    return { problem: { kind: 'algorithm', message: 'Wrong or unsupported encoding algorithm' } };
  return { alg, kid: typeof kid === 'string' ? kid : undefined };
}

function readClaims(payload: Uint8Array): TokenVerdict {
  const claimsJson = Buffer.from(payload).toString('utf8');
  const claims = parseObject(claimsJson);
  if (claims === null)
    return refuse({ kind: 'claims', message: 'The claims of the JWT must be a JSON object' });
  return { ok: true, token: { claimsJson, claims } };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function malformed(message: string): { problem: TokenProblem } {
  return { problem: { kind: 'malformed', message } };
}

function refuse(problem: TokenProblem): TokenVerdict {
  return { ok: false, problem };
}

type ImportedKey = CryptoKey | Uint8Array;

const imported = new WeakMap<JWK, Promise<ImportedKey>>();

/** A key ready for use. Importing costs more than signing, so it is done once per key object. */
export function importKey(jwk: JWK, algorithm: string): Promise<ImportedKey> {
  let key = imported.get(jwk);
  if (key === undefined) {
    key = importJWK(jwk, algorithm);
    imported.set(jwk, key);
  }
  return key;
}

/** Clocks of two machines differ; so much is forgiven. Seconds. */
const SKEW_S = 30;

/** What is wrong with the times that a token claims, null when nothing is. `now` in milliseconds. */
function checkTimes(claims: Readonly<Record<string, unknown>>, now: number): TokenProblem | null {
  const seconds = now / 1000;
  for (const name of ['exp', 'nbf', 'iat'] as const) {
    const time = claims[name];
    if (time === undefined || time === null) continue;
    if (typeof time !== 'number') return problem(`The JWT '${name}' claim must be a number`);
    if (name === 'exp' && time < seconds - SKEW_S) return problem('JWT expired');
    if (name === 'nbf' && time > seconds + SKEW_S) return problem('JWT not yet valid');
    if (name === 'iat' && time > seconds + SKEW_S) return problem('JWT issued at future');
  }
  return null;
}

function problem(message: string): TokenProblem {
  return { kind: 'claims', message };
}

/**
 * What is wrong with whom a token is for, null when nothing is. A token without `aud` is for everybody.
 * @param wanted null: whoever it is for may come
 */
export function checkAudience(aud: unknown, wanted: string | null): TokenProblem | null {
  if (aud === undefined || aud === null) return null;
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!named.every((one) => typeof one === 'string'))
    return problem("The JWT 'aud' claim must be a string or an array of strings");
  return wanted === null || named.length === 0 || named.includes(wanted)
    ? null
    : problem('JWT not in audience');
}
