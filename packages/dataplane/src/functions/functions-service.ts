import { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProjectFunction } from '@basalt/project';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { CallerError } from '../caller/caller-error.ts';
import { callerClaims } from '../caller/identify-caller.ts';
import { GatewayError } from '../gateway/gateway-error.ts';
import type { GatewayService, ProjectRequest } from '../gateway/gateway-service.ts';
import { forwardCall, forwardUpgrade } from './forward-call.ts';
import { FunctionError } from './function-error.ts';
import type { FunctionRunner } from './function-runner.ts';

export interface FunctionsServiceOptions {
  logger: FastifyBaseLogger;
  runner: FunctionRunner;
}

const MAX_BODY_BYTES = 100 * 1024 * 1024;
/** Connections to functions that stay open between requests. */
const AGENT = { keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: 0 };

/** The functions of every project, to be mounted at `/<ref>/functions/v1`. */
export function createFunctionsService({ logger, runner }: FunctionsServiceOptions): GatewayService {
  const agent = new Agent(AGENT);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { project, url } = request.project;
    const own = findFunction(request.project);
    if (request.method !== 'OPTIONS') await checkToken(own, request.project, request.headers.authorization);
    const running = await start(own, request.project);
    reply.raw.once('close', () => running.leave());
    if (reply.raw.destroyed) return reply;
    const call = {
      method: request.method,
      url,
      headers: request.raw.headers,
      body: request.body as Readable | undefined,
      scheme: schemeOf(project.publicUrl),
    };
    await forwardCall(call, reply, { running, agent, limits: runner.limits });
    return reply;
  }

  async function start(own: ProjectFunction, { project }: ProjectRequest) {
    try {
      return await runner.enter(project, own);
    } catch (error) {
      logger.info({ ref: project.ref, function: own.slug, err: error }, 'a function did not start');
      throw new FunctionError('BOOT_ERROR', { cause: error });
    }
  }

  return {
    name: 'functions',
    body: 'stream',
    maxStreamBytes: MAX_BODY_BYTES,
    answersCors: true,
    // Whether a function needs a token is the function's to say.
    isOpen: () => true,
    plugin: async (app) => {
      app.setErrorHandler((error, _request, reply) => {
        if (!(error instanceof FunctionError)) throw error;
        return reply.code(error.statusCode).header('x-served-by', 'basalt').send(error.body);
      });
      app.get('/', async ({ project: { caller, project } }) => {
        // How the platform knows that a change has arrived here.
        if (caller.kind !== 'key' || caller.role !== 'service_role') throw new FunctionError('NOT_FOUND');
        return { revision: project.revision };
      });
      app.all('/:slug', answer);
      app.all('/:slug/*', answer);
    },
    async upgrade(asked) {
      const { message, socket, head, project, url } = asked;
      try {
        const own = findFunction(asked);
        await checkToken(own, asked, message.headers.authorization);
        const running = await start(own, asked);
        socket.once('close', () => running.leave());
        const call = {
          method: message.method ?? 'GET',
          url,
          headers: message.headers,
          scheme: schemeOf(project.publicUrl),
        };
        await forwardUpgrade(call, socket, head, { running, agent, limits: runner.limits });
      } catch (error) {
        if (error instanceof FunctionError) throw new GatewayError(error.statusCode, error.message);
        throw error;
      }
    },
    changed: (ref, snapshot) => runner.changed(ref, snapshot),
    async close() {
      agent.destroy();
      await runner.close();
    },
  };
}

/** @throws {FunctionError} NOT_FOUND */
function findFunction({ project, url }: ProjectRequest): ProjectFunction {
  const slug = /^\/([^/?]*)/.exec(url)?.[1];
  const own = project.functions.find((one) => one.slug === slug);
  if (own === undefined) throw new FunctionError('NOT_FOUND');
  return own;
}

/**
 * A function that asks for it is called only with a key of the project, or with a token that the project has signed or takes from third
 * parties, whatever role that names.
 */
async function checkToken(
  own: ProjectFunction,
  request: ProjectRequest,
  authorization: unknown,
): Promise<void> {
  if (!own.verifyJwt) return;
  const { caller, callerVerifier } = request;
  if (caller.kind === 'key') return;
  if (caller.kind === 'none') {
    const failure = authorization === undefined ? 'UNAUTHORIZED_NO_AUTH_HEADER' : 'UNAUTHORIZED_INVALID_JWT';
    throw new FunctionError(failure);
  }
  try {
    const { role } = await callerClaims({ caller, verifier: callerVerifier });
    if (typeof role === 'string') request.noteRole(role);
  } catch (error) {
    if (error instanceof CallerError) throw new FunctionError('UNAUTHORIZED_INVALID_JWT', { cause: error });
    throw error;
  }
}

function schemeOf(publicUrl: string): 'http' | 'https' {
  return publicUrl.startsWith('https:') ? 'https' : 'http';
}
