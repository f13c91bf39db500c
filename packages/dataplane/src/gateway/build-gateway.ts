import { type IncomingHttpHeaders, type IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';
import { hostProblem } from '@basalt/network';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { otherProject, projectUrl, refOf } from './admission.ts';
import { answerPreflight, isPreflight } from './answer-preflight.ts';
import { ANY_ORIGIN } from './any-origin.ts';
import { mayAskElsewhere } from './ask-elsewhere.ts';
import { MAX_HEADERS_MS } from './body-pace.ts';
import { isElsewhere, passOn } from './elsewhere.ts';
import { GatewayError, refuse } from './gateway-error.ts';
import { type MountOptions, mountServices } from './mount-services.ts';
import { mayUpgrade } from './mount-upgrades.ts';
import { onResponseEnd } from './on-response-end.ts';
import { discardRest, hasBody } from './read-body.ts';

export interface GatewayOptions extends MountOptions {
  logger: FastifyBaseLogger;
  /**
   * Which proxies in front may say whom they speak for: limits count people, not the proxy. A function is asked about each address, with
   * the number of those before it. Default: none.
   */
  trustProxy?: boolean | string | ((address: string, hop: number) => boolean);
}

/** Long lists in filters make long addresses. */
const MAX_HEADER_BYTES = 64 * 1024;
/** For all of a request to arrive: a large one on a slow line takes minutes. */
const MAX_ARRIVAL_MS = 300_000;
/** The same where a service takes streams: what comes whole has its own limit. */
const MAX_STREAM_MS = 24 * 3_600_000;

/** The front door of project APIs: `/<ref>/rest/v1`, `/<ref>/auth/v1` and so on. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const own = options.services.filter((service) => service.answersCors).map(({ name }) => name);
  const answersCors = (url: string) => own.includes(/^\/[a-z]{20}\/([a-z]+)\/v1\//.exec(url)?.[1] ?? '');
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request costs more than the few that log: these name their request themselves.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    // What comes over a connection that is about to be closed is still answered.
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: MAX_HEADERS_MS,
      connectionsCheckingInterval: MAX_HEADERS_MS / 3,
      // Whoever asks for another protocol elsewhere is answered in this one.
      shouldUpgradeCallback: (message) => mayUpgrade(message, options),
    },
    requestTimeout: options.services.some(({ body }) => body === 'stream') ? MAX_STREAM_MS : MAX_ARRIVAL_MS,
    // Addresses that cannot be decoded never reach a hook.
    frameworkErrors: (_error, _request, reply) => {
      reply.headers(ANY_ORIGIN);
      refuse(
        reply.header('connection', 'close'),
        new GatewayError(400, 'The address has a percent sign that stands for no character.'),
      );
    },
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    exposeHeadRoutes: false,
    trustProxy: options.trustProxy ?? false,
    rewriteUrl: (request) =>
      projectUrl(request.url ?? '/', request.headers.host, options.projectDomain, options.names),
  });
  for (const method of METHODS.filter((one) => !app.supportedMethods.includes(one)))
    app.addHttpMethod(method);
  // Bodies are read in a hook, within a budget, by those services that want them whole.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  app.addHook('onRequest', (request, reply, done) => {
    if (options.state() !== 'stopping' || !mayAskElsewhere(request.raw)) return done();
    reply.hijack();
    request.raw.socket.destroy();
  });
  const { elsewhere } = options;
  if (elsewhere !== undefined)
    app.addHook('onRequest', (request, reply, done) => {
      if (!isElsewhere(request.url, elsewhere)) return done();
      reply.hijack();
      passOn(elsewhere, request.raw, reply.raw, request.originalUrl);
    });
  app.addHook('onRequest', (request, reply, done) => {
    shareHeaders(request.raw);
    reply.headers(ANY_ORIGIN);
    // Who is refused may be sending still. That takes no place of the project, but one of the process.
    if (hasBody(request.raw)) onResponseEnd(reply, () => discardRest(request.raw, options.pace));
    const problem = hostProblem(request.raw.rawHeaders, request.originalUrl);
    const only = options.onlyProjectOf?.(request.raw.socket);
    if (problem !== null) refuse(reply.header('connection', 'close'), new GatewayError(400, problem));
    else if (only !== undefined && refOf(request.url) !== only) refuse(reply, otherProject());
    else if (isPreflight(request) && !answersCors(request.url)) void answerPreflight(request, reply, options);
    else done();
  });
  app.setErrorHandler((error, _request, reply) => refuse(reply, error));
  app.get('/health', async (_request, reply) => {
    const state = options.state();
    return state === 'ready' ? { status: 'ok' } : reply.code(503).send({ status: state });
  });
  app.decorateRequest('project');
  app.decorateRequest('logged', null);
  mountServices(app, options);
  return app;
}

interface Headers {
  raw: readonly string[];
  headers: IncomingHttpHeaders;
}

const last = new WeakMap<Socket, Headers>();

/**
 * Gives a request the very headers object of the one before it on its connection when both say the same, as clients nearly
 * always do. What is worked out from headers can then be kept by that object, and keys and tokens are texts whose hash is
 * known already: together a tenth of what a small read costs. From here on nobody may change the object.
 */
export function shareHeaders(request: Pick<IncomingMessage, 'socket' | 'rawHeaders' | 'headers'>): void {
  const { socket, rawHeaders } = request;
  const before = last.get(socket);
  if (before !== undefined && areSame(before.raw, rawHeaders)) request.headers = before.headers;
  else last.set(socket, { raw: rawHeaders, headers: request.headers });
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
