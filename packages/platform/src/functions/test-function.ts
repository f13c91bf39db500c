import type { AuthUser, FunctionTestAnswer } from '@basalt/contract';
import { KEY_TYPES, keyOfRole } from '../api-keys/key-of-role.ts';
import { callAuth } from '../auth-users/auth-service.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, ProjectCall } from '../kernel/ports.ts';
import { askProject, HEADERS_OF_THE_WAY, readSome } from '../projects/ask-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { assertMay } from '../projects/policy.ts';
import { signForUser } from '../signing-keys/sign-for-user.ts';
import { getFunction } from './store.ts';

/** A little longer than the gateway waits for a function, so that it is the gateway that says why. */
const PATIENCE_MS = 155_000;
const MOST_BYTES = 1_000_000;

interface TestCall {
  method: NonNullable<ProjectCall['method']>;
  path: string;
  headers: readonly { name: string; value: string }[];
  body: string | null;
  role: 'anon' | 'user' | 'service_role' | 'none';
  user_id?: string | undefined;
}

type Needs = Pick<Dependencies, 'db' | 'secrets' | 'settings' | 'callProject'>;

/**
 * Calls a function over the gateway as a client would, and answers what it said.
 * @throws PlatformError `bad_request` for what no client could send, `unavailable` when the gateway does not answer
 */
export async function testFunction(
  dependencies: Needs,
  actor: Actor,
  { ref, slug, call }: { ref: string; slug: string; call: TestCall },
): Promise<FunctionTestAnswer> {
  const { db, callProject } = dependencies;
  const { project, role: member } = await permittedProject(db, actor, ref, 'deploy_functions');
  await getFunction(db, project.id, slug);
  const { method, body, role } = call;
  if (body !== null && (method === 'GET' || method === 'HEAD'))
    throw new PlatformError('bad_request', `body: A request with ${method} carries none.`, { field: 'body' });
  const headers = readHeaders(call.headers);
  const { key, token } = await (role === 'user'
    ? asUser(dependencies, project, member, call.user_id)
    : asRole(dependencies, project, role));
  // As the usual client does; a token of the tester's own goes first.
  if (token !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  const startedAt = new Date();
  const begun = performance.now();
  const response = await askProject({ callProject }, ref, addressOf(slug, call.path), {
    method,
    headers: Object.fromEntries(headers),
    key,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === null ? {} : { body }),
  });
  const { bytes, isCut } = await readSome(response, MOST_BYTES);
  return {
    status: response.status,
    milliseconds: performance.now() - begun,
    started_at: startedAt.toISOString(),
    ended_at: new Date().toISOString(),
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    ...written(bytes, isCut),
    is_cut: isCut,
  };
}

/** @throws PlatformError for a path that leads out of the function */
function addressOf(slug: string, path: string): string {
  const own = `/functions/v1/${slug}`;
  const { pathname, search } = new URL(`${own}${path}`, 'http://project');
  if (pathname !== own && !pathname.startsWith(`${own}/`))
    throw new PlatformError('bad_request', 'path: It must stay below the address of the function.', {
      field: 'path',
    });
  return `${pathname}${search}`;
}

function readHeaders(given: TestCall['headers']): Headers {
  const headers = new Headers();
  for (const { name, value } of given) {
    if (HEADERS_OF_THE_WAY.test(name))
      throw new PlatformError('bad_request', `headers: ${name} cannot be chosen.`, { field: 'headers' });
    try {
      headers.append(name, value);
    } catch (cause) {
      throw new PlatformError('bad_request', `headers: ${name} is no header, or its value is none.`, {
        field: 'headers',
        cause,
      });
    }
  }
  return headers;
}

/** What a call brings along. */
interface Credentials {
  key: string | null;
  /** A token as well: of a user, or the key itself where it is one. */
  token: string | null;
}

async function asRole(
  dependencies: Needs,
  project: { id: number; ref: string },
  role: 'anon' | 'service_role' | 'none',
): Promise<Credentials> {
  if (role === 'none') return { key: null, token: null };
  const key = await keyOfRole(dependencies, project, role);
  if (key === null)
    throw new PlatformError(
      'bad_request',
      `role: The project has no ${KEY_TYPES[role]} key, so nobody can call as ${role}.`,
      { field: 'role' },
    );
  return { key, token: key.startsWith('ey') ? key : null };
}

/**
 * One of the project's users, as if just signed in.
 * @throws PlatformError `forbidden` for whoever may not act for users, `not_found` when there is no such user
 */
async function asUser(
  dependencies: Needs,
  project: { id: number; ref: string },
  member: Parameters<typeof assertMay>[1],
  id: string | undefined,
): Promise<Credentials> {
  assertMay('read_api_keys', member);
  assertMay('read_auth_users', member);
  if (id === undefined)
    throw new PlatformError('bad_request', 'user_id: Choose the user who calls.', { field: 'user_id' });
  const { body } = await callAuth(dependencies, project.ref, { method: 'GET', path: `/admin/users/${id}` });
  const token = await signForUser(dependencies, project, body as AuthUser);
  return { key: await keyOfRole(dependencies, project, 'anon'), token };
}

function written(bytes: Buffer, isCut: boolean): Pick<FunctionTestAnswer, 'body' | 'encoding'> {
  try {
    // Of a text that was cut, the last character may be half.
    const body = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return { body, encoding: 'text' };
  } catch {
    return { body: bytes.toString('base64'), encoding: 'base64' };
  }
}
