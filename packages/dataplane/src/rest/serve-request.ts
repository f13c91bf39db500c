import type { Pipeline } from '@basalt/postgres';
import type { FastifyRequest } from 'fastify';
import { type Identity, identifyCaller } from '../caller/identify-caller.ts';
import { callerContext } from '../caller/request-context.ts';
import { compileRequest } from './compile/compile-request.ts';
import { dataApiOff, unacceptableSchema } from './errors/request-errors.ts';
import type { LargeBodyReader } from './large-bodies/large-body-reader.ts';
import { readRequest } from './large-bodies/read-request.ts';
import type { RestRequest } from './request/rest-request.ts';
import type { Answer } from './respond/answer.ts';
import { answerError } from './respond/answer-error.ts';
import { answerOptions } from './respond/answer-options.ts';
import { answerRequest } from './respond/answer-request.ts';
import { runCompiled } from './run-compiled.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';
import type { SchemaCacheKeeper } from './schema-cache-keeper.ts';
import { serveRoot } from './serve-root.ts';
import { ServerTiming } from './server-timing.ts';
import { toRestError } from './to-rest-error.ts';

export interface ServeOptions {
  pipeline: Pipeline;
  schemaCache: SchemaCacheKeeper;
  bodies: LargeBodyReader;
  /** Fires when the client is gone. */
  signal: () => AbortSignal;
}

/** Serves one request from its bytes to its answer. Errors of any kind become answers too. */
export async function serveRequest(request: FastifyRequest, options: ServeOptions): Promise<Answer> {
  let cache: SchemaCache | null = null;
  let identity: Identity | null = null;
  try {
    const start = performance.now();
    const found = options.schemaCache.current();
    cache = found instanceof Promise ? await found : found;
    const timing = cache.settings.serverTimingEnabled ? new ServerTiming(start) : null;
    const identified = identifyCaller(request.project, cache.settings);
    identity = identified instanceof Promise ? await identified : identified;
    request.project.noteRole(identity.role);
    timing?.lap('jwt');
    const answer = await serveAs(identity, { ...options, request, cache, timing });
    if (timing !== null) answer.headers['server-timing'] = timing.toString();
    return traced(answer, request, cache);
  } catch (error) {
    const known = toRestError(error, {
      anonymous: identity?.anonymous ?? true,
      verbosity: cache?.settings.errorVerbosity ?? 'verbose',
    });
    if (known.code === 'PGRSTX00')
      request.log.error({ err: error, reqId: request.id }, 'a Data API request failed');
    return traced(answerError(known), request, cache);
  }
}

/** By the header that `server_trace_header` names, somebody in front tells which answer is to which request. */
function traced(answer: Answer, { headers }: FastifyRequest, cache: SchemaCache | null): Answer {
  const name = cache?.settings.traceHeader ?? null;
  const value = name === null ? undefined : headers[name];
  if (name !== null && typeof value === 'string') answer.headers[name] = value;
  return answer;
}

interface Serving extends ServeOptions {
  request: FastifyRequest;
  cache: SchemaCache;
  timing: ServerTiming | null;
}

async function serveAs(identity: Identity, serving: Serving): Promise<Answer> {
  const { request, pipeline, cache, timing } = serving;
  const { settings } = cache;
  const { url } = request.project;
  const body = request.body instanceof Buffer ? request.body : null;
  const input = { method: request.method, url, headers: request.headers, body };
  const read = readRequest(input, serving.bodies, serving.signal);
  const parsed = read instanceof Promise ? await read : read;
  const schema = chosenSchema(parsed, cache);
  timing?.lap('parse');
  if (parsed.method === 'OPTIONS') return answerOptions(parsed.resource, schema, cache);
  const context = callerContext(identity, input);
  if (parsed.resource.kind === 'root' && settings.rootSpec === null) {
    const serverUrl = `${request.project.project.publicUrl}/rest/v1`;
    return serveRoot({ parsed, schema, cache, context, pipeline, serverUrl });
  }
  const compiled = compileRequest(parsed, cache, identity.role);
  timing?.lap('plan');
  const signal = compiled.lane === 'long' ? serving.signal() : undefined;
  const outcome = await runCompiled(pipeline, context, compiled, { method: parsed.method, signal });
  timing?.lap('transaction');
  const answer = answerRequest({ request: parsed, outcome, compiled, settings });
  timing?.lap('response');
  return answer;
}

/** @throws {RestError} PGRST106 */
function chosenSchema({ schema }: RestRequest, { settings: { schemas } }: SchemaCache): string {
  const [first] = schemas;
  if (first === undefined) throw dataApiOff();
  const chosen = schema ?? first;
  if (!schemas.includes(chosen)) throw unacceptableSchema(chosen, schemas);
  return chosen;
}
