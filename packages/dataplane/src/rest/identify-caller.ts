import type { ProjectRequest } from '../gateway/project-request.ts';
import { checkAudience } from '../tokens/check-audience.ts';
import type { TokenProblem, TokenVerdict } from '../tokens/token-verifier.ts';
import { RestError } from './errors/rest-error.ts';
import { anonymousDisabled, noJwtSecret, tokenRefused } from './errors/token-errors.ts';
import type { DatabaseRestSettings } from './schema-cache/schema-cache.ts';
import { readClaim } from './schema-cache/settings/claim-path.ts';

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
export type TokenSettings = Pick<DatabaseRestSettings, 'anonRole' | 'jwtAudience' | 'roleClaim'>;

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
 * @param settings without `anonRole` nobody is let in anonymously
 * @throws {RestError} PGRST300 to PGRST303
 */
export function identifyCaller(
  { caller, verifier, project }: Pick<ProjectRequest, 'caller' | 'verifier' | 'project'>,
  settings: TokenSettings,
): Identity | Promise<Identity> {
  const { anonRole } = settings;
  if (caller.kind === 'key' && caller.role === 'service_role') return SERVICE;
  if (caller.kind !== 'token') return anonymous(anonRole);
  if (project.verificationKeys.length === 0) throw noJwtSecret();
  const verdict = verifier.verify(caller.token);
  if (verdict instanceof Promise) return verdict.then((known) => fromVerdict(known, settings));
  return fromVerdict(verdict, settings);
}

function fromVerdict(verdict: TokenVerdict, { anonRole, jwtAudience, roleClaim }: TokenSettings): Identity {
  if (!verdict.ok) throw tokenRefused(verdict.problem);
  const { claims, claimsJson } = verdict.token;
  const problem = jwtAudience === null ? null : checkAudience(claims.aud, jwtAudience);
  if (problem !== null) throw tokenRefused(problem);
  const role = readClaim(claims, roleClaim);
  if (typeof role !== 'string' || role === '') throw tokenRefused(NO_ROLE);
  // To the database `none` means to stay what the connection is.
  if (role === 'none') throw unknownRole(role);
  return { role, claimsJson, subject: subjectOf(claims), anonymous: role === anonRole };
}

function anonymous(role: string | null): Identity {
  if (role === null) throw anonymousDisabled();
  return { role, claimsJson: JSON.stringify({ role }), subject: '', anonymous: true };
}

/** Only what is the same in JSON and as it is; anything else SQL finds in the claims. */
function subjectOf({ sub }: Readonly<Record<string, unknown>>): string {
  return typeof sub === 'string' && /^[ -~]+$/.test(sub) ? sub : '';
}

function unknownRole(role: string): RestError {
  return new RestError({
    status: 401,
    code: '22023',
    message: `role "${role}" does not exist`,
    headers: { 'www-authenticate': 'Bearer' },
  });
}
