import { tokenize } from './tokens.ts';

const SPACE = /^[ \t\n\r\f\v]?$/;

/**
 * The text without its comments. Where a block comment was all that kept two tokens apart, a space takes its place,
 * so that the text still means the same.
 */
export function removeComments(sql: string): string {
  const kept: string[] = [];
  let last = '';
  for (const token of tokenize(sql)) {
    if (token.kind === 'line-comment') continue;
    const isComment = token.kind === 'block-comment';
    if (isComment && (SPACE.test(last) || SPACE.test(sql.charAt(token.end)))) continue;
    const text = isComment ? ' ' : sql.slice(token.start, token.end);
    kept.push(text);
    last = text.at(-1) ?? '';
  }
  return kept.join('');
}
