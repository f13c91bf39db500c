import {
  NoRoomForResultError,
  type Pipeline,
  type PipelineResult,
  ResultTooLargeError,
  retryLostRaces,
} from '@basalt/postgres';
import { ROLLBACK_CLAIM } from '@basalt/project';
import { type Identity, identifyCaller } from '../caller/identify-caller.ts';
import { hasOwnClaim } from '../caller/own-claim.ts';
import { type CallerContext, callerContext } from '../caller/request-context.ts';
import { runAsCaller } from '../caller/run-as-caller.ts';
import type { PlainRequest } from '../gateway/gateway-service.ts';
import type { CompiledQuery } from './compile/answer/compiled-query.ts';
import { compileRequest } from './compile/compile-request.ts';
import { answerNotHeld } from './errors/availability-errors.ts';
import { dataApiOff, unacceptableSchema } from './errors/request-errors.ts';
import type { RestError } from './errors/rest-error.ts';
import { adviseOnTimeout, answerTooLarge } from './errors/result-errors.ts';
import { toRestError } from './errors/to-rest-error.ts';
import type { LargeBodyReader } from './large-bodies/large-body-reader.ts';
import { bodyMediaType } from './request/body/parse-body.ts';
import { LARGE_BODY_BYTES, MAX_ANSWER_BYTES } from './request/limits.ts';
import { parseRequestHead, parseRestRequest, type RestRequestInput } from './request/parse-rest-request.ts';
import type { RestRequest } from './request/rest-request.ts';
import { type Answer, answerError } from './respond/answer.ts';
import { answerOptions } from './respond/answer-options.ts';
import { answerRequest } from './respond/answer-request.ts';
import { withHeadersOfSettings } from './respond/headers-of-settings.ts';
import { checkRows, type Outcome, readOutcome } from './respond/outcome.ts';
import { ServerTiming } from './respond/server-timing.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';
import type { SchemaCacheKeeper } from './schema-cache-keeper.ts';
import { serveRoot } from './serve-root.ts';

export interface ServeOptions {
  pipeline: Pipeline;
  schemaCache: SchemaCacheKeeper;
  bodies: LargeBodyReader;
  /** Fires when the client is gone. */
  signal: () => AbortSignal;
}

type ServedRequest = Omit<PlainRequest, 'way' | 'signal'>;

/** Serves one request from its bytes to its answer. Errors of any kind become answers too. */
export async function serveRequest(request: ServedRequest, options: ServeOptions): Promise<Answer> {
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
    return withHeadersOfSettings(answer, request.headers, cache.settings);
  } catch (error) {
    const known = toRestError(error, { anonymous: identity?.anonymous ?? true });
    if (known.code === 'PGRSTX00')
      request.log.error({ err: error, reqId: request.id }, 'a Data API request failed');
    const answer = answerError(known, cache?.settings.errorVerbosity);
    return cache === null ? answer : withHeadersOfSettings(answer, request.headers, cache.settings);
  }
}

interface Serving extends ServeOptions {
  request: ServedRequest;
  cache: SchemaCache;
  timing: ServerTiming | null;
}

async function serveAs(identity: Identity, serving: Serving): Promise<Answer> {
  const { request, pipeline, cache, timing } = serving;
  const { settings } = cache;
  const { url } = request.project;
  const body = request.body ?? null;
  const input = { method: request.method, url, headers: request.headers, body };
  const read = readRequest(input, serving.bodies, serving.signal);
  const parsed = read instanceof Promise ? await read : read;
  const schema = chosenSchema(parsed, cache);
  timing?.lap('parse');
  if (parsed.method === 'OPTIONS') {
    const answer = answerOptions(parsed.resource, schema, cache);
    timing?.lap('response');
    return answer;
  }
  const context = callerContext(identity, input);
  if (parsed.resource.kind === 'root' && settings.rootSpec === null) {
    const serverUrl = `${request.project.project.publicUrl}/rest/v1`;
    return serveRoot({ parsed, schema, cache, context, pipeline, serverUrl, timing });
  }
  const inForce = settingsFor(identity, settings);
  const compiled = compileRequest(parsed, cache, identity.role, inForce.txEnd);
  timing?.lap('plan');
  const signal = compiled.pool === 'long' ? serving.signal() : undefined;
  const outcome = await runCompiled(pipeline, context, compiled, { method: parsed.method, signal });
  timing?.lap('transaction');
  const answer = answerRequest({ request: parsed, outcome, compiled, settings: inForce });
  timing?.lap('response');
  return answer;
}

