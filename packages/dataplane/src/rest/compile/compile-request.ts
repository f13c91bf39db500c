import type { PipelineStatement } from '@basalt/postgres';
import { type CallerSettings, callerSettings, type NamedSettings } from '../../caller/run-as-caller.ts';
import { notEmbedded, unacceptableSchema } from '../errors/index.ts';
import { MAX_ANSWER_BYTES } from '../request/limits.ts';
import { legacyNames } from '../request/read-levels.ts';
import type { Preferences, RestRequest } from '../request/rest-request.ts';
import { findRelation } from '../schema-cache/find-relation.ts';
import type { SchemaCache, TransactionEnd } from '../schema-cache/schema-cache.ts';
import { AFTER_ROWS, renderAnswer } from './answer/answer-row.ts';
import type { AnswerWithValues, CompiledQuery, RequestParts } from './answer/compiled-query.ts';
import { type ChosenMedia, JSON_LIST } from './answer/media.ts';
import { compileCall } from './call/compile-call.ts';
import { fromPlanCache } from './plan-cache.ts';
import { compileRead } from './read/compile-read.ts';
import { AliasPool, type QueryScope, StatementValues } from './sql/query-scope.ts';
import { quoteName, quoteQualified } from './sql/sql-text.ts';
import { compileWrite } from './write/compile-write.ts';

const AFTER_LONG: PipelineStatement = { sql: renderAnswer(AFTER_ROWS), values: [], reuse: true };

/**
 * A request as SQL. Pure: what the database is like comes from the cache. Names reach the text only through quoting, values only
 * as parameters.
 * @param role of the caller
 * @param txEnd in force for this caller
 * @throws {RestError} for what the cache already shows to be impossible: PGRST105 to PGRST128, PGRST200 to PGRST205
 */
export function compileRequest(
  request: RestRequest,
  cache: SchemaCache,
  role: string,
  txEnd: TransactionEnd = cache.settings.txEnd,
): CompiledQuery {
  const schema = chosenSchema(request, cache);
  // Before what is remembered of reads, which does not know how an embed was called.
  const [legacy] = cache.settings.legacyTargetNames ? [] : legacyNames(request.read);
  if (legacy !== undefined) throw notEmbedded(legacy.name);
  const { answer, values } = fromPlanCache(request, schema, cache, compileAnswer);
  const { count, readOnly, functionSettings } = answer;
  const { preferences } = request;
  const settings = compileSettings({ cache, role, schema, preferences, functionSettings });
  const statements = preRequestStatements(cache);
  const explain = count?.explain ?? null;
  const plannedCount =
    explain === null ? null : { statement: statements.length, exactUpTo: count?.exactUpTo ?? null };
  if (explain !== null) statements.push(explain);
  const { sql, reuse, long } = answer;
  if (long !== null)
    statements.push({ sql, values, reuse, joined: { ...JSON_LIST, maxBytes: MAX_ANSWER_BYTES } }, AFTER_LONG);
  else statements.push({ sql, values, reuse });
  return {
    settings,
    statements,
    readOnly,
    mayClaimsChange: !readOnly || functionSettings !== null || cache.settings.preRequest !== null,
    expectRows: answer.expectRows,
    rollBack: !readOnly && isRolledBack(request, txEnd),
    pool: answer.pool,
    contentType: answer.contentType,
    bodyEncoding: answer.bodyEncoding,
    plannedCount,
    isPlan: answer.isPlan,
    long,
  };
}

function chosenSchema({ schema }: RestRequest, { settings }: SchemaCache): string {
  const [first = 'public'] = settings.schemas;
  if (schema === null) return first;
  if (!settings.schemas.includes(schema)) throw unacceptableSchema(schema, settings.schemas);
  return schema;
}

function isRolledBack({ preferences }: RestRequest, txEnd: TransactionEnd): boolean {
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
      pool: plan === null ? parts.pool : 'long',
      functionSettings,
      contentType,
      bodyEncoding: format.kind === 'bytes' || format.kind === 'handler' ? 'hex' : 'text',
      isPlan: plan !== null,
      long: parts.long ?? null,
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

const NO_SETTINGS: NamedSettings = new Map();

interface SettingsInput {
  cache: SchemaCache;
  role: string;
  /** The schema of the request. */
  schema: string;
  preferences: Preferences;
  /** Settings of the function that is called, over those of the role; null when none is called. */
  functionSettings: NamedSettings | null;
}

/** The settings that a request runs with. A time zone that there is not is refused by the database. */
export function compileSettings(input: SettingsInput): CallerSettings {
  const { cache, role, schema, preferences, functionSettings } = input;
  const { timezone } = preferences;
  const ofFunction = functionSettings ?? NO_SETTINGS;
  if (timezone === null && ofFunction.size === 0) return roleSettings(cache, role, schema);
  return callerSettings({
    searchPath: [schema, ...cache.settings.extraSearchPath],
    sources: [cache.roleSettings.get(role), ofFunction],
    ofRequest: timezone === null ? [] : [['timezone', timezone]],
  });
}

const known = new WeakMap<SchemaCache, Map<string, CallerSettings>>();

/** The settings of a role in a schema, worked out once for each state of the database. */
function roleSettings(cache: SchemaCache, role: string, schema: string): CallerSettings {
  let all = known.get(cache);
  if (all === undefined) {
    all = new Map();
    known.set(cache, all);
  }
  // A role that has no settings of its own has those of any such role: hostile names do not pile up here.
  const own = cache.roleSettings.get(role);
  const key = own === undefined ? `\0${schema}` : `${role}\0${schema}`;
  let settings = all.get(key);
  if (settings === undefined) {
    const searchPath = [schema, ...cache.settings.extraSearchPath];
    settings = callerSettings({ searchPath, sources: [own] });
    all.set(key, settings);
  }
  return settings;
}

/** The function of the project that may refuse each request, if it has one. It runs before everything else. */
export function preRequestStatements({
  settings: { preRequest },
}: Pick<SchemaCache, 'settings'>): PipelineStatement[] {
  if (preRequest === null) return [];
  const { schema, name } = preRequest;
  const called = schema === null ? quoteName(name) : quoteQualified({ schema, name });
  return [{ sql: `select ${called}()`, values: [], reuse: true }];
}
