import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayService, PlainRequest } from '../gateway/gateway-service.ts';
import type { PartKind } from '../project/held-project.ts';
import type { HeldProjects } from '../project/held-projects.ts';
import { answerNotHeld } from './errors/availability-errors.ts';
import { unacceptableContentType } from './errors/request-errors.ts';
import { LargeBodyReader } from './large-bodies/large-body-reader.ts';
import { type Answer, answerError } from './respond/answer.ts';
import { HeldAnswers, sendAnswer, VARY } from './respond/send-answer.ts';
import { loadSchemaCache } from './schema-cache/load-schema-cache.ts';
import { SchemaCacheKeeper } from './schema-cache-keeper.ts';
import { serveRequest } from './serve-request.ts';

export interface RestServiceOptions {
  logger: FastifyBaseLogger;
  projects: HeldProjects;
}

/** What the web server says of a `Content-Type` that is not even a type. */
const UNREADABLE_TYPE = 415;

/** The Data API of every project, to be mounted at `/<ref>/rest/v1`. */
export function createRestService(options: RestServiceOptions): GatewayService {
  const { logger, projects } = options;
  const schemaCaches: PartKind<SchemaCacheKeeper> = {
    open: ({ ref, snapshot, schemaListener }) =>
      new SchemaCacheKeeper({
        listener: schemaListener,
        settings: snapshot.rest,
        load: loadSchemaCache,
        onFailure: (error) => logger.warn({ ref, err: error }, 'the schema of a project could not be read'),
      }),
  };
  const bodies = new LargeBodyReader({
    onFailure: (error) => logger.warn({ err: error }, 'a thread that reads large bodies ended'),
  });
  const held = new HeldAnswers();

  async function answer(request: PlainRequest): Promise<Answer> {
    const project = projects.use(request.project.project);
    project.enter();
    try {
      const made = await serveRequest(request, {
        pipeline: project.pipeline,
        schemaCache: project.part(schemaCaches),
        bodies,
        signal: request.signal,
      });
      const fits = held.hold(request.project.project.ref, made.body?.length ?? 0, request.way);
      return fits ? made : answerError(answerNotHeld(request.method));
    } finally {
      project.leave();
    }
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method, headers, project, log, id } = request;
    const body = request.body instanceof Buffer ? request.body : undefined;
    const signal = () => whenGone(reply);
    return sendAnswer(
      reply,
      await answer({ method, headers, project, log, id, body, way: reply.raw, signal }),
    );
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
    async origins(snapshot) {
      const project = projects.use(snapshot);
      project.enter();
      try {
        return (await project.part(schemaCaches).current()).settings.corsOrigins;
      } finally {
        project.leave();
      }
    },
    answer: async (request) => {
      const { headers, ...made } = await answer(request);
      return { ...made, headers: { vary: VARY, ...headers } };
    },
    isOpen: () => false,
    close: () => bodies.close(),
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
