import { quoteLiteral } from '../text/identifiers.ts';
import { statementTokens } from '../text/statements.ts';
import { isPunctuation, isString, type Token, wordOf } from '../text/token.ts';
import { significantTokens } from '../text/tokens.ts';
import { splitDirectives } from './parameter-directives.ts';
import { type ParameterPlace, parameterPlaces } from './parameter-places.ts';

/** A text to run and the values of its `$1`, `$2`, … in order. */
export interface AppliedParameters {
  readonly sql: string;
  readonly values: (string | null)[];
}

interface Given {
  readonly value: string;
  readonly type: string | null;
}

const TAKES_PARAMETERS: ReadonlySet<string> = new Set(
  'select with values table insert update delete merge'.split(' '),
);
/** `date :day` means `date '…'`: behind the name of a type only a constant can stand. */
const CONSTANT_TYPES: ReadonlySet<string> = new Set(
  'date time timestamp timestamptz timetz interval'.split(' '),
);
const NUMBER_TYPE = /number|int|float/i;
// Without a sign: a minus behind a name would subtract, behind another minus begin a comment.
const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function canBind(sql: string): boolean {
  const [statement, ...others] = statementTokens(sql);
  if (statement === undefined || others.length > 0) return false;
  return TAKES_PARAMETERS.has(wordOf(sql, statement[0])) || isPunctuation(sql, statement[0], '(');
}

/** One constant, whatever the value holds. */
function constant({ value, type }: Given): string {
  const isNumber = type !== null && NUMBER_TYPE.test(type) && NUMBER.test(value);
  return isNumber ? value : quoteLiteral(value);
}

function isConstant(neighbour: Token | undefined): boolean {
  return neighbour !== undefined && isString(neighbour);
}

// Two constants with only the end of a line between them are one for the server; a comment keeps them two.
const APART = ' /**/ ';

/** Puts a text in the place of every parameter, kept apart from its neighbours so that no two tokens become one. */
function replaced(
  sql: string,
  places: readonly ParameterPlace[],
  textOf: (place: ParameterPlace) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    const before = sql.slice(at, place.start);
    const glued = place.start > 0 && !/[ \t\n\r\f\v(,=]/.test(sql.charAt(place.start - 1));
    const sticks = /[^ \t\n\r\f\v),;:=]/.test(sql.charAt(place.end));
    const followsConstant = isConstant(place.previous) || place.previous?.end === at;
    const first = followsConstant ? APART : glued ? ' ' : '';
    const last = isConstant(place.next) ? APART : sticks ? ' ' : '';
    parts.push(before, first, textOf(place), last);
    at = place.end;
  }
  return parts.join('') + sql.slice(at);
}

function isConstantPlace(sql: string, { previous }: ParameterPlace): boolean {
  return CONSTANT_TYPES.has(wordOf(sql, previous));
}

function assertNoNumbered(sql: string, tokens: readonly Token[]): void {
  const numbered = tokens.find(({ kind }) => kind === 'parameter');
  if (numbered === undefined) return;
  const text = sql.slice(numbered.start, numbered.end);
  throw new Error(
    `The query uses the parameter ${text} beside named ones. Give ${text} a name too, such as :value.`,
  );
}

/**
 * A script with its parameters filled in and its directives taken out. A single statement that takes parameters gets
 * `$1`, `$2`, …, one for each name, and their values in order; in any other script every value becomes a constant,
 * a number only where the type says so. A value can never become SQL.
 *
 * A value that is given counts, even an empty one; otherwise the default does. Throws an Error that names the
 * parameter when it has neither, when its value holds a NUL character, and when the text to bind uses `$1` itself.
 */
export function applyParameters(sql: string, values: Readonly<Record<string, string>>): AppliedParameters {
  const { sql: text, directives } = splitDirectives(sql);
  const tokens = significantTokens(text);
  const places = parameterPlaces(text, tokens);
  const given = (name: string): Given => {
    const directive = directives.get(name);
    const value = Object.hasOwn(values, name) ? values[name] : directive?.value;
    if (value === undefined) throw new Error(`The parameter "${name}" has no value. Enter one.`);
    if (value.includes('\0')) {
      throw new Error(`The value of the parameter "${name}" holds a NUL character. Remove it.`);
    }
    return { value, type: directive?.type ?? null };
  };
  if (places.length === 0) return { sql: text, values: [] };
  if (!canBind(text)) {
    return { sql: replaced(text, places, ({ name }) => constant(given(name))), values: [] };
  }
  assertNoNumbered(text, tokens);
  const numbers = new Map<string, number>();
  const bound: (string | null)[] = [];
  const textOf = (place: ParameterPlace): string => {
    const { value } = given(place.name);
    if (isConstantPlace(text, place)) return quoteLiteral(value);
    if (!numbers.has(place.name)) numbers.set(place.name, bound.push(value));
    return `$${numbers.get(place.name)}`;
  };
  return { sql: replaced(text, places, textOf), values: bound };
}