/** The settings, in which whoever manages the project may choose how a transaction ends. */
function settingsFor({ claimsJson }: Identity, settings: SchemaCache['settings']): SchemaCache['settings'] {
  const { txEnd } = settings;
  if (txEnd.endsWith('-allow-override') || !hasOwnClaim(claimsJson, ROLLBACK_CLAIM)) return settings;
  return { ...settings, txEnd: txEnd === 'rollback' ? 'rollback-allow-override' : 'commit-allow-override' };
}

/** @throws {RestError} PGRST106 */
function chosenSchema({ schema }: RestRequest, { settings: { schemas } }: SchemaCache): string {
  const [first] = schemas;
  if (first === undefined) throw dataApiOff();
  const chosen = schema ?? first;
  if (!schemas.includes(chosen)) throw unacceptableSchema(chosen, schemas);
  return chosen;
}

/** The isolation that a transaction asked for may mean that it is run again. */
const RETRIES = { tries: 5, pauseMs: 20 };

/** What a commit would refuse is refused in the same way where nothing is committed. */
const CHECK_DEFERRED = { sql: 'set constraints all immediate', values: [], reuse: true };

/**
 * Runs a compiled request. What must not be kept (wrong number of rows, `tx=rollback`) is taken back.
 * @throws {QueryError} of the database; {RestError} PGRST115, PGRST116, PGRST124 for a wrong number of rows, 54000 for an answer
 *   that is too large
 */
export async function runCompiled(
  pipeline: Pipeline,
  context: CallerContext,
  compiled: CompiledQuery,
  { method, signal }: { method: RestRequest['method']; signal?: AbortSignal | undefined },
): Promise<Outcome> {
  const { expectRows, rollBack, readOnly } = compiled;
  const checksDeferred = rollBack && !readOnly;
  const statements = checksDeferred ? [...compiled.statements, CHECK_DEFERRED] : compiled.statements;
  const read = (given: readonly PipelineResult[]) =>
    readOutcome(compiled, checksDeferred ? given.slice(0, -1) : given);
  // Nothing can have been written by a read, so there is nothing to take back and no need for a second round trip.
  const decides = !readOnly && (expectRows !== null || rollBack);
  const check = (outcome: Outcome) =>
    checkRows(expectRows, outcome.page, method) ?? checkSize(outcome.body, !readOnly && !decides);
  let problem: RestError | null = null;
  const keep = (given: readonly PipelineResult[]) => {
    problem = check(read(given));
    return problem === null && !rollBack;
  };
  const run = () =>
    runAsCaller(pipeline, context, { ...compiled, statements, keep: decides ? keep : null, signal });
  const results = await retryLostRaces(run, { ...RETRIES, signal }).catch((error: unknown) => {
    if (error instanceof ResultTooLargeError) throw answerTooLarge(MAX_ANSWER_BYTES, !readOnly && !decides);
    if (error instanceof NoRoomForResultError) throw answerNotHeld(decides ? 'GET' : method);
    throw compiled.long === null ? error : adviseOnTimeout(error);
  });
  const outcome = read(results);
  if (!decides) problem = check(outcome);
  if (problem !== null) throw problem;
  return outcome;
}

function checkSize(body: Outcome['body'], changed: boolean): RestError | null {
  return body !== null && body.length > MAX_ANSWER_BYTES ? answerTooLarge(MAX_ANSWER_BYTES, changed) : null;
}

/** `parseRestRequest`, at once or, where the body is large and has to be gone through, in a thread. @throws {RestError} */
function readRequest(
  input: RestRequestInput,
  reader: LargeBodyReader,
  signal: () => AbortSignal,
): RestRequest | Promise<RestRequest> {
  const { body: bytes, headers } = input;
  if (bytes === null || bytes.length <= LARGE_BODY_BYTES) return parseRestRequest(input);
  const contentType = headers['content-type'];
  const type = bodyMediaType(contentType);
  if (type !== 'application/json' && type !== 'text/csv') return parseRestRequest(input);
  const { request, bodyRules } = parseRequestHead(input);
  if (bodyRules === null) return request;
  return reader
    .read({ bytes, contentType, rules: bodyRules }, signal())
    .then((body) => Object.assign(request, { body }));
}
