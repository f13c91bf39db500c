import { contract } from '@basalt/contract';
import { type Actor, type Platform, PlatformError, type RequestContext, router } from '@basalt/platform';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { type AnyRouter, ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { logDefect, toFailure } from './error-body.ts';
import { sessionOf } from './session-cookie.ts';
import { whyUnserved } from './unserved-operations.ts';

const PREFIXES = ['/platform/*', '/v1/*', '/v2/*', '/api/*'];

interface Context extends RequestContext {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers the contract under its own paths, and describes it at `/api/openapi.json`. */
export function serveApi(app: FastifyInstance, config: Config, platform: Platform): void {
  const handler = new OpenAPIHandler<Context>(router as AnyRouter as typeof router, {
    clientInterceptors: [
      async ({ next, ...call }) => {
        const { context } = call;
        try {
          const route = call.procedure['~orpc'].route.path;
          return await next({ ...call, input: preferPath(call.input, route, context.request.url) });
        } catch (error) {
          throw refusal(error, context.request, context.reply);
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => error.data,
  });

  app.get('/api/openapi.json', async () => describeContract());
  app.all('/platform', () => notFound());
  for (const prefix of PREFIXES) {
    app.all(prefix, async (request, reply) => {
      const session = sessionOf(request, reply, config);
      const actor = await identify(request, session.token, platform);
      const context = { ...platform.dependencies, actor, request, reply, ...visitorOf(request), session };
      // Answers are for who asked, and some hold secrets.
      reply.header('cache-control', 'no-store');
      const { matched } = await handler.handle(request, reply, { context });
      if (!matched) return notFound(whyUnserved(request.url) ?? undefined);
    });
  }
}

function notFound(why?: string): never {
  throw new PlatformError('not_found', why);
}

/** Who is calling: an access token in the header, else the session. A bad token never falls back to the session. */
async function identify(
  request: FastifyRequest,
  session: string | null,
  platform: Platform,
): Promise<Actor | null> {
  const visitor = visitorOf(request);
  const { authorization } = request.headers;
  if (authorization === undefined) return session === null ? null : platform.actorOfSession(session, visitor);
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  return token === undefined ? null : platform.actorOfAccessToken(token, visitor);
}

function visitorOf({ ip, headers }: FastifyRequest): { ip: string; userAgent: string | null } {
  return { ip, userAgent: headers['user-agent'] ?? null };
}

/** The same for what only somebody may do. @throws PlatformError `unauthorized` */
export async function requireActor(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, platform }: { config: Config; platform: Platform },
): Promise<Actor> {
  const actor = await identify(request, sessionOf(request, reply, config).token, platform);
  if (actor === null) throw new PlatformError('unauthorized');
  return actor;
}

function refusal(error: unknown, request: FastifyRequest, reply: FastifyReply): ORPCError<string, unknown> {
  const { status, body, defect } = toFailure(error, request.id);
  if (defect) logDefect(request, error);
  const wait = (body.details as { retry_after?: unknown } | null | undefined)?.retry_after;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  return new ORPCError(body.code, { status, message: body.message, data: body });
}

let description: Promise<unknown> | undefined;

/** Loaded when someone asks: the generator is not needed otherwise. */
function describeContract(): Promise<unknown> {
  description ??= (async () => {
    const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
      import('@orpc/openapi'),
      import('@orpc/zod/zod4'),
    ]);
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
    return generator.generate(contract, { info: { title: 'Basalt', version: '1' } });
  })();
  return description;
}

/**
 * The input of a call with what its path says on top. Path, query and body arrive merged, the body last; but the path is
 * what people read, log and guard, so nothing else may name another project.
 * @param route path of the contract: `/v1/projects/{ref}`
 * @param url what was asked for, query included
 */
export function preferPath(input: unknown, route: string | undefined, url: string): unknown {
  if (route === undefined || typeof input !== 'object' || input === null || Array.isArray(input))
    return input;
  const asked = pathSegments(url);
  const fromPath = pathSegments(route).flatMap((segment, place) =>
    segment.startsWith('{') ? [[segment.slice(1, -1), decodeURIComponent(asked[place] ?? '')]] : [],
  );
  return { ...input, ...Object.fromEntries(fromPath) };
}

function pathSegments(url: string): string[] {
  return (url.split('?', 1)[0] ?? '').split('/').filter((segment) => segment !== '');
}
