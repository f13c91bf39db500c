import type { Column } from '../schema-cache/schema-cache.ts';
import type { Json, JsonObject } from './open-api.ts';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['smallint', 'integer'],
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['real', 'number'],
  ['double precision', 'number'],
  ['numeric', 'number'],
  ['boolean', 'boolean'],
]);
// Any JSON value: no type at all.
const ANYTHING: ReadonlySet<string> = new Set(['json', 'jsonb']);

/** Type and format of a database type, by its name. */
export function valueSchema(type: string): JsonObject {
  if (type.endsWith('[]'))
    return { format: type, type: 'array', items: typeOf(type.replace(/(?:\[\])+$/, '')) };
  return { format: type, ...typeOf(type) };
}

function typeOf(name: string): { type?: string } {
  if (ANYTHING.has(name)) return {};
  return { type: TYPES.get(name) ?? 'string' };
}

/** The default of a column as a value of its JSON type, undefined when it has none or only an expression of another type. */
export function defaultValue({ default: expression, baseType }: Column): Json | undefined {
  if (expression === null) return undefined;
  const type = typeOf(baseType).type;
  // `'it''s'::text`: the constant itself. What else a text column takes is shown as the expression it is.
  const constant = /^'((?:[^']|'')*)'(?:::.+)?$/s.exec(expression)?.[1]?.replaceAll("''", "'");
  if (type === 'string' && !baseType.endsWith('[]')) return constant ?? expression;
  return parseAs(type, constant ?? expression);
}

function parseAs(type: string | undefined, text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    if (type === undefined) return value;
    const matches = type === 'integer' ? Number.isInteger(value) : typeof value === type;
    return matches ? value : undefined;
  } catch {
    return undefined;
  }
}
