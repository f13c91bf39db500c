import { quoteLiteral } from '@basalt/sql';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';
import { type IsolationLevel, isolationLevel, transactionSettings } from './transaction-settings.ts';

/** The part of a settings statement that is the same for all requests of a role in a schema. */
export interface SettingsShape {
  isolation: IsolationLevel | null;
  /** Sets role, claims, subject, headers, cookies, method and path, then `values`. */
  readOnlySql: string;
  readWriteSql: string;
  /** Values that no request changes. */
  values: readonly string[];
}

/** Settings whose values come with each request, in the order of their parameters. */
const REQUEST_SETTINGS = [
  'role',
  'request.jwt.claims',
  'request.jwt.claim.sub',
  'request.headers',
  'request.cookies',
  'request.method',
  'request.path',
] as const;

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
export function buildShape(
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

function searchPath(schema: string, extra: readonly string[]): string {
  const names = new Set([schema, ...extra]);
  return [...names].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
}
