import type { GridColumn } from '@basalt/contract';
import { readArray } from './array-text.ts';

const INTEGER = /^\s*[-+]?\d+\s*$/;
const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$|^\s*[-+]?(nan|inf(inity)?)\s*$/i;
const UUID = /^\s*\{?([0-9a-f]{4}-?){7}[0-9a-f]{4}\}?\s*$/i;
const HEX = /^\\x(\s*[0-9a-f]{2})*\s*$/i;

/**
 * What is wrong with a text as a value of a column, in one sentence, or null. PostgreSQL has the last word: this only spares people
 * a way to the server for what is certainly wrong.
 */
export function checkValue({ kind, type }: Pick<GridColumn, 'kind' | 'type'>, text: string): string | null {
  switch (kind) {
    case 'integer':
      return INTEGER.test(text) ? null : 'Must be a whole number.';
    case 'number':
      // Money is written with signs of its own.
      return type === 'money' || NUMBER.test(text) ? null : 'Must be a number.';
    case 'uuid':
      return UUID.test(text) ? null : 'Must be a UUID: 32 hexadecimal digits.';
    case 'bytes':
      return HEX.test(text) ? null : 'Must be \\x and pairs of hexadecimal digits.';
    case 'json':
      return jsonProblem(text);
    case 'array':
      return readArray(text) === null && !text.trim().startsWith('[')
        ? 'Must be an array: {a,b} or ["a","b"].'
        : null;
    default:
      return null;
  }
}

function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `Not JSON: ${(error as Error).message}`;
  }
}

/** JSON with line breaks and indents. Null where writing it anew would lose digits or it is not JSON. */
export function formatJson(text: string): string | null {
  if (/\d{16}|\d[eE.]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
