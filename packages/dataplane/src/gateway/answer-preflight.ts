import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MountOptions } from './mount-services.ts';

const ALLOWED_METHODS = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS';
/** Asked for when the browser does not say what it is about to send. */
const USUAL_HEADERS =
  'authorization,apikey,content-type,prefer,range,accept-profile,content-profile,x-client-info,x-retry-count,x-supabase-api-version';
const MAX_AGE_S = 3600;
const SERVICE = /^\/([a-z]{20})\/([a-z]+)\/v1(?=[/?]|$)/;

/** A browser's question whether it may send a request. An OPTIONS request without these headers is the service's own. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Answers it: everybody may, unless a project's settings name the origins. */
export async function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<MountOptions, 'services' | 'runtime'>,
): Promise<void> {
  // What is wrong with the project is told by the answer to what is asked for then.
  const origins = await originsOf(request, options).catch(() => []);
  const asked = request.headers['access-control-request-headers'];
  const origin = chosenOrigin(origins, request.headers.origin);
  reply
    .code(204)
    .header('access-control-allow-methods', ALLOWED_METHODS)
    .header('access-control-allow-headers', typeof asked === 'string' && asked !== '' ? asked : USUAL_HEADERS)
    .header('access-control-max-age', String(MAX_AGE_S))
    .header('vary', `Access-Control-Request-Headers${origin === null ? '' : ', Origin'}`);
  if (origin !== null) reply.header('access-control-allow-origin', origin);
  reply.send();
}

/** The origin that an answer names: the asker's if it is on the list, else one that is not the asker's own. Null: the list is empty. */
export function chosenOrigin(origins: readonly string[], asked: string | undefined): string | null {
  return origins.find((one) => one === asked) ?? origins[0] ?? null;
}

async function originsOf(
  { url }: FastifyRequest,
  { services, runtime }: Pick<MountOptions, 'services' | 'runtime'>,
): Promise<readonly string[]> {
  const [, ref = '', name] = SERVICE.exec(url) ?? [];
  const service = services.find((one) => one.name === name);
  if (service?.origins === undefined) return [];
  const project = await runtime.find(ref);
  return project === null || project.unavailable !== null ? [] : await service.origins(project);
}
