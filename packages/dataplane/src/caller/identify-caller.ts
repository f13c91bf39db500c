import type { ProjectSnapshot } from '@basalt/project';
import { checkAudience } from '../tokens/check-audience.ts';
import type { TokenProblem, TokenVerdict, TokenVerifier } from '../tokens/token-verifier.ts';
import { CallerError } from './caller-error.ts';
import { type ClaimPath, readClaim } from './claim-path.ts';
import type { Caller } from './find-caller.ts';

/** What is known of a request before its token was read. */
export interface UnverifiedCaller {
  caller: Caller;
  verifier: TokenVerifier;
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
}

const SERVICE: Identity = {
  role: 'service_role',
  claimsJson: '{"role":"service_role"}',
  subject: '',
  anonymous: false,
};

const NO_ROLE: TokenProblem = { kind: 'claims', message: 'The JWT does not name a role' };

/**
 * The role of a request: that of its token, else of its key. Who brings neither is anonymous; a token that names no role is
 * refused, because whoever made it meant somebody.
 * @throws {CallerError} about the token, or because nobody may come without one
 */
export function identifyCaller(
  { caller, verifier, project }: UnverifiedCaller,
  settings: TokenSettings,
): Identity | Promise<Identity> {
  const { anonRole } = settings;
  if (caller.kind === 'key' && caller.role === 'service_role') return SERVICE;
  if (caller.kind !== 'token') return anonymous(anonRole);
  if (project.verificationKeys.length === 0) throw new CallerError({ kind: 'no-verification-keys' });
  const verdict = verifier.verify(caller.token);
  if (verdict instanceof Promise) return verdict.then((known) => fromVerdict(known, settings));
  return fromVerdict(verdict, settings);
}

function fromVerdict(verdict: TokenVerdict, { anonRole, jwtAudience, roleClaim }: TokenSettings): Identity {
  if (!verdict.ok) throw refused(verdict.problem);
  const { claims, claimsJson } = verdict.token;
  const problem = jwtAudience === null ? null : checkAudience(claims.aud, jwtAudience);
  if (problem !== null) throw refused(problem);
  const role = readClaim(claims, roleClaim);
  if (typeof role !== 'string' || role === '') throw refused(NO_ROLE);
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
