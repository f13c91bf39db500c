import { QueryError, SQLSTATE } from '../errors/query-error.ts';

/** Quotes every element, so that no text is taken for NULL or for a separator. */
function arrayElement(value: unknown): string {
  if (Array.isArray(value)) return arrayLiteral(value);
  const text = encodeParameter(value);
  return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(arrayElement).join(',')}}`;
}

/**
 * A JSON value as PostgreSQL reads it in text form: null, text, number and boolean as they are, an array as an array
 * constant, an object as JSON. For an array meant as JSON, pass its JSON text.
 */
export function encodeParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'object') return JSON.stringify(value);
  throw new QueryError({
    message: `A query parameter cannot be a ${typeof value}. Pass text, a number, a boolean, null, a list or an object.`,
    code: SQLSTATE.protocolViolation,
  });
}
