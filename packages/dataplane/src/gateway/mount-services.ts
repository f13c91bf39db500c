import type { Socket } from 'node:net';
import type { ProjectSnapshot } from '@basalt/project';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HeldProjects } from '../project/held-projects.ts';
import type { ProjectRuntime } from '../project/project-runtime.ts';
import type { RequestLog } from '../request-log/write-request-log.ts';
import type { UsageCounts } from '../usage-counts/count-usage.ts';
import {
  createAdmission,
  createConcurrencyLimiter,
  NO_SERVICE,
  type ProjectNames,
  REQUESTS,
  refOf,
} from './admission.ts';
import { ANY_ORIGIN } from './any-origin.ts';
import { PACE, type Pace } from './body-pace.ts';
import type { Elsewhere } from './elsewhere.ts';
import { GatewayError, refuse } from './gateway-error.ts';
import type { GatewayService } from './gateway-service.ts';
import { mountUpgrades } from './mount-upgrades.ts';
import { onResponseEnd } from './on-response-end.ts';
import { type PlainOptions, servePlainly } from './plain/serve-plainly.ts';
import { broken, createBodyReader, hasBody, streamBody } from './read-body.ts';

/** In the log: nobody was there any more to be answered. Proxies write it so. */
const CLIENT_GONE = 499;
const MAX_STREAM_BYTES = 5 * 1024 ** 3;

export interface MountOptions {
  runtime: ProjectRuntime;
  /** What the services hold for projects. It is told of changes, and closed with the gateway. */
  projects: HeldProjects;
  services: readonly GatewayService[];
  requestLog: RequestLog;
  /** Where it is counted what projects use. Without it, nothing is. */
  usage?: Pick<UsageCounts, 'begin' | 'request' | 'uncounted' | 'upgraded'>;
  /** What `/health` says: requests are answered in any state as far as they can be, and balancers go by this. */
  state: () => 'starting' | 'ready' | 'stopping';
  /** How many gateways share what projects may have. Default: this one is alone. */
  gateways?: (() => number) | undefined;
  /** What another gateway answers. Without it, nothing. */
  elsewhere?: Elsewhere | undefined;
  /** Projects are also found as `<ref>.<domain>`; null: by path only. */
  projectDomain: string | null;
  /** By which names they are found beside their refs. Without it, by none. */
  names?: ProjectNames;
  /** The one project that a connection may ask, where it may not ask all: it comes from inside of that one. */
  onlyProjectOf?: (connection: Socket) => string | undefined;
  /** How fast bodies must come; tests have less patience than `PACE`. */
  pace?: Pace;
}

/**
 * Puts every service at `/<ref>/<name>/v1`, behind admission, limits and the request log. Hooks take callbacks: a promise
 * each would be felt at tens of thousands of requests a second.
 */
