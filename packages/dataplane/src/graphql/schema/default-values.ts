import type { ValueType } from './value-types.ts';

/**
 * The default of an argument as GraphQL writes it. Null when it is no plain literal: then the argument may be left out, and
 * nothing more is said.
 * @param text as SQL: `1`, `'abc'::text`, `true`
 */
export function graphqlDefault({ scalar, isList }: ValueType, text: string | null): string | null {
  if (text === null || isList) return null;
  if (scalar === 'Boolean') return /^(true|false)$/.test(text) ? text : null;
  if (scalar === 'Int' || scalar === 'Float') {
    const [, number = null] = /^'?(-?\d+(?:\.\d+)?)'?(?:::[a-z0-9 ]+)?$/.exec(text) ?? [];
    return number !== null && (scalar === 'Float' || !number.includes('.')) ? number : null;
  }
  const [, quoted = null] = /^'((?:[^']|'')*)'::[a-z0-9 ]+$/.exec(text) ?? [];
  if (quoted !== null) return JSON.stringify(quoted.replaceAll("''", "'"));
  const isNumber = (scalar === 'BigInt' || scalar === 'BigFloat') && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? JSON.stringify(text) : null;
}
