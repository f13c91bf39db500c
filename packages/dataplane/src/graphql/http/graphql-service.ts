import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayService } from '../../gateway/gateway-service.ts';
import type { PartKind } from '../../project/held-project.ts';
import type { HeldProjects } from '../../project/held-projects.ts';
import { answerNotHeld } from '../../rest/errors/availability-errors.ts';
import { unacceptableContentType } from '../../rest/errors/request-errors.ts';
import { answerError } from '../../rest/respond/answer.ts';
import { HeldAnswers, sendAnswer } from '../../rest/respond/send-answer.ts';
import { SchemaCacheKeeper } from '../../rest/schema-cache-keeper.ts';
import { type Database, loadDatabase } from '../database/load-database.ts';
import { notServed } from './read-request.ts';

export interface GraphqlServiceOptions {
  logger: FastifyBaseLogger;
  projects: HeldProjects;
}

/** Loaded with the first request: a gateway that starts has projects waiting, most of which never ask for GraphQL. */
const reader = () => import('./serve-graphql.ts');

/** What the web server says of a `Content-Type` that is not even a type. */
const UNREADABLE_TYPE = 415;

/** GraphQL of every project, to be mounted at `/<ref>/graphql/v1`. */
export function createGraphqlService({ logger, projects }: GraphqlServiceOptions): GatewayService {
  const databases: PartKind<SchemaCacheKeeper<Database>> = {
    open: ({ ref, snapshot, schemaListener }) =>
      new SchemaCacheKeeper({
        listener: schemaListener,
        settings: snapshot.rest,
        load: loadDatabase,
        onFailure: (error) =>
          logger.warn({ ref, err: error }, 'the schema of a project could not be read for GraphQL'),
      }),
  };
  const held = new HeldAnswers();

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const project = projects.use(request.project.project);
    project.enter();
    try {
      const { serveGraphql } = await reader();
      const answer = await serveGraphql(request, {
        pipeline: project.pipeline,
        database: project.part(databases),
        signal: () => whenGone(reply),
      });
      const fits = held.hold(request.project.project.ref, answer.body?.length ?? 0, reply.raw);
      return sendAnswer(reply, fits ? answer : answerError(answerNotHeld(request.method)));
    } finally {
      project.leave();
    }
  }

  return {
    name: 'graphql',
    plugin: async (app) => {
      app.setErrorHandler((error, request, reply) => {
        const { statusCode } = error as { statusCode?: number };
        if (statusCode !== UNREADABLE_TYPE) throw error;
        return sendAnswer(reply, answerError(unacceptableContentType(request.headers['content-type'] ?? '')));
      });
      app.route({ method: 'POST', url: '/', prefixTrailingSlash: 'no-slash', handler: handle });
      const others = app.supportedMethods.filter((method) => method !== 'POST');
      app.route({
        method: others,
        url: '/',
        prefixTrailingSlash: 'no-slash',
        handler: (_, reply) => sendAnswer(reply, answerError(notServed([]))),
      });
    },
    isOpen: () => false,
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
