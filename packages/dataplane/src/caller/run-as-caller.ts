import type { Pipeline, PipelineResult, PipelineStatement, RunGroupOptions } from '@basalt/postgres';
import { quoteIdentAlways, quoteLiteral } from '@basalt/sql';
import type { CallerContext } from './request-context.ts';

/** What a service runs as the caller: one transaction. */
export interface CallerQuery {
  /** Search path, limits and the settings of the caller's role, as `callerSettings` gives them. */
  settings: CallerSettings;
  /** Values only ever travel as parameters. The results come in the same order. */
  statements: readonly Omit<PipelineStatement, 'planKey'>[];
  /** True: PostgreSQL refuses to write, whatever the statements say. */
  readOnly: boolean;
  /** Whether code of the project may run as somebody else by setting other claims: triggers, functions that are called. */
  mayClaimsChange: boolean;
  /** `short`: a pool whose connections many short groups share. `long`: one that a group has for itself. */
  pool: RunGroupOptions['pool'];
  /**
   * Looks at the results before the transaction ends; false takes everything back. It costs a second round trip, on a
   * connection of its own. Null: what succeeds is kept, and all goes in one round trip.
   */
  keep: ((results: readonly PipelineResult[]) => boolean) | null;
  /** Fires when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs SQL as the caller: the one way in which services do. Role, claims, request, search path and limits are set in the same
 * transaction and round trip, so row level security and functions of the project see what they see through the Data API.
 * @returns the results of `statements`
 * @throws {QueryError} of the database, {PipelineBusyError} when no connection is free in time
 */
export async function runAsCaller(
  pipeline: Pipeline,
  context: CallerContext,
  query: CallerQuery,
): Promise<readonly PipelineResult[]> {
  const { statements, pool, keep, signal } = query;
  const all: PipelineStatement[] = settingsStatements(query.settings, context, query);
  const before = all.length;
  // Plans under row level security hold for one role only.
  for (const statement of statements) all.push({ ...statement, planKey: context.role });
  const options = signal === undefined ? {} : { signal };
  const results =
    keep === null
      ? await pipeline.run(all, { pool, ...options })
      : await pipeline.runAndDecide(all, (given) => keep(given.slice(before)), options);
  return results.slice(before);
}

/** Settings by name, as PostgreSQL writes them: `statement_timeout` → `3s`. */
export type NamedSettings = ReadonlyMap<string, string>;

export interface SettingsInput {
  /** Schemas in which names are looked up that do not say theirs. */
  searchPath: readonly string[];
  /**
   * Where further settings come from; the last source counts. Usual are the limits of the service, then the settings of the
   * caller's role, which PostgreSQL applies at log-in only, then those of a function that is called.
   */
  sources: readonly (NamedSettings | undefined)[];
  /** What the request itself asks for. Its service has checked it. */
  ofRequest?: readonly (readonly [name: string, value: string])[];
}

/** What a transaction of the caller begins with, apart from the values of each request. Made once for many requests. */
export interface CallerSettings {
  isolation: IsolationLevel | null;
  /** Sets what `callerValues` gives. */
  readOnlySql: string;
  readWriteSql: string;
  /** Of the settings that are the same in each request; they stand behind those of the request. */
  values: readonly string[];
}

/** Settings whose values come with each request, in the order of `callerValues`. */
const REQUEST_SETTINGS = [
  'role',
  'request.jwt.claims',
  'request.jwt.claim.sub',
  'request.headers',
  'request.cookies',
  'request.method',
  'request.path',
] as const;

/**
 * The settings that make a transaction the caller's. They end with it, so the connection, which logs in as `authenticator`,
 * is nobody's again.
 */
export function callerSettings({ searchPath, sources, ofRequest = [] }: SettingsInput): CallerSettings {
  const fixed = [
    ['search_path', searchPathText(searchPath)] as const,
    ...ofRequest,
    ...transactionSettings(sources),
  ];
  const names = [...REQUEST_SETTINGS, ...fixed.map(([name]) => name)];
  const calls = names.map((name, index) => `set_config(${quoteLiteral(name)}, $${index + 1}, true)`);
  return {
    isolation: isolationLevel(sources),
    readOnlySql: settingAll([...calls, `set_config('transaction_read_only', 'on', true)`]),
    readWriteSql: settingAll(calls),
    values: fixed.map(([, value]) => value),
  };
}

/** Around the calls, so that the server does not send back all that it was just told: some kilobytes with every request. */
function settingAll(calls: readonly string[]): string {
  return `select from (select ${calls.join(', ')}) as settings`;
}

/**
 * The statements that a transaction of the caller begins with.
 * @param mayClaimsChange whether code of the project may take the place of the caller by setting other claims. Where it cannot,
 *   policies get the subject ready made, because taking the claims apart is a fifth of what reading one row under a policy costs.
 */
export function settingsStatements(
  settings: CallerSettings,
  context: CallerContext,
  { readOnly, mayClaimsChange }: { readOnly: boolean; mayClaimsChange: boolean },
): PipelineStatement[] {
  const { isolation, readOnlySql, readWriteSql } = settings;
  const statement = {
    sql: readOnly ? readOnlySql : readWriteSql,
    values: callerValues(settings, context, mayClaimsChange ? '' : context.subject),
    reuse: true,
  };
  if (isolation === null) return [statement];
  // Must be the first of its transaction; outside of BEGIN it holds for the group all the same.
  return [{ sql: `set local transaction_isolation = '${isolation}'`, values: [], reuse: true }, statement];
}

function callerValues({ values }: CallerSettings, context: CallerContext, subject: string): string[] {
  return [
    context.role,
    context.claimsJson,
    subject,
    context.headersJson,
    context.cookiesJson,
    context.method,
    context.path,
    ...values,
  ];
}

function searchPathText(schemas: readonly string[]): string {
  return [...new Set(schemas)].map(quoteIdentAlways).join(', ');
}

const LEVELS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'] as const;
type IsolationLevel = (typeof LEVELS)[number];

const ISOLATION: ReadonlySet<string> = new Set(['default_transaction_isolation', 'transaction_isolation']);
// Ours to set, or without a meaning inside a transaction.
const OURS =
  /^(role|search_path|session_authorization|default_transaction_(isolation|deferrable)|transaction_(isolation|deferrable|read_only)|request\..*|response\..*|pgrst\..*)$/;

/** The isolation that role or function ask for, null for the default. The last source counts. */
export function isolationLevel(sources: SettingsInput['sources']): IsolationLevel | null {
  let level: IsolationLevel | null = null;
  for (const source of sources)
    for (const [name, value] of source ?? [])
      if (ISOLATION.has(name)) level = LEVELS.find((known) => known === value.toLowerCase()) ?? level;
  return level;
}

/** Their other settings that a transaction can take over, each once, in a stable order. The last source counts. */
export function transactionSettings(sources: SettingsInput['sources']): [name: string, value: string][] {
  const settings = new Map<string, string>();
  for (const source of sources)
    for (const [name, value] of source ?? []) {
      if (name === 'default_transaction_read_only') settings.set('transaction_read_only', value);
      else if (!OURS.test(name)) settings.set(name, value);
    }
  return [...settings].sort(([a], [b]) => (a < b ? -1 : 1));
}
