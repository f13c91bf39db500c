import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayService } from '../gateway/gateway-service.ts';
import type { ProjectRuntime } from '../project/project-runtime.ts';
import { LargeBodyReader } from './large-bodies/large-body-reader.ts';
import type { Answer } from './respond/answer.ts';
import { RestProjects, type RestProjectsOptions } from './rest-projects.ts';
import { serveRequest } from './serve-request.ts';

export interface RestServiceOptions extends Pick<RestProjectsOptions, 'pipeline' | 'idleMs'> {
  logger: FastifyBaseLogger;
  runtime: Pick<ProjectRuntime, 'find'>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const;

/** The Data API of every project, to be mounted at `/<ref>/rest/v1`. */
export function createRestService(options: RestServiceOptions): GatewayService {
  const { logger, runtime, pipeline, idleMs } = options;
  const projects = new RestProjects({
    pipeline,
    idleMs,
    onFailure: (ref, error) => logger.warn({ ref, err: error }, 'the schema of a project could not be read'),
  });
  const bodies = new LargeBodyReader({
    onFailure: (error) => logger.warn({ err: error }, 'a thread that reads large bodies ended'),
  });

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const project = projects.use(request.project.project);
    project.enter();
    try {
      return send(reply, await serveRequest(request, { project, bodies, signal: () => whenGone(reply) }));
    } finally {
      project.leave();
    }
  }

  return {
    name: 'rest',
    plugin: async (app) => {
      for (const url of ['/', '/*']) app.route({ method: [...METHODS], url, handler: handle });
    },
    isOpen: () => false,
    forget: (ref) => {
      void Promise.resolve(runtime.find(ref)).then(
        (snapshot) => projects.changed(ref, snapshot),
        (error: unknown) =>
          logger.warn({ ref, err: error }, 'what became of a project could not be found out'),
      );
    },
    close: async () => {
      await Promise.all([bodies.close(), projects.close()]);
    },
  };
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers).header('vary', 'Accept, Prefer, Range');
  // An empty text would be given a content type, and null be sent as JSON.
  return reply.send(body === null || body === '' ? undefined : body);
}

/** Fires when the client went away before its answer: then the database need not go on. */
function whenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
