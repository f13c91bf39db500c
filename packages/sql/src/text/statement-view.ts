import { statementTokens } from './statements.ts';
import { isPunctuation, type Token, wordOf } from './token.ts';

/** The significant tokens of one statement with what every reader of it asks first. All arrays have one entry a token. */
export interface StatementView {
  readonly sql: string;
  readonly tokens: readonly Token[];
  /** The unquoted word in lower case; '' for other tokens and behind a dot, where even a keyword is a name. */
  readonly words: readonly string[];
  /** For `(` and `[` the index of the closing bracket (the number of tokens when it is missing); elsewhere -1. */
  readonly closing: readonly number[];
  /** The index of the innermost bracket around the token, or -1. */
  readonly parent: readonly number[];
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

function punctuationOf(sql: string, token: Token): string {
  return token.kind === 'punctuation' ? sql.slice(token.start, token.end) : '';
}

/** Reads brackets and words of a statement once, in linear time. */
export function viewStatement(sql: string, tokens: readonly Token[]): StatementView {
  const words: string[] = [];
  const closing: number[] = new Array(tokens.length).fill(-1);
  const parent: number[] = [];
  const open: { index: number; closer: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    const text = punctuationOf(sql, token);
    if (open.at(-1)?.closer === text && text !== '') closing[open.pop()?.index ?? 0] = index;
    parent.push(open.at(-1)?.index ?? -1);
    words.push(isPunctuation(sql, tokens[index - 1], '.') ? '' : wordOf(sql, token));
    const closer = CLOSERS[text];
    if (closer !== undefined) {
      closing[index] = tokens.length;
      open.push({ index, closer });
    }
  }
  return { sql, tokens, words, closing, parent };
}

/** The index behind the last token of what begins at `at`: the bracket around it closes, or the statement ends. */
export function endAround(view: StatementView, at: number): number {
  const parent = view.parent[at] ?? -1;
  return parent < 0 ? view.tokens.length : (view.closing[parent] ?? view.tokens.length);
}

/** The next token on the same level: behind the closing bracket when `at` opens one. */
export function nextOnLevel(view: StatementView, at: number): number {
  return Math.max(at, view.closing[at] ?? -1) + 1;
}

export function isMark(view: StatementView, at: number, text: string): boolean {
  return isPunctuation(view.sql, view.tokens[at], text);
}

function isDefinition(sql: string, tokens: readonly Token[]): boolean {
  return wordOf(sql, tokens[0]) === 'create';
}

/** Cuts tokens at every semicolon, whatever brackets stand around it. */
export function cutAtSemicolons(sql: string, tokens: readonly Token[]): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (isPunctuation(sql, token, ';')) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/**
 * The statements of a script as views, one list for each. A statement is one view, unless a bracket was left open and
 * semicolons follow: what comes behind them is looked at on its own, so that an open bracket hides nothing.
 */
export function viewStatements(sql: string): StatementView[][] {
  return statementTokens(sql).map((tokens) => {
    const pieces = isDefinition(sql, tokens) ? [tokens] : cutAtSemicolons(sql, tokens);
    return pieces.map((piece) => viewStatement(sql, piece));
  });
}
