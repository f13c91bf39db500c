import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ProjectRuntime } from '../project/project-runtime.ts';
import type { RequestLog } from '../request-log/write-request-log.ts';
import { createAdmission } from './admission.ts';
import { allowAnyOrigin, answerPreflight, isPreflight } from './cors.ts';
import { createCrowd } from './crowd.ts';
import { GatewayError } from './gateway-error.ts';
import type { GatewayService } from './gateway-service.ts';
import { createBodyReader } from './read-body.ts';
import { refuse } from './refuse.ts';
import { projectUrl } from './split-url.ts';
import { whenOver } from './when-over.ts';

export interface GatewayOptions {
  logger: FastifyBaseLogger;
  runtime: ProjectRuntime;
  services: readonly GatewayService[];
  requestLog: RequestLog;
  /** Projects are also found as `<ref>.<domain>`; null: by path only. */
  projectDomain: string | null;
  /** False: still starting, and `/health` says so. */
  isReady: () => boolean;
  /** Which proxies in front may say whom they speak for: limits count people, not the proxy. Default: none. */
  trustProxy?: boolean | string;
}

/** Long lists in filters make long addresses. */
const MAX_HEADER_BYTES = 64 * 1024;
/** For all of a request to arrive: a large one on a slow line takes minutes. */
const MAX_ARRIVAL_MS = 300_000;
/** In the log: nobody was there any more to be answered. Proxies write it so. */
const CLIENT_GONE = 499;

/** The front door of project APIs: `/<ref>/rest/v1`, `/<ref>/auth/v1` and so on. */
export function buildGateway(options: GatewayOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: MAX_ARRIVAL_MS,
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
  // Bodies are read in a hook, within a budget, by those services that want them whole.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  app.addHook('onRequest', async (request, reply) => {
    allowAnyOrigin(reply);
    if (isPreflight(request)) return answerPreflight(request, reply);
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
  mountServices(app, options);
  return app;
}

function mountServices(app: FastifyInstance, options: GatewayOptions): void {
  const { runtime, services, requestLog } = options;
  const admission = createAdmission(runtime);
  const crowd = createCrowd();
  const bodies = createBodyReader();

  const log = (request: FastifyRequest, reply: FastifyReply, answered: boolean) => {
    const logged = admission.logged(request);
    if (logged === null) return;
    const { ref, path, role } = logged;
    const status = answered ? reply.statusCode : CLIENT_GONE;
    const { method } = request;
    requestLog.add(ref, { time: Date.now(), method, path, status, duration: reply.elapsedTime, role });
  };

  for (const service of services) {
    const prefix = `/:ref/${service.name}/v1`;
    app.register(
      async (scope) => {
        scope.addHook('onRequest', async (request, reply) => {
          const { ref } = request.params as { ref: string };
          const stay = { entered: false, over: false };
          whenOver(reply, (answered) => {
            stay.over = true;
            bodies.release(request.raw);
            if (stay.entered) crowd.leave(ref);
            log(request, reply, answered);
          });
          try {
            request.project = await admission.admit(request, ref, service);
            if (stay.over)
              throw new GatewayError(400, 'The connection ended before the request was answered.');
            crowd.enter(ref);
            stay.entered = true;
          } catch (error) {
            return refuse(reply, error);
          }
        });
        scope.addHook('preHandler', async (request, reply) => {
          try {
            if (hasBody(request)) request.body = await bodies.read(request.raw, request.project.project.ref);
          } catch (error) {
            return refuse(reply.header('connection', 'close'), error);
          }
        });
        await scope.register(service.plugin);
      },
      { prefix },
    );
  }

  app.addHook('onClose', async () => {
    await Promise.all(services.map((service) => service.close?.()));
    await requestLog.close();
  });
  const stopListening = runtime.onChange((ref) => {
    for (const service of services) service.forget?.(ref);
  });
  app.addHook('onClose', async () => stopListening());
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
}
