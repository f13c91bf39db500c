import type { FastifyReply, FastifyRequest } from 'fastify';

const METHODS = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS';
/** Asked for when the browser does not say what it is about to send. */
const USUAL_HEADERS =
  'authorization,apikey,content-type,prefer,range,accept-profile,content-profile,x-client-info,x-retry-count,x-supabase-api-version';
const EXPOSED = [
  'Content-Range',
  'Content-Location',
  'Content-Type',
  'Content-Encoding',
  'Date',
  'Location',
  'Server',
  'Transfer-Encoding',
  'Range-Unit',
  'X-Total-Count',
  'Link',
  'Preference-Applied',
  'Proxy-Status',
  'Retry-After',
  'sb-error-code',
  'x-sb-error-code',
  'x-supabase-api-version',
].join(',');
const MAX_AGE_S = 3600;

/** Project APIs are for any origin: what protects them is the key and the database's policies, never where a page lies. */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED);
}

/** A browser's question whether it may send a request. An OPTIONS request without these headers is the service's own. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers['access-control-request-headers'];
  return reply
    .code(204)
    .header('access-control-allow-methods', METHODS)
    .header('access-control-allow-headers', typeof asked === 'string' && asked !== '' ? asked : USUAL_HEADERS)
    .header('access-control-max-age', String(MAX_AGE_S))
    .header('vary', 'Access-Control-Request-Headers')
    .send();
}
