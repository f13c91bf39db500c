import { contract } from '@basalt/contract';
import { type Platform, PlatformError, type RequestContext, router } from '@basalt/platform';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { type AnyRouter, ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { toFailure } from './error-body.ts';
import { preferPath } from './prefer-path.ts';
import { sessionOf } from './session-cookie.ts';

const PREFIXES = ['/platform/*', '/v1/*', '/api/*'];

interface Context extends RequestContext {
  request: FastifyRequest;
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
          throw refusal(error, context.request);
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => error.data,
  });

  app.get('/api/openapi.json', async () => describeContract());
  app.all('/platform', notFound);
  for (const prefix of PREFIXES) {
    app.all(prefix, async (request, reply) => {
      const context = {
        ...platform.dependencies,
        ...(await identify(request, platform)),
        request,
        ip: request.ip,
        session: sessionOf(request, reply, config),
      };
      const { matched } = await handler.handle(request, reply, { context });
      if (!matched) return notFound();
    });
  }
}

function notFound(): never {
  throw new PlatformError('not_found');
}

/** Who is calling: an access token in the header, else the session cookie. A bad token never falls back to the cookie. */
async function identify(request: FastifyRequest, platform: Platform): Promise<Pick<RequestContext, 'actor'>> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    return { actor: token === undefined ? null : await platform.actorOfAccessToken(token) };
  }
  const cookie = request.cookies.basalt_session;
  return { actor: cookie === undefined ? null : await platform.actorOfSession(cookie) };
}

function refusal(error: unknown, request: FastifyRequest): ORPCError<string, unknown> {
  const { status, body, defect } = toFailure(error, request.id);
  if (defect) request.log.error({ err: error }, 'defect');
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
