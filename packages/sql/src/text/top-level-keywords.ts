import { isPunctuation, type Token, wordOf } from './token.ts';

/** A word outside all brackets that can be a keyword, and its place among the statement's tokens. */
export interface TopLevelKeyword {
  readonly word: string;
  readonly index: number;
}

/**
 * The words of a statement that stand outside brackets and can act as keywords: not `t.limit`, not `as limit`.
 * Null when the brackets do not match, because then nothing is known.
 */
export function topLevelKeywords(sql: string, tokens: readonly Token[]): TopLevelKeyword[] | null {
  const keywords: TopLevelKeyword[] = [];
  const open: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const text = token.kind === 'punctuation' ? sql.slice(token.start, token.end) : '';
    if (text === '(') open.push(')');
    else if (text === '[') open.push(']');
    else if ((text === ')' || text === ']') && open.pop() !== text) return null;
    const word = open.length === 0 ? wordOf(sql, token) : '';
    if (word !== '' && !isName(sql, tokens[index - 1])) keywords.push({ word, index });
  }
  return open.length === 0 ? keywords : null;
}

/** After a dot or AS even a reserved word is a name. */
function isName(sql: string, previous: Token | undefined): boolean {
  return isPunctuation(sql, previous, '.') || wordOf(sql, previous) === 'as';
}