export function mountServices(app: FastifyInstance, options: MountOptions): void {
  const { runtime, projects, services, requestLog, usage, pace = PACE } = options;
  const admission = createAdmission(requestLog.noteKey);
  const limiter = createConcurrencyLimiter(REQUESTS, options.gateways);
  const bodies = createBodyReader({ pace });
  const upgrades = mountUpgrades(app, admission, options);

  const note: PlainOptions['note'] = (request, answered, service, duration) => {
    const { method, socket } = request;
    const logged = admission.logged(request);
    if (logged === null) {
      usage?.uncounted(socket);
      return;
    }
    const { ref, path, role } = logged;
    usage?.request(ref, service, socket);
    const status = answered ?? CLIENT_GONE;
    requestLog.add(ref, { time: Date.now(), method, path, status, duration, role });
  };
  const log = (request: FastifyRequest, reply: FastifyReply, answered: boolean, service: string) => {
    const { method, url, headers, logged, raw } = request;
    const status = answered ? reply.statusCode : null;
    note({ method, url, headers, logged, socket: raw.socket }, status, service, reply.elapsedTime);
  };

  const addresses = new Intl.ListFormat('en').format(services.map(({ name }) => `/<ref>/${name}/v1`));
  app.setNotFoundHandler((request, reply) => {
    const ref = refOf(request.url);
    if (ref !== null) {
      usage?.begin(request.raw.socket);
      onResponseEnd(reply, (answered) => {
        const note = (project: ProjectSnapshot | null) => {
          if (project !== null) admission.noteUnserved(request, project);
          log(request, reply, answered, NO_SERVICE);
        };
        const found = runtime.find(ref);
        // It was answered. What cannot be found out now is missing in the log only.
        if (found instanceof Promise) found.then(note, () => {});
        else note(found);
      });
    }
    return reply.code(404).send({
      message: `There is nothing at this address. A project answers at ${addresses}.`,
    });
  });

  for (const service of services) {
    const prefix = `/:ref/${service.name}/v1`;
    app.register(
      async (scope) => {
        scope.addHook('onRequest', (request, reply, done) => {
          const { ref } = request.params as { ref: string };
          usage?.begin(request.raw.socket);
          const stay = { entered: false, over: false };
          onResponseEnd(reply, (answered) => {
            stay.over = true;
            bodies.release(request.raw);
            if (stay.entered) limiter.leave(ref);
            log(request, reply, answered, service.name);
          });
          const enter = (project: ProjectSnapshot | null) => {
            try {
              request.project = admission.admit(request, project, service);
              if (stay.over)
                throw new GatewayError(400, 'The connection ended before the request was answered.');
              limiter.enter(ref);
              stay.entered = true;
            } catch (error) {
              refuse(reply, error);
              return;
            }
            done();
          };
          const found = runtime.find(ref);
          if (found instanceof Promise) found.then(enter, (error: unknown) => refuse(reply, error));
          else enter(found);
        });
        scope.addHook('preHandler', (request, reply, done) => {
          if (!hasBody(request.raw)) return done();
          if (service.body === 'stream') {
            const body = streamBody(request.raw, {
              maxBytes: service.maxStreamBytes ?? MAX_STREAM_BYTES,
              pace,
            });
            onResponseEnd(reply, (answered) => body.destroy(answered ? undefined : broken()));
            body.on('error', (error) => {
              // The rest of it is not waited for, so nothing else can come over this connection.
              if (error instanceof GatewayError && error.statusCode === 408 && !reply.raw.headersSent)
                reply.header('connection', 'close');
            });
            request.body = body;
            return done();
          }
          bodies.read(request.raw, request.project.project.ref).then(
            (body) => {
              request.body = body;
              done();
            },
            (error: unknown) => refuse(reply.header('connection', 'close'), error),
          );
        });
        await scope.register(service.plugin);
      },
      { prefix },
    );
  }

  const plain = servePlainly(app.server, {
    services,
    find: (ref) => runtime.find(ref),
    admission,
    limiter,
    usage,
    log: app.log,
    note,
    headers: ANY_ORIGIN,
    projectDomain: options.projectDomain,
    names: options.names,
    onlyProjectOf: options.onlyProjectOf,
    isStopping: () => options.state() === 'stopping',
  });
  app.addHook('preClose', async () => plain.close());

  app.addHook('onClose', async () => {
    await Promise.all(services.map((service) => service.close?.()));
    await projects.close();
    await requestLog.close();
  });
  const changed = (ref: string, snapshot: ProjectSnapshot | null) => {
    void projects.changed(ref, snapshot);
    for (const service of services) service.changed?.(ref, snapshot);
    upgrades.changed(ref, snapshot);
  };
  const stopListening = runtime.onChange((ref) => {
    void Promise.resolve(runtime.find(ref)).then(
      (snapshot) => changed(ref, snapshot),
      (error: unknown) =>
        app.log.warn({ ref, err: error }, 'what became of a project could not be found out'),
    );
  });
  app.addHook('onClose', async () => stopListening());
}
