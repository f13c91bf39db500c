import type { CallerContext } from '../../caller/caller-settings.ts';
import { unacceptableSchema } from '../errors/index.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import type { CompiledQuery } from './answer/compiled-query.ts';
import { compileAnswer } from './compile-answer.ts';
import { fromPlanCache } from './plan-cache.ts';
import { compileSettings } from './settings/compile-settings.ts';

/**
 * A request as SQL. Pure: what the database is like comes from the cache. Names reach the text only through quoting, values only
 * as parameters.
 * @throws {RestError} for what the cache already shows to be impossible: PGRST105 to PGRST128, PGRST200 to PGRST205
 */
export function compileRequest(
  request: RestRequest,
  cache: SchemaCache,
  context: CallerContext,
): CompiledQuery {
  const schema = chosenSchema(request, cache);
  const { answer, values } = fromPlanCache(request, schema, cache, compileAnswer);
  const { count, readOnly, functionSettings } = answer;
  const statements = compileSettings({
    cache,
    context,
    schema,
    preferences: request.preferences,
    readOnly,
    functionSettings,
  });
  const explain = count?.explain ?? null;
  const plannedCount =
    explain === null ? null : { statement: statements.length, exactUpTo: count?.exactUpTo ?? null };
  if (explain !== null) statements.push(explain);
  // Plans under row level security hold for one role only.
  statements.push({ sql: answer.sql, values, reuse: answer.reuse, planKey: context.role });
  return {
    statements,
    readOnly,
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
