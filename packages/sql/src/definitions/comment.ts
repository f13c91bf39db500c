import { quoteLiteral } from '../text/identifiers.ts';

/**
 * The statement that writes a comment; none when nothing was said about it.
 * @param object as SQL names it, such as `table shop.goods`
 */
export function commentOn(object: string, text: string | null | undefined): string[] {
  if (text === undefined) return [];
  return [`comment on ${object} is ${text === null || text === '' ? 'null' : quoteLiteral(text)}`];
}
