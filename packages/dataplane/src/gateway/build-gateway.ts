import { METHODS } from 'node:http';
import { hostProblem } from '@basalt/network';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { allowAnyOrigin, answerPreflight, isPreflight } from './cors.ts';
import { GatewayError } from './gateway-error.ts';
import { type MountOptions, mountServices } from './mount-services.ts';
import { upgradeRoute } from './mount-upgrades.ts';
import { refuse } from './refuse.ts';
import { shareHeaders } from './share-headers.ts';
import { projectUrl } from './split-url.ts';

export interface GatewayOptions extends MountOptions {
  logger: FastifyBaseLogger;
  /** False: still starting, and `/health` says so. */
  isReady: () => boolean;
  /** Which proxies in front may say whom they speak for: limits count people, not the proxy. Default: none. */
  trustProxy?: boolean | string;
}

/** Long lists in filters make long addresses. */
const MAX_HEADER_BYTES = 64 * 1024;
/** For all of a request to arrive: a large one on a slow line takes minutes. */
const MAX_ARRIVAL_MS = 300_000;
/** The same where a service takes streams: what comes whole has its own limit. */
const MAX_STREAM_MS = 24 * 3_600_000;

/** The front door of project APIs: `/<ref>/rest/v1`, `/<ref>/auth/v1` and so on. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request costs more than the few that log: these name their request themselves.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Whoever asks for another protocol elsewhere is answered in this one.
      shouldUpgradeCallback: (message) =>
        upgradeRoute(message, options.services, options.projectDomain) !== null,
    },
    requestTimeout: options.services.some(({ body }) => body === 'stream') ? MAX_STREAM_MS : MAX_ARRIVAL_MS,
    // Addresses that cannot be decoded never reach a hook.
    frameworkErrors: (_error, _request, reply) => {
      allowAnyOrigin(reply);
      refuse(reply, new GatewayError(400, 'The address has a percent sign that stands for no character.'));
    },
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    exposeHeadRoutes: false,
    trustProxy: options.trustProxy ?? false,
    rewriteUrl: (request) => projectUrl(request.url ?? '/', request.headers.host, options.projectDomain),
  });
  for (const method of METHODS.filter((one) => !app.supportedMethods.includes(one)))
    app.addHttpMethod(method);
  // Bodies are read in a hook, within a budget, by those services that want them whole.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  app.addHook('onRequest', (request, reply, done) => {
    shareHeaders(request.raw);
    allowAnyOrigin(reply);
    const problem = hostProblem(request.raw.rawHeaders, request.originalUrl);
    if (problem !== null) refuse(reply.header('connection', 'close'), new GatewayError(400, problem));
    else if (isPreflight(request)) answerPreflight(request, reply);
    else done();
  });
  app.setErrorHandler((error, _request, reply) => refuse(reply, error));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({
      message: 'There is nothing at this address. A project answers at /<ref>/rest/v1 and /<ref>/auth/v1.',
    }),
  );
  app.get('/health', async (_request, reply) =>
    options.isReady() ? { status: 'ok' } : reply.code(503).send({ status: 'starting' }),
  );
  app.decorateRequest('project');
  app.decorateRequest('logged', null);
  mountServices(app, options);
  return app;
}
