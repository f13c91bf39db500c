import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyRole, ProjectKey, ProjectSnapshot } from '@basalt/project';
import { LRUCache } from 'lru-cache';
import { checkAudience } from '../tokens/key-ring.ts';
import type { TokenProblem, TokenVerdict, TokenVerifier } from '../tokens/token-verifier.ts';
import { CallerError } from './caller-error.ts';
import { type ClaimPath, DEFAULT_ROLE_CLAIM, readClaim } from './claim-path.ts';

/**
 * Who asks, as far as the gateway knows: by the role of the key alone, or with a token of its own in `Authorization`, which
 * the service verifies. `none` on routes that need no key.
 */
export type Caller = { kind: 'key'; role: KeyRole } | { kind: 'token'; token: string } | { kind: 'none' };

/** Finds keys of one project. Hashing each one anew would cost more than the rest of the check. */
export interface KeyFinder {
  find(key: string): ProjectKey | null;
}

const OPAQUE = /^sb_(publishable|secret)_/;

export function createKeyFinder({ keys }: ProjectSnapshot): KeyFinder {
  const byHash = new Map(keys.map((key) => [key.hash, key]));
  const known = new LRUCache<string, ProjectKey>({ max: 50 });
  return {
    find(key) {
      const remembered = known.get(key);
      if (remembered !== undefined) return remembered;
      const found = byHash.get(createHash('sha256').update(key).digest('base64url')) ?? null;
      if (found !== null) known.set(key, found);
      return found;
    },
  };
}

/** What a request brought as `apikey`, in the header or the query string, and which key of the project that is. */
export interface BroughtKey {
  apikey: string | null;
  key: ProjectKey | null;
}

/**
 * Who asks: the role of the `apikey`, or whoever the token in `Authorization` stands for. A key in `Authorization` is no
 * token: old clients send theirs in both places.
 * @throws {CallerError} about the key
 */
export function findCaller({ apikey, key }: BroughtKey, headers: IncomingHttpHeaders): Caller {
  if (apikey === null) throw new CallerError({ kind: 'no-key' });
  if (key === null) throw new CallerError({ kind: 'unknown-key' });
  if (!key.enabled) throw new CallerError({ kind: 'legacy-keys-disabled' });
  if (key.type === 'secret' && isFromBrowser(headers))
    throw new CallerError({ kind: 'secret-key-in-browser' });
  const token = bearerToken(headers);
  if (token === null || token === apikey || OPAQUE.test(token)) return { kind: 'key', role: key.role };
  return { kind: 'token', token };
}

/** On routes that need no key: a token if there is one. */
export function findOptionalCaller(brought: BroughtKey, headers: IncomingHttpHeaders): Caller {
  if (brought.key?.enabled) return findCaller(brought, headers);
  const token = bearerToken(headers);
  return token === null || OPAQUE.test(token) ? { kind: 'none' } : { kind: 'token', token };
}

/** Of headers that came before, the very same text: to look it up then costs no reading of it. */
const tokens = new WeakMap<IncomingHttpHeaders, string | null>();

function bearerToken(headers: IncomingHttpHeaders): string | null {
  let token = tokens.get(headers);
  if (token === undefined) {
    token = readToken(headers);
    tokens.set(headers, token);
  }
  return token;
}

function readToken({ authorization }: IncomingHttpHeaders): string | null {
  return authorization !== undefined && /^bearer(\s|$)/i.test(authorization)
    ? authorization.slice(6).trim()
    : null;
}

/** Servers set no `Origin`, and their user agents do not claim to be a browser. */
function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && /^mozilla\//i.test(headers['user-agent'] ?? '');
}

/** What is known of a request before its token was read. */
export interface UnverifiedCaller {
  caller: Caller;
  /** Takes tokens of third parties too. */
  callerVerifier: TokenVerifier;
  project: Pick<ProjectSnapshot, 'verificationKeys'>;
}

/** As whom a request runs. */
export interface Identity {
  role: string;
  /** What SQL sees in `request.jwt.claims`. */
  claimsJson: string;
  /** The claim `sub`: whom policies mean by `auth.uid()`. Empty if there is none. */
  subject: string;
  /** No token named a role of its own: a lack of privileges is then a matter of signing in. */
  anonymous: boolean;
}

/** What the settings of a project say about tokens. */
export interface TokenSettings {
  /** The role of those without a token; null: nobody is let in anonymously. */
  readonly anonRole: string | null;
  /** Null: tokens for any audience. */
  readonly jwtAudience: string | null;
  readonly roleClaim: ClaimPath;
  /** Knows tokens of somebody else that are believed in place of the project's; null: the project's are. */
  readonly foreignVerifier: TokenVerifier | null;
}

