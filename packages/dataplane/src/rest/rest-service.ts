import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayService } from '../gateway/gateway-service.ts';
import type { ProjectRuntime } from '../project/project-runtime.ts';
import { answerNotHeld } from './errors/availability-errors.ts';
import { unacceptableContentType } from './errors/request-errors.ts';
import { LargeBodyReader } from './large-bodies/large-body-reader.ts';
import { answerError } from './respond/answer-error.ts';
import { HeldAnswers } from './respond/held-answers.ts';
import { RestProjects, type RestProjectsOptions } from './rest-projects.ts';
import { sendAnswer } from './send-answer.ts';
import { serveRequest } from './serve-request.ts';

export interface RestServiceOptions extends Pick<RestProjectsOptions, 'pipeline' | 'idleMs'> {
  logger: FastifyBaseLogger;
  runtime: Pick<ProjectRuntime, 'find'>;
}

/** What the web server says of a `Content-Type` that is not even a type. */
const UNREADABLE_TYPE = 415;

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
  const held = new HeldAnswers();

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const project = projects.use(request.project.project);
    project.enter();
    try {
      const answer = await serveRequest(request, { project, bodies, signal: () => whenGone(reply) });
      const fits = held.hold(request.project.project.ref, answer.body?.length ?? 0, reply.raw);
      return sendAnswer(reply, fits ? answer : answerError(answerNotHeld(request.method)));
    } finally {
      project.leave();
    }
  }

  return {
    name: 'rest',
    plugin: async (app) => {
      app.setErrorHandler((error, request, reply) => {
        const { statusCode } = error as { statusCode?: number };
        if (statusCode !== UNREADABLE_TYPE) throw error;
        return sendAnswer(reply, answerError(unacceptableContentType(request.headers['content-type'] ?? '')));
      });
      // All that HTTP knows: what the Data API has no use for gets its own answer as well.
      for (const url of ['/', '/*']) app.route({ method: app.supportedMethods, url, handler: handle });
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

/** Fires when the client went away before its answer: then the database need not go on. */
function whenGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
