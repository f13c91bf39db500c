import type { PipelineStatement } from '@basalt/postgres';
import { type CallerContext, callerValues } from '../../../caller/caller-settings.ts';
import { invalidPreferences } from '../../errors/index.ts';
import type { Preferences } from '../../request/rest-request.ts';
import type { SchemaCache } from '../../schema-cache/schema-cache.ts';
import { quoteQualified } from '../sql/quote-name.ts';
import { buildShape, type SettingsShape, settingsShape } from './settings-shape.ts';

const NO_SETTINGS: ReadonlyMap<string, string> = new Map();

export interface SettingsInput {
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
