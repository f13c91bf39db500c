import { ERROR_CODES, type ErrorCode, type ProjectAbility } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, CallProject, ProjectCall } from '../kernel/ports.ts';
import { askProject, readAnswer, sentenceOf } from '../projects/ask-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** Refusals that are about the state of things and not about the input. */
const CONFLICTS = new Set([
  'email_exists',
  'phone_exists',
  'user_already_exists',
  'conflict',
  'saml_idp_already_exists',
  'sso_domain_already_exists',
]);

export interface AuthCall {
  method: NonNullable<ProjectCall['method']>;
  /** Below the auth service: `/admin/users`. */
  path: string;
  body?: Record<string, unknown>;
  /** How long an answer is waited for, where that may take. */
  patienceMs?: number;
}

export interface AuthAnswer {
  /** The JSON that came back; an empty object when there was none. */
  body: unknown;
  /** Of all pages, when the answer is one page of a list. */
  total: number;
  /** Whether `total` is a guess: there are too many to be counted while somebody waits. */
  isEstimate: boolean;
}

/**
 * Asks a project's auth service to do something, as `service_role`.
 * @throws PlatformError with what the service said when it refused, `unavailable` when it does not answer
 */
export async function callAuth(
  dependencies: { callProject: CallProject },
  ref: string,
  { method, path, body, patienceMs }: AuthCall,
): Promise<AuthAnswer> {
  const response = await askProject(dependencies, ref, `/auth/v1${path}`, {
    method,
    headers: {
      accept: 'application/json',
      // Errors come with a code in words.
      'x-supabase-api-version': '2024-01-01',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) }),
  });
  if (!response.ok) throw refusal(response.status, await readAnswer(response));
  return {
    body: response.status === 204 ? {} : await response.json(),
    total: Number(response.headers.get('x-total-count') ?? 0),
    isEstimate: response.headers.get('x-total-count-is') === 'estimate',
  };
}

function refusal(status: number, body: Record<string, unknown>): PlatformError {
  const code = codeOf(status, body.code);
  return new PlatformError(code, sentenceOf(body, ERROR_CODES[code].message), {
    details: { auth_code: body.code ?? null },
  });
}

function codeOf(status: number, code: unknown): ErrorCode {
  if (CONFLICTS.has(String(code)) || status === 409) return 'conflict';
  if (status === 404) return 'not_found';
  if (status === 413) return 'payload_too_large';
  if (status === 429) return 'rate_limited';
  // The platform's own key was refused, or the service is in trouble: nothing that the caller could put right.
  return status === 401 || status >= 500 ? 'unavailable' : 'bad_request';
}

/** A call of a project's auth service on behalf of someone who may do this. */
export async function permittedCall(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  ability: ProjectAbility,
  call: AuthCall,
): Promise<AuthAnswer> {
  await permittedProject(dependencies.db, actor, ref, ability);
  return callAuth(dependencies, ref, call);
}
