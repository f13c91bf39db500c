import { isString, tokenize } from '@basalt/sql';

/**
 * A statement without the texts in it. Those who may only read see what others run, but not the passwords, tokens and
 * addresses that stand in it, nor in its comments.
 */
export function hideLiterals(sql: string): string {
  return tokenize(sql)
    .map((token) => {
      if (isString(token)) return "'…'";
      if (token.kind === 'block-comment' || token.kind === 'line-comment') return ' ';
      return sql.slice(token.start, token.end);
    })
    .join('');
}
