import { builtInElementType } from './type-names.ts';

/** What a value of a result becomes in JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const TYPE = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  box: 603,
  float4: 700,
  float8: 701,
  jsonb: 3802,
};

/** A whole number; as text where a number would not be exact. */
export function safeInteger(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** NaN and the infinities have no JSON form and stay text. */
function finiteNumber(text: string): JsonValue {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function json(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * A value in PostgreSQL's text form as JSON: small integers, floats and booleans as themselves; int8 as a number
 * while that is exact, else as text; json parsed; arrays of PostgreSQL's own types as arrays. Everything else keeps
 * its text form: numeric (exact), dates and times (to the microsecond), bytea (`\x…`), types of the database.
 */
export function decodeValue(typeId: number, text: string): JsonValue {
  switch (typeId) {
    case TYPE.bool:
      return text === 't';
    case TYPE.int2:
    case TYPE.int4:
    case TYPE.oid:
      return Number(text);
    case TYPE.int8:
      return safeInteger(text);
    case TYPE.float4:
    case TYPE.float8:
      return finiteNumber(text);
    case TYPE.json:
    case TYPE.jsonb:
      return json(text);
    default:
      return decodeArray(typeId, text);
  }
}

function decodeArray(typeId: number, text: string): JsonValue {
  const element = builtInElementType(typeId);
  // Boxes are separated by semicolons, which the array parser does not know.
  if (element === undefined || element === TYPE.box) return text;
  return parseArray(text, (entry) => decodeValue(element, entry)) ?? text;
}

/** A PostgreSQL array as nested lists of its elements. */
export type ArrayTree<T> = readonly (T | null | ArrayTree<T>)[];

// A quoted element, a plain one, or one of the signs around them.
const PART = /"((?:[^"\\]|\\.)*)"|([^{},"]+)|[{},]/gs;

/**
 * Reads the text form of an array (`{1,NULL,"a b"}`, `[0:1]={{…},{…}}`) and turns each element that is not NULL with
 * `element`. The text must come from the server: anything else gives some list, or null if there is none.
 */
function parseArray<T>(text: string, element: (text: string) => T): ArrayTree<T> | null {
  const open: (T | null | ArrayTree<T>)[][] = [];
  const body = text.slice(text.indexOf('{'));
  for (const [sign, quoted, plain] of body.matchAll(PART)) {
    const current = open.at(-1);
    if (sign === '{') {
      const inner: (T | null | ArrayTree<T>)[] = [];
      current?.push(inner);
      open.push(inner);
    } else if (sign === '}') {
      const closed = open.pop();
      if (open.length === 0) return closed ?? null;
    } else if (quoted !== undefined) {
      current?.push(element(quoted.replace(/\\(.)/gs, '$1')));
    } else if (plain !== undefined) {
      current?.push(plain === 'NULL' ? null : element(plain));
    }
  }
  return null;
}
