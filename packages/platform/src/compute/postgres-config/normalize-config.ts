import type { PostgresConfig } from '@basalt/contract';
import { PlatformError } from '../../kernel/platform-error.ts';
import { PARAMETER_NAMES, PARAMETERS, type ParameterName } from './parameters.ts';
import { formatBytes, formatMilliseconds, parseBytes, parseMilliseconds } from './parse-quantity.ts';

type Value = string | number | boolean;

/**
 * Parameters in one spelling (`1024MB` becomes `1GB`), each inside its bounds.
 * @throws PlatformError `bad_request` with a sentence that begins with the parameter's name
 */
export function normalizeConfig(
  config: {
    [name in ParameterName]?: PostgresConfig[name] | undefined;
  },
): PostgresConfig {
  return Object.fromEntries(
    PARAMETER_NAMES.flatMap((name) => {
      const value = config[name];
      return value === undefined ? [] : [[name, normalize(name, value)]];
    }),
  );
}

function normalize(name: ParameterName, value: Value): Value {
  const parameter = PARAMETERS[name];
  if (parameter.type === 'bytes') {
    const { unit, min, max } = parameter;
    const bytes = parseBytes(String(value), unit);
    if (bytes === null)
      throw refused(name, 'must be a size such as 64MB; the units are B, kB, MB, GB and TB.');
    return formatBytes(within(name, Math.round(bytes / unit) * unit, min, max, formatBytes));
  }
  if (parameter.type === 'time') {
    const { unit, min, max } = parameter;
    const milliseconds = parseMilliseconds(String(value), unit);
    if (milliseconds === null)
      throw refused(name, 'must be a duration such as 30s; the units are us, ms, s, min, h and d.');
    // PostgreSQL rounds as well, and -1 means "without end" where it is allowed.
    const rounded = milliseconds === -1 ? -1 : Math.round(milliseconds / unit) * unit;
    return formatMilliseconds(within(name, rounded, min, max, formatMilliseconds));
  }
  if (parameter.type === 'integer') return within(name, Number(value), parameter.min, parameter.max, String);
  return value;
}

function within(
  name: ParameterName,
  value: number,
  min: number,
  max: number,
  format: (value: number) => string,
): number {
  if (value >= min && value <= max) return value;
  throw refused(name, `must be between ${format(min)} and ${format(max)}.`);
}

/** @param why the rest of a sentence that begins with the parameter's name */
export function refused(name: ParameterName, why: string): PlatformError {
  return new PlatformError('bad_request', `${name} ${why}`, { field: name });
}
