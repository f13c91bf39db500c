import type { PipelineStatement } from '@basalt/postgres';
import { unacceptableSchema } from '../errors/index.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { findRelation } from '../schema-cache/find-relation.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import { AliasPool } from './alias-pool.ts';
import { compileCall } from './compile-call.ts';
import { compileRead } from './compile-read.ts';
import { compileSettings } from './compile-settings.ts';
import { compileWrite } from './compile-write.ts';
import type { CompileContext, CompiledQuery } from './compiled-query.ts';
import { explainStatement } from './explain-statement.ts';
import type { QueryScope } from './query-scope.ts';
import type { RequestParts } from './request-parts.ts';
import { StatementValues } from './statement-values.ts';

// Texts beyond this are not worth a place among prepared statements.
const MAX_REUSED_LENGTH = 16_384;

/**
 * A request as SQL. Pure: what the database is like comes from the cache. Names reach the text only through quoting, values only
 * as parameters.
 * @throws {RestError} for what the cache already shows to be impossible: PGRST105 to PGRST128, PGRST200 to PGRST205
 */
export function compileRequest(
  request: RestRequest,
  cache: SchemaCache,
  context: CompileContext,
): CompiledQuery {
  const schema = chosenSchema(request, cache);
  const values = new StatementValues();
  const { maxRows } = cache.settings;
  const parts = compileParts(request, { cache, schema, values, aliases: new AliasPool(), maxRows });
  const statements = compileSettings({
    cache,
    context,
    schema,
    preferences: request.preferences,
    readOnly: parts.readOnly,
    functionSettings: parts.functionSettings ?? new Map(),
  });
  const { count, media } = parts;
  const explain = count?.explain ?? null;
  const plannedCount =
    explain === null ? null : { statement: statements.length, exactUpTo: count?.exactUpTo ?? null };
  if (explain !== null) statements.push(explain);
  statements.push(answerStatement(parts, values, context.role));
  return {
    statements,
    readOnly: parts.readOnly,
    expectRows: media.plan === null ? parts.expectRows : null,
    rollBack: !parts.readOnly && isRolledBack(request, cache),
    lane: media.plan === null ? parts.lane : 'long',
    contentType: media.contentType,
    bodyEncoding: media.format.kind === 'bytes' || media.format.kind === 'handler' ? 'hex' : 'text',
    plannedCount,
    isPlan: media.plan !== null,
  };
}

function compileParts(request: RestRequest, scope: QueryScope): RequestParts {
  const { resource, method } = request;
  const { rootSpec } = scope.cache.settings;
  if (resource.kind === 'function')
    return compileCall(request, { schema: scope.schema, name: resource.name }, scope);
  if (resource.kind === 'root') {
    if (rootSpec === null) throw new Error('The root is compiled only when a function answers it.');
    return compileCall(request, rootSpec, scope);
  }
  const relation = findRelation(scope.cache, scope.schema, resource.name);
  if (method === 'GET' || method === 'HEAD') return compileRead(request, relation, scope);
  return compileWrite(request, relation, scope);
}

function answerStatement(parts: RequestParts, values: StatementValues, role: string): PipelineStatement {
  const { plan } = parts.media;
  const { sql, values: used } = values.finish(plan === null ? parts.sql : explainStatement(parts.sql, plan));
  // Plans under row level security hold for one role only.
  return { sql, values: used, reuse: plan === null && sql.length <= MAX_REUSED_LENGTH, planKey: role };
}

function chosenSchema({ schema }: RestRequest, { settings }: SchemaCache): string {
  const [first = 'public'] = settings.schemas;
  if (schema === null) return first;
  if (!settings.schemas.includes(schema)) throw unacceptableSchema(schema, settings.schemas);
  return schema;
}

function isRolledBack({ preferences }: RestRequest, { settings }: SchemaCache): boolean {
  const { txEnd } = settings;
  const usual = txEnd === 'rollback' || txEnd === 'rollback-allow-override' ? 'rollback' : 'commit';
  const asked = txEnd.endsWith('-allow-override') ? preferences.tx : null;
  return (asked ?? usual) === 'rollback';
}
