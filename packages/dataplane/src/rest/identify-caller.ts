import type { ProjectRequest } from '../gateway/project-request.ts';
import type { TokenVerdict } from '../tokens/token-verifier.ts';
import { RestError } from './errors/rest-error.ts';
import { anonymousDisabled, noJwtSecret, tokenRefused } from './errors/token-errors.ts';

/** As whom a request runs. */
export interface Identity {
  role: string;
  /** What SQL sees in `request.jwt.claims`. */
  claimsJson: string;
  /** No token named a role of its own: a lack of privileges is then a matter of signing in. */
  anonymous: boolean;
}

const SERVICE: Identity = {
  role: 'service_role',
  claimsJson: '{"role":"service_role"}',
  anonymous: false,
};

/**
 * The role of a request: that of its token, else of its key. Who brings neither, or a token without a role, is anonymous.
 * @param anonRole null: nobody is let in anonymously
 * @throws {RestError} PGRST300 to PGRST303
 */
export function identifyCaller(
  { caller, verifier, project }: Pick<ProjectRequest, 'caller' | 'verifier' | 'project'>,
  anonRole: string | null,
): Identity | Promise<Identity> {
  if (caller.kind === 'key' && caller.role === 'service_role') return SERVICE;
  if (caller.kind !== 'token') return anonymous(anonRole, {});
  if (project.verificationKeys.length === 0) throw noJwtSecret();
  const verdict = verifier.verify(caller.token);
  if (verdict instanceof Promise) return verdict.then((known) => fromVerdict(known, anonRole));
  return fromVerdict(verdict, anonRole);
}

function fromVerdict(verdict: TokenVerdict, anonRole: string | null): Identity {
  if (!verdict.ok) throw tokenRefused(verdict.problem);
  const { claims, claimsJson } = verdict.token;
  const { role } = claims;
  if (typeof role !== 'string' || role === '') return anonymous(anonRole, claims);
  // To the database `none` means to stay what the connection is.
  if (role === 'none') throw unknownRole(role);
  return { role, claimsJson, anonymous: role === anonRole };
}

function anonymous(role: string | null, claims: Readonly<Record<string, unknown>>): Identity {
  if (role === null) throw anonymousDisabled();
  return { role, claimsJson: JSON.stringify({ ...claims, role }), anonymous: true };
}

function unknownRole(role: string): RestError {
  return new RestError({
    status: 401,
    code: '22023',
    message: `role "${role}" does not exist`,
    headers: { 'www-authenticate': 'Bearer' },
  });
}
