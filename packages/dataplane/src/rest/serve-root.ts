import type { Pipeline } from '@basalt/postgres';
import { PRIVILEGES_SQL, parsePrivileges, type SchemaPrivileges } from '@basalt/postgres/catalog';
import type { CallerContext } from '../caller/request-context.ts';
import { runAsCaller } from '../caller/run-as-caller.ts';
import { compileSettings, preRequestStatements } from './compile/compile-request.ts';
import { rootDisabled, unacceptableMediaTypes } from './errors/request-errors.ts';
import { openApiText } from './openapi/build-open-api.ts';
import { mediaTypeText } from './request/media-type.ts';
import type { RestRequest } from './request/rest-request.ts';
import type { Answer } from './respond/answer.ts';
import { profileHeader } from './respond/answer-request.ts';
import type { ServerTiming } from './respond/server-timing.ts';
import type { SchemaCache } from './schema-cache/schema-cache.ts';

export interface RootRequest {
  parsed: RestRequest;
  schema: string;
  cache: SchemaCache;
  context: CallerContext;
  pipeline: Pipeline;
  /** Where clients find the Data API. */
  serverUrl: string;
  /** Null: nobody asked how long it takes. */
  timing: ServerTiming | null;
}

/** The protocol line that our answers follow. */
const PROTOCOL_VERSION = '14.0';

/** GET and HEAD of the root: the OpenAPI description of the schema. @throws {RestError} PGRST107, PGRST126 */
export async function serveRoot(request: RootRequest): Promise<Answer> {
  const { parsed, schema, cache, serverUrl, timing } = request;
  const { openapiMode, schemas } = cache.settings;
  if (openapiMode === 'disabled') throw rootDisabled();
  const type = chooseType(parsed.accept);
  timing?.lap('plan');
  const privileges = openapiMode === 'follow-privileges' ? await readPrivileges(request) : null;
  timing?.lap('transaction');
  const description = openApiText(cache, { schema, privileges, serverUrl, version: PROTOCOL_VERSION });
  const headers: Answer['headers'] = { 'content-type': `${type}; charset=utf-8` };
  if (schemas.length > 1) headers['content-profile'] = profileHeader(schema);
  timing?.lap('response');
  return { status: 200, headers, body: parsed.method === 'HEAD' ? null : description };
}

function chooseType(accept: RestRequest['accept']): string {
  for (const { kind } of accept) {
    if (kind === 'any' || kind === 'openapi') return 'application/openapi+json';
    if (kind === 'json') return 'application/json';
  }
  throw unacceptableMediaTypes(accept.map(mediaTypeText));
}

async function readPrivileges({
  parsed,
  schema,
  cache,
  context,
  pipeline,
}: RootRequest): Promise<SchemaPrivileges> {
  const { preferences } = parsed;
  const { role } = context;
  const question = { sql: PRIVILEGES_SQL, values: [schema], reuse: true };
  const results = await runAsCaller(pipeline, context, {
    settings: compileSettings({ cache, role, schema, preferences, functionSettings: null }),
    statements: [...preRequestStatements(cache), question],
    readOnly: true,
    mayClaimsChange: true,
    pool: 'long',
    keep: null,
  });
  return parsePrivileges(results.at(-1)?.rows[0]?.[0]?.toString('utf8') ?? null);
}
