import { isPunctuation, isString, type Token, wordOf } from '../text/token.ts';

/** `:name` in a text without directives. */
export interface ParameterPlace {
  readonly name: string;
  /** UTF-16 offsets, the colon included. */
  readonly start: number;
  readonly end: number;
  /** The significant tokens around it. */
  readonly previous: Token | undefined;
  readonly next: Token | undefined;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const JSON_OBJECTS: ReadonlySet<string> = new Set(['json_object', 'json_objectagg']);

/** `subscript`: a colon here parts the bounds of a slice. `json`: behind an operand it parts key and value. */
type Bracket = 'round' | 'json' | 'array' | 'subscript';

function squareBracket(sql: string, previous: Token | undefined, around: Bracket | undefined): Bracket {
  if (wordOf(sql, previous) === 'array') return 'array';
  const isElement = isPunctuation(sql, previous, '[') || isPunctuation(sql, previous, ',');
  return around === 'array' && isElement ? 'array' : 'subscript';
}

function isOperand(sql: string, token: Token | undefined): boolean {
  if (token === undefined || wordOf(sql, token) === 'value') return false;
  if (isString(token) || isPunctuation(sql, token, ')') || isPunctuation(sql, token, ']')) return true;
  return ['word', 'quoted-identifier', 'number', 'parameter'].includes(token.kind);
}

function isBoundary(sql: string, previous: Token | undefined, around: Bracket | undefined): boolean {
  return around === 'subscript' || (around === 'json' && isOperand(sql, previous));
}

/**
 * The places of parameters among the significant tokens of a text: a colon and a name without a space between them.
 * No parameters are casts (`::int`), assignments (`:=`), `:1`, the bounds of a slice (`a[1:n]`) and the colon between
 * key and value in JSON_OBJECT.
 */
export function parameterPlaces(sql: string, tokens: readonly Token[]): ParameterPlace[] {
  const places: ParameterPlace[] = [];
  const brackets: Bracket[] = [];
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    if (token.kind !== 'punctuation') continue;
    const mark = sql.slice(token.start, token.end);
    if (mark === '(') brackets.push(JSON_OBJECTS.has(wordOf(sql, previous)) ? 'json' : 'round');
    else if (mark === '[') brackets.push(squareBracket(sql, previous, brackets.at(-1)));
    else if (mark === ')' || mark === ']') brackets.pop();
    const word = tokens[index + 1];
    if (mark !== ':' || word?.kind !== 'word' || word.start !== token.end) continue;
    const name = sql.slice(word.start, word.end);
    if (!NAME.test(name) || sql[token.start - 1] === ':' || isBoundary(sql, previous, brackets.at(-1)))
      continue;
    places.push({ name, start: token.start, end: word.end, previous, next: tokens[index + 2] });
  }
  return places;
}
