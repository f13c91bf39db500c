import { statementTokens } from '../text/statements.ts';
import { isFiller, type Token, wordOf } from '../text/token.ts';
import { tokenize } from '../text/tokens.ts';
import { topLevelKeywords } from '../text/top-level-keywords.ts';

/** A text to run, and whether a limit was added to it. */
export interface LimitedSql {
  readonly sql: string;
  readonly limited: boolean;
}

// LIMIT, FETCH and OFFSET say how many rows already; INTO writes a table; FOR locks rows.
const STOPS_THE_LIMIT: ReadonlySet<string> = new Set(['limit', 'fetch', 'offset', 'into', 'for']);

function hasComment(tokens: readonly Token[]): boolean {
  return tokens.some((token) => isFiller(token) && token.kind !== 'whitespace');
}

function takesLimit(sql: string, statement: readonly Token[]): boolean {
  if (wordOf(sql, statement[0]) !== 'select') return false;
  if (statement.at(-1)?.terminated === false) return false;
  const keywords = topLevelKeywords(sql, statement);
  return keywords?.every(({ word }) => !STOPS_THE_LIMIT.has(word)) ?? false;
}

/**
 * Appends ` limit N;` to a single plain SELECT, so that an editor does not fetch a whole table by accident.
 * A text with comments, several statements, a limit of its own, SELECT INTO or a lock clause stays as it is, and so
 * does every text when `limit` is not a positive whole number (-1 means "no limit").
 */
export function applyAutoLimit(sql: string, limit: number): LimitedSql {
  const unchanged = { sql, limited: false };
  if (!Number.isSafeInteger(limit) || limit <= 0) return unchanged;
  if (hasComment(tokenize(sql))) return unchanged;
  const [statement, ...others] = statementTokens(sql);
  const last = statement?.at(-1);
  if (statement === undefined || last === undefined || others.length > 0) return unchanged;
  if (!takesLimit(sql, statement)) return unchanged;
  return { sql: `${sql.slice(0, last.end)} limit ${limit};`, limited: true };
}
