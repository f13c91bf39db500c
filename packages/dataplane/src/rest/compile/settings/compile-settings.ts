import type { PipelineStatement } from '@basalt/postgres';
import {
  type CallerContext,
  type CallerSettings,
  callerSettings,
  callerValues,
} from '../../../caller/caller-settings.ts';
import { invalidPreferences } from '../../errors/index.ts';
import type { Preferences } from '../../request/rest-request.ts';
import type { SchemaCache } from '../../schema-cache/schema-cache.ts';
import { quoteQualified } from '../sql/sql-text.ts';

const NO_SETTINGS: ReadonlyMap<string, string> = new Map();

interface SettingsInput {
  cache: SchemaCache;
  context: CallerContext;
  /** The schema of the request. */
  schema: string;
  preferences: Preferences;
  readOnly: boolean;
  /** Settings of the function that is called, over those of the role; null when none is called. */
  functionSettings: ReadonlyMap<string, string> | null;
}

/**
 * What comes before the request's own statement: all settings in one, then the function that may refuse the request. They end
 * with the transaction.
 * @throws {RestError} PGRST122 for a time zone that there is not
 */
export function compileSettings(input: SettingsInput): PipelineStatement[] {
  const { cache, context, readOnly } = input;
  const shape = shapeFor(input);
  const statements: PipelineStatement[] = [];
  // Must be the first of its transaction; outside of BEGIN it holds for the group all the same.
  if (shape.isolation !== null)
    statements.push({
      sql: `set local transaction_isolation = '${shape.isolation}'`,
      values: [],
      reuse: true,
    });
  statements.push({
    sql: readOnly ? shape.readOnlySql : shape.readWriteSql,
    values: callerValues(shape, context, mayClaimsChange(input) ? '' : context.subject),
    reuse: true,
  });
  const { preRequest } = cache.settings;
  if (preRequest !== null)
    statements.push({ sql: `select ${quoteQualified(preRequest)}()`, values: [], reuse: true });
  return statements;
}

/**
 * Whether code of the project may take the place of the caller by setting other claims. Where it cannot, policies get the
 * subject ready made, because taking the claims apart is a fifth of what reading one row under a policy costs.
 */
function mayClaimsChange({ cache, readOnly, functionSettings }: SettingsInput): boolean {
  return !readOnly || functionSettings !== null || cache.settings.preRequest !== null;
}

function shapeFor({ cache, context, schema, preferences, functionSettings }: SettingsInput): SettingsShape {
  const { timezone } = preferences;
  const ofFunction = functionSettings ?? NO_SETTINGS;
  if (timezone === null && ofFunction.size === 0) return settingsShape(cache, context.role, schema);
  if (timezone !== null && !cache.timezones.has(timezone)) throw invalidPreferences([`timezone=${timezone}`]);
  const sources = [cache.roleSettings.get(context.role), ofFunction];
  return buildShape(cache, schema, sources, timezone === null ? [] : [['timezone', timezone]]);
}

/** The part of a settings statement that is the same for all requests of a role in a schema. */
interface SettingsShape extends CallerSettings {
  isolation: IsolationLevel | null;
}

const known = new WeakMap<SchemaCache, Map<string, SettingsShape>>();

/** The shape for a role and schema, worked out once for each state of the database. */
export function settingsShape(cache: SchemaCache, role: string, schema: string): SettingsShape {
  let shapes = known.get(cache);
  if (shapes === undefined) {
    shapes = new Map();
    known.set(cache, shapes);
  }
  // A role that has no settings of its own has the shape of any such role: hostile names do not pile up here.
  const own = cache.roleSettings.get(role);
  const key = own === undefined ? `\0${schema}` : `${role}\0${schema}`;
  let shape = shapes.get(key);
  if (shape === undefined) {
    shape = buildShape(cache, schema, [own], []);
    shapes.set(key, shape);
  }
  return shape;
}

/** The same with settings of the request and of the function that is called. */
function buildShape(
  cache: SchemaCache,
  schema: string,
  sources: readonly (ReadonlyMap<string, string> | undefined)[],
  more: readonly (readonly [name: string, value: string])[],
): SettingsShape {
  const fixed = [
    ['search_path', searchPath(schema, cache.settings.extraSearchPath)] as const,
    ...more,
    ...transactionSettings(sources),
  ];
  return { isolation: isolationLevel(sources), ...callerSettings(fixed) };
}

function searchPath(schema: string, extra: readonly string[]): string {
  const names = new Set([schema, ...extra]);
  return [...names].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
}

const LEVELS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'] as const;
type IsolationLevel = (typeof LEVELS)[number];

const ISOLATION: ReadonlySet<string> = new Set(['default_transaction_isolation', 'transaction_isolation']);
// Ours to set, or without a meaning inside a transaction.
const OURS =
  /^(role|search_path|session_authorization|default_transaction_(isolation|deferrable)|transaction_(isolation|deferrable|read_only)|request\..*|response\..*|pgrst\..*)$/;

type Settings = readonly (ReadonlyMap<string, string> | undefined)[];

/** The isolation that role or function ask for, null for the default. The last source counts. */
export function isolationLevel(sources: Settings): IsolationLevel | null {
  let level: IsolationLevel | null = null;
  for (const source of sources)
    for (const [name, value] of source ?? [])
      if (ISOLATION.has(name)) level = LEVELS.find((known) => known === value.toLowerCase()) ?? level;
  return level;
}

/** Their other settings that a transaction can take over, each once, in a stable order. The last source counts. */
export function transactionSettings(sources: Settings): [name: string, value: string][] {
  const settings = new Map<string, string>();
  for (const source of sources)
    for (const [name, value] of source ?? []) {
      if (name === 'default_transaction_read_only') settings.set('transaction_read_only', value);
      else if (!OURS.test(name)) settings.set(name, value);
    }
  return [...settings].sort(([a], [b]) => (a < b ? -1 : 1));
}
