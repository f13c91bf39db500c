import type { PipelineStatement } from '@basalt/postgres';
import { type CallerSettings, callerSettings, type NamedSettings } from '../../../caller/caller-settings.ts';
import { invalidPreferences } from '../../errors/index.ts';
import type { Preferences } from '../../request/rest-request.ts';
import type { SchemaCache } from '../../schema-cache/schema-cache.ts';
import { quoteQualified } from '../sql/sql-text.ts';

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

/**
 * The settings that a request runs with.
 * @throws {RestError} PGRST122 for a time zone that there is not
 */
export function compileSettings(input: SettingsInput): CallerSettings {
  const { cache, role, schema, preferences, functionSettings } = input;
  const { timezone } = preferences;
  const ofFunction = functionSettings ?? NO_SETTINGS;
  if (timezone === null && ofFunction.size === 0) return roleSettings(cache, role, schema);
  if (timezone !== null && !cache.timezones.has(timezone)) throw invalidPreferences([`timezone=${timezone}`]);
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
export function preRequestStatements({ settings: { preRequest } }: SchemaCache): PipelineStatement[] {
  if (preRequest === null) return [];
  return [{ sql: `select ${quoteQualified(preRequest)}()`, values: [], reuse: true }];
}
