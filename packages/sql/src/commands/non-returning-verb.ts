import { statementTokens } from '../text/statements.ts';
import { isPunctuation, type Token, wordOf } from '../text/token.ts';
import { topLevelKeywords } from '../text/top-level-keywords.ts';

const NON_RETURNING: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'merge', 'call', 'do']);
const AFTER_WITH: ReadonlySet<string> = new Set([
  'select',
  'values',
  'table',
  'insert',
  'update',
  'delete',
  'merge',
]);

/** `with insert as (…)`, `with insert (a) as (…)`: here the word names a query and is no verb. */
function namesQuery(sql: string, next: Token | undefined): boolean {
  return wordOf(sql, next) === 'as' || isPunctuation(sql, next, '(');
}

function verbOf(sql: string, tokens: readonly Token[]): string | null {
  const keywords = topLevelKeywords(sql, tokens) ?? [];
  if (keywords.some(({ word }) => word === 'returning')) return null;
  const first = keywords[0];
  if (first?.index !== 0) return null;
  if (first.word !== 'with') return first.word;
  const main = keywords.find(
    ({ word, index }) =>
      AFTER_WITH.has(word) && !(NON_RETURNING.has(word) && namesQuery(sql, tokens[index + 1])),
  );
  return main?.word ?? null;
}

/**
 * The verb of the text's last statement when it changes data and answers no rows (insert, update, delete and merge
 * without RETURNING, call, do), in lower case; null for everything else. It decides between "ran successfully" and
 * "no rows".
 */
export function nonReturningVerb(sql: string): string | null {
  const last = statementTokens(sql).at(-1);
  const verb = last === undefined ? null : verbOf(sql, last);
  return verb !== null && NON_RETURNING.has(verb) ? verb : null;
}
