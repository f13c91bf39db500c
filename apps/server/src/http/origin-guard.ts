import { hostProblem } from '@basalt/network';
import { PlatformError } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import { urlHost } from '../addresses.ts';
import type { Config } from '../config.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Refuses requests that a foreign page makes a browser send. The Host must be a name of ours (a DNS name that someone
 * points at this machine is not) and there once, and a state-changing request that says where it comes from must come from our pages.
 */
export function guardOrigin(app: FastifyInstance, config: Config): void {
  const hosts = knownHosts(config);
  app.addHook('onRequest', async (request, reply) => {
    const problem = hostProblem(request.raw.rawHeaders, request.originalUrl);
    if (problem !== null) {
      reply.header('connection', 'close');
      throw new PlatformError('bad_request', problem);
    }
    const host = request.headers.host?.toLowerCase() ?? '';
    // Listening on every address means that we cannot know our names: BASALT_PUBLIC_URL then says which one browsers use.
    if (!hosts.has(host) && !isPlainAddress(host, config)) {
      throw new PlatformError(
        'bad_request',
        'This host name is not one of this server. Set BASALT_PUBLIC_URL if it should be.',
      );
    }
    if (SAFE_METHODS.has(request.method)) return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (
      origin === undefined ? site === 'cross-site' || site === 'same-site' : !isOurs(origin, host, config)
    ) {
      throw new PlatformError('forbidden', 'Requests from other sites are refused.');
    }
  });
}

function knownHosts({ host, port, publicUrl }: Config): Set<string> {
  const names = [...LOOPBACK, urlHost(host.toLowerCase())];
  const hosts = new Set(names.map((name) => `${name}:${port}`));
  if (port === 80) for (const name of names) hosts.add(name);
  if (publicUrl !== null) hosts.add(new URL(publicUrl).host);
  return hosts;
}

/** A numeric address cannot be rebound by DNS; it is fine when we listen on every address. */
function isPlainAddress(host: string, { host: listening, port }: Config): boolean {
  if (listening !== '0.0.0.0' && listening !== '::') return false;
  return (
    /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])(:\d+)?$/.test(host) &&
    (port === 80 || host.endsWith(`:${port}`))
  );
}

function isOurs(origin: string, host: string, { publicUrl }: Config): boolean {
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return origin === `http://${host}`;
}
