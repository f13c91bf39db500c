import { type QuotedEnd, scanBlockComment, scanDollarString, scanQuoted } from './scan-quoted.ts';
import { isFiller, isString, type Token, type TokenKind } from './token.ts';

const OPERATOR_CHARACTERS = '+-*/<>=~!@#%^&|`?';
// An operator that holds one of these may end in + or -; others may not, so that `a=-1` is two operators.
const ALLOWS_SIGN_AT_END = /[~!@#%^&|`?]/;
// Longer names are an error for the server. Without a bound, a run of a million signs would be read a million times.
const LONGEST_OPERATOR = 64;

function isOperatorCharacter(char: string): boolean {
  return OPERATOR_CHARACTERS.includes(char);
}

/** The end of the operator at `start`, by PostgreSQL's rules: comments cut it, trailing signs may not belong to it. */
function scanOperator(sql: string, start: number): number {
  let end = start + 1;
  while (end < sql.length && end - start < LONGEST_OPERATOR && isOperatorCharacter(sql.charAt(end))) {
    if (sql.startsWith('--', end) || sql.startsWith('/*', end)) break;
    end += 1;
  }
  if (ALLOWS_SIGN_AT_END.test(sql.slice(start, end - 1))) return end;
  while (end - start > 1 && (sql[end - 1] === '+' || sql[end - 1] === '-')) end -= 1;
  return end;
}

const WHITESPACE = /[ \t\n\r\f\v]+/y;
const LINE_COMMENT = /--[^\n\r]*/y;
const WORD = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
const PARAMETER = /\$\d+/y;
const NUMBER =
  /0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?/y;
const PUNCTUATION = /\.\.|::|:=|[()[\],;.:]/y;
const PREFIXED_STRING = /([eEbBxXnN]|[uU]&)'/y;

const PREFIX_KINDS: Readonly<Record<string, TokenKind>> = {
  e: 'escape-string',
  b: 'bit-string',
  x: 'bit-string',
  n: 'string',
  'u&': 'unicode-string',
};

function matchEnd(pattern: RegExp, sql: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : null;
}

function token(kind: TokenKind, start: number, end: number): Token {
  return { kind, start, end, terminated: true };
}

function quoted(kind: TokenKind, start: number, found: QuotedEnd): Token {
  return { kind, start, end: found.end, terminated: found.terminated };
}

/**
 * `'a'` newline `'b'` is one constant, and the second part obeys the first one's escapes. This answers the kind of
 * a plain quote at the end of `before`, given what stands before it.
 */
function kindOfPlainString(sql: string, before: readonly Token[]): TokenKind {
  let newline = false;
  for (let index = before.length - 1; index >= 0; index -= 1) {
    const previous = before[index];
    if (previous === undefined || previous.kind === 'block-comment') return 'string';
    if (!isFiller(previous)) {
      return newline && isString(previous) && previous.kind !== 'dollar-string' ? previous.kind : 'string';
    }
    newline ||= previous.kind === 'whitespace' && /[\n\r]/.test(sql.slice(previous.start, previous.end));
  }
  return 'string';
}

function scanWordOrPrefixed(sql: string, start: number): Token | null {
  if (/[uU]/.test(sql.charAt(start)) && sql.startsWith('&"', start + 1)) {
    return quoted('quoted-identifier', start, scanQuoted(sql, start + 2, '"', false));
  }
  const open = matchEnd(PREFIXED_STRING, sql, start);
  if (open !== null) {
    const kind = PREFIX_KINDS[sql.slice(start, open - 1).toLowerCase()] ?? 'string';
    return quoted(kind, start, scanQuoted(sql, open - 1, "'", kind === 'escape-string'));
  }
  const end = matchEnd(WORD, sql, start);
  return end === null ? null : token('word', start, end);
}

function scanDollar(sql: string, start: number): Token {
  const parameter = matchEnd(PARAMETER, sql, start);
  if (parameter !== null) return token('parameter', start, parameter);
  const string = scanDollarString(sql, start);
  return string === null ? token('unknown', start, start + 1) : quoted('dollar-string', start, string);
}

function nextToken(sql: string, start: number, before: readonly Token[]): Token {
  const char = sql.charAt(start);
  const whitespace = matchEnd(WHITESPACE, sql, start);
  if (whitespace !== null) return token('whitespace', start, whitespace);
  const lineComment = matchEnd(LINE_COMMENT, sql, start);
  if (lineComment !== null) return token('line-comment', start, lineComment);
  if (sql.startsWith('/*', start)) return quoted('block-comment', start, scanBlockComment(sql, start));
  if (char === "'") {
    const kind = kindOfPlainString(sql, before);
    return quoted(kind, start, scanQuoted(sql, start, "'", kind === 'escape-string'));
  }
  if (char === '"') return quoted('quoted-identifier', start, scanQuoted(sql, start, '"', false));
  if (char === '$') return scanDollar(sql, start);
  const word = scanWordOrPrefixed(sql, start);
  if (word !== null) return word;
  const number = matchEnd(NUMBER, sql, start);
  if (number !== null) return token('number', start, number);
  const punctuation = matchEnd(PUNCTUATION, sql, start);
  if (punctuation !== null) return token('punctuation', start, punctuation);
  if (isOperatorCharacter(char)) return token('operator', start, scanOperator(sql, start));
  return token('unknown', start, start + 1);
}

/**
 * The tokens of a SQL text in order, without gaps: joined, they are the text. Follows PostgreSQL's scanner with
 * `standard_conforming_strings` on. Never throws: what is open ends where the text ends (`terminated: false`).
 *
 * `skip` is asked before every token and may answer where the next one begins instead: what lies between is left out.
 */
export function tokenize(sql: string, skip: (at: number) => number = (at) => at): Token[] {
  const tokens: Token[] = [];
  let at = skip(0);
  while (at < sql.length) {
    const next = nextToken(sql, at, tokens);
    tokens.push(next);
    at = skip(next.end);
  }
  return tokens;
}

/** The tokens that are neither white space nor comments. */
export function significantTokens(sql: string): Token[] {
  return tokenize(sql).filter((candidate) => !isFiller(candidate));
}
