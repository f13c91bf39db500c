import { type CallerSettings, callerSettings } from '../../../caller/caller-settings.ts';
import type { SchemaCache } from '../../schema-cache/schema-cache.ts';
import { type IsolationLevel, isolationLevel, transactionSettings } from './transaction-settings.ts';

/** The part of a settings statement that is the same for all requests of a role in a schema. */
export interface SettingsShape extends CallerSettings {
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
  return { isolation: isolationLevel(sources), ...callerSettings(fixed) };
}

function searchPath(schema: string, extra: readonly string[]): string {
  const names = new Set([schema, ...extra]);
  return [...names].map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
}
