/** What a stretch of SQL text is, as PostgreSQL's own scanner sees it. */
export type TokenKind =
  | 'whitespace'
  | 'line-comment'
  | 'block-comment'
  /** An unquoted identifier or keyword. */
  | 'word'
  /** `"…"` or `U&"…"`. */
  | 'quoted-identifier'
  /** `'…'` or `N'…'`: a backslash is an ordinary character. */
  | 'string'
  /** `E'…'`, or a continuation of one on a later line: a backslash escapes. */
  | 'escape-string'
  /** `U&'…'`. */
  | 'unicode-string'
  /** `B'…'` or `X'…'`. */
  | 'bit-string'
  /** `$tag$…$tag$`. */
  | 'dollar-string'
  | 'number'
  /** `$1`. */
  | 'parameter'
  | 'operator'
  /** One of `( ) [ ] , ; .`, or `..`, `:`, `::`, `:=`. */
  | 'punctuation'
  /** A character that starts nothing in SQL, such as a backslash. */
  | 'unknown';

/** A stretch of the text: UTF-16 offsets, `end` exclusive. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** False when the text ended inside this token (an open quote or comment). */
  readonly terminated: boolean;
}

const STRING_KINDS: ReadonlySet<TokenKind> = new Set([
  'string',
  'escape-string',
  'unicode-string',
  'bit-string',
  'dollar-string',
]);

/** Comments and white space: what separates tokens and means nothing else. */
export function isFiller(token: Token): boolean {
  return token.kind === 'whitespace' || token.kind === 'line-comment' || token.kind === 'block-comment';
}

export function isString(token: Token): boolean {
  return STRING_KINDS.has(token.kind);
}

/** The unquoted word of a token in lower case, as keywords are compared; '' for every other kind. */
export function wordOf(sql: string, token: Token | undefined): string {
  return token?.kind === 'word' ? sql.slice(token.start, token.end).toLowerCase() : '';
}

/** Whether the token is exactly this punctuation. */
export function isPunctuation(sql: string, token: Token | undefined, text: string): boolean {
  return token?.kind === 'punctuation' && sql.slice(token.start, token.end) === text;
}