/** For services that the settings of the Data API do not concern. */
export const DEFAULT_TOKEN_SETTINGS: TokenSettings = {
  anonRole: 'anon',
  jwtAudience: null,
  roleClaim: DEFAULT_ROLE_CLAIM,
  foreignVerifier: null,
};

/** Past row level security. */
export const SERVICE: Identity = {
  role: 'service_role',
  claimsJson: '{"role":"service_role"}',
  subject: '',
  anonymous: false,
};

const UNREADABLE_KEY: TokenProblem = {
  kind: 'key',
  message: 'The key that the settings of the Data API name cannot be read',
};

const NO_ROLE: TokenProblem = { kind: 'claims', message: 'The JWT does not name a role' };

/** Past row level security is only who holds a key of the project: others answer for who somebody is, not for what is allowed. */
const NO_SERVICE_ROLE: TokenProblem = {
  kind: 'claims',
  message: 'A JWT of another issuer cannot act as service_role',
};

/**
 * The role of a request: that of its token, else of its key. Who brings neither is anonymous; a token that names no role is
 * refused, because whoever made it meant somebody.
 * @throws {CallerError} about the token, or because nobody may come without one
 */
export function identifyCaller(
  { caller, callerVerifier, project }: UnverifiedCaller,
  settings: TokenSettings,
): Identity | Promise<Identity> {
  const { anonRole, foreignVerifier } = settings;
  if (caller.kind === 'key' && caller.role === 'service_role') return SERVICE;
  if (caller.kind !== 'token') return anonymous(anonRole);
  if (project.verificationKeys.length === 0) throw new CallerError({ kind: 'no-verification-keys' });
  const { token } = caller;
  if (foreignVerifier !== null)
    return verifyByForeign(token, foreignVerifier).then((known) => fromVerdict(known, settings));
  const verdict = callerVerifier.verify(token);
  if (verdict instanceof Promise) return verdict.then((known) => fromVerdict(known, settings));
  return fromVerdict(verdict, settings);
}

/** A key that cannot be read, as whoever set it wrote it, verifies nothing. */
async function verifyByForeign(token: string, foreign: TokenVerifier): Promise<TokenVerdict> {
  return await Promise.resolve(foreign.verify(token)).catch(
    (): TokenVerdict => ({ ok: false, problem: UNREADABLE_KEY }),
  );
}

function fromVerdict(verdict: TokenVerdict, { anonRole, jwtAudience, roleClaim }: TokenSettings): Identity {
  if (!verdict.ok) throw refused(verdict.problem);
  const { claims, claimsJson, ofThirdParty } = verdict.token;
  const problem = checkAudience(claims.aud, jwtAudience);
  if (problem !== null) throw refused(problem);
  const role = readClaim(claims, roleClaim);
  if (typeof role !== 'string' || role === '') throw refused(NO_ROLE);
  if (ofThirdParty && role === SERVICE.role) throw refused(NO_SERVICE_ROLE);
  // To the database `none` means to stay what the connection is.
  if (role === 'none') throw new CallerError({ kind: 'unknown-role', role });
  return { role, claimsJson, subject: subjectOf(claims), anonymous: role === anonRole };
}

function anonymous(role: string | null): Identity {
  if (role === null) throw new CallerError({ kind: 'anonymous-disabled' });
  return { role, claimsJson: JSON.stringify({ role }), subject: '', anonymous: true };
}

/** Only what is the same in JSON and as it is; anything else SQL finds in the claims. */
function subjectOf({ sub }: Readonly<Record<string, unknown>>): string {
  return typeof sub === 'string' && /^[ -~]+$/.test(sub) ? sub : '';
}

function refused(problem: TokenProblem): CallerError {
  return new CallerError({ kind: 'token-refused', problem });
}

/**
 * What the caller's token says; for a key, what a token of the key's role would.
 * @throws {CallerError} `no-credentials` without either, `token-refused` for a token that this project did not sign or that
 *   is over
 */
export async function callerClaims({
  caller,
  verifier,
}: {
  caller: Caller;
  verifier: TokenVerifier;
}): Promise<Readonly<Record<string, unknown>>> {
  if (caller.kind === 'key') return { role: caller.role };
  if (caller.kind === 'none') throw new CallerError({ kind: 'no-credentials' });
  const verdict = await verifier.verify(caller.token);
  if (verdict.ok) return verdict.token.claims;
  throw new CallerError({ kind: 'token-refused', problem: verdict.problem });
}
