import { unacceptableSchema } from '../errors/index.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { findRelation } from '../schema-cache/find-relation.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { CompiledQuery } from './answer/compiled-query.ts';
import type { AnswerWithValues, RequestParts } from './answer/request-parts.ts';
import { compileCall } from './call/compile-call.ts';
import type { ChosenMedia } from './media/choose-media.ts';
import { fromPlanCache } from './plan-cache.ts';
import { compileRead } from './read/compile-read.ts';
import { compileSettings, preRequestStatements } from './settings/compile-settings.ts';
import { AliasPool, type QueryScope, StatementValues } from './sql/query-scope.ts';
import { compileWrite } from './write/compile-write.ts';

/**
 * A request as SQL. Pure: what the database is like comes from the cache. Names reach the text only through quoting, values only
 * as parameters.
 * @param role of the caller
 * @throws {RestError} for what the cache already shows to be impossible: PGRST105 to PGRST128, PGRST200 to PGRST205
 */
export function compileRequest(request: RestRequest, cache: SchemaCache, role: string): CompiledQuery {
  const schema = chosenSchema(request, cache);
  const { answer, values } = fromPlanCache(request, schema, cache, compileAnswer);
  const { count, readOnly, functionSettings } = answer;
  const { preferences } = request;
  const settings = compileSettings({ cache, role, schema, preferences, functionSettings });
  const statements = preRequestStatements(cache);
  const explain = count?.explain ?? null;
  const plannedCount =
    explain === null ? null : { statement: statements.length, exactUpTo: count?.exactUpTo ?? null };
  if (explain !== null) statements.push(explain);
  statements.push({ sql: answer.sql, values, reuse: answer.reuse });
  return {
    settings,
    statements,
    readOnly,
    mayClaimsChange: !readOnly || functionSettings !== null || cache.settings.preRequest !== null,
    expectRows: answer.expectRows,
    rollBack: !readOnly && isRolledBack(request, cache),
    lane: answer.lane,
    contentType: answer.contentType,
    bodyEncoding: answer.bodyEncoding,
    plannedCount,
    isPlan: answer.isPlan,
  };
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

// Texts beyond this are not worth a place among prepared statements.
const MAX_REUSED_LENGTH = 16_384;

/** @throws {RestError} for what the cache already shows to be impossible: PGRST105 to PGRST128, PGRST200 to PGRST205 */
export function compileAnswer(request: RestRequest, schema: string, cache: SchemaCache): AnswerWithValues {
  const found = new StatementValues();
  const { maxRows } = cache.settings;
  const parts = compileParts(request, { cache, schema, values: found, aliases: new AliasPool(), maxRows });
  const { count, readOnly, functionSettings } = parts;
  const { plan, format, contentType } = parts.media;
  const { sql, values, used } = found.finish(plan === null ? parts.sql : explainStatement(parts.sql, plan));
  return {
    answer: {
      sql,
      reuse: plan === null && sql.length <= MAX_REUSED_LENGTH,
      count,
      readOnly,
      expectRows: plan === null ? parts.expectRows : null,
      lane: plan === null ? parts.lane : 'long',
      functionSettings,
      contentType,
      bodyEncoding: format.kind === 'bytes' || format.kind === 'handler' ? 'hex' : 'text',
      isPlan: plan !== null,
    },
    values,
    given: found.given,
    used,
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

/** EXPLAIN of a statement. The options come from a closed list. */
function explainStatement(sql: string, plan: NonNullable<ChosenMedia['plan']>): string {
  const options = new Set<string>(plan.options);
  return `explain (${[`format ${plan.format}`, ...options].join(', ')}) ${sql}`;
}
