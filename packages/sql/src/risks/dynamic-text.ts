import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { readName } from '../text/qualified-name.ts';
import { isMark, nextOnLevel, type StatementView } from '../text/statement-view.ts';
import { stringValue } from '../text/string-value.ts';
import { isString } from '../text/token.ts';

/** Stands in a text for a part that only the server knows. */
export const UNKNOWN_PART = 'unknown_part';
const DEEPEST = 40;
const FORMAT_SPECIFIER = /%(?:(\d+)\$)?-?\d*([sIL%])/g;

/** A stretch of tokens, `to` exclusive. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

function splitArguments(view: StatementView, open: number): Stretch[] {
  const close = Math.min(view.closing[open] ?? view.tokens.length, view.tokens.length);
  const parts: Stretch[] = [];
  let from = open + 1;
  for (let at = from; at < close; at = nextOnLevel(view, at)) {
    if (!isMark(view, at, ',')) continue;
    parts.push({ from, to: at });
    from = at + 1;
  }
  if (from < close) parts.push({ from, to: close });
  return parts;
}

function formatted(template: string, values: readonly string[]): string {
  let next = 0;
  return template.replace(FORMAT_SPECIFIER, (_, position: string | undefined, kind: string) => {
    if (kind === '%') return '%';
    if (position !== undefined) next = Number(position) - 1;
    const value = values[next] ?? UNKNOWN_PART;
    next += 1;
    if (kind === 's') return value;
    return kind === 'L' ? quoteLiteral(value) : value === '' ? UNKNOWN_PART : quoteIdent(value);
  });
}

function callText(name: string, values: readonly string[]): string {
  const [first = '', ...rest] = values;
  switch (name) {
    case 'format':
      return formatted(first, rest);
    case 'concat':
      return values.join('');
    case 'concat_ws':
      return rest.join(first);
    case 'quote_ident':
    case 'quote_literal':
    case 'quote_nullable':
      return UNKNOWN_PART;
    default:
      // What a function makes of its arguments is not known; that a verb is among them is.
      return values.join(' ');
  }
}

/**
 * The text an expression of EXECUTE builds, as far as it can be read: constants, `||`, format(), concat() and
 * concat_ws(). Parts that are not written down appear as `UNKNOWN_PART`.
 */
export function dynamicText(view: StatementView, { from, to }: Stretch, depth = 0): string {
  if (depth > DEEPEST) return UNKNOWN_PART;
  const parts: string[] = [];
  for (let at = from; at < to; ) {
    const token = view.tokens[at];
    const name = readName(view, at);
    if (token !== undefined && isString(token)) {
      parts.push(stringValue(view.sql, token));
      at += 1;
    } else if (isMark(view, at, '::')) {
      at = readName(view, at + 1)?.next ?? at + 1;
    } else if (name !== null && isMark(view, name.next, '(')) {
      const values = splitArguments(view, name.next).map((part) => dynamicText(view, part, depth + 1));
      parts.push(callText(name.parts.at(-1) ?? '', values));
      at = nextOnLevel(view, name.next);
    } else if (name !== null) {
      parts.push(UNKNOWN_PART);
      at = name.next;
    } else if (isMark(view, at, '(')) {
      parts.push(dynamicText(view, { from: at + 1, to: Math.min(view.closing[at] ?? to, to) }, depth + 1));
      at = nextOnLevel(view, at);
    } else {
      const isJoin = token?.kind === 'operator' && view.sql.slice(token.start, token.end) === '||';
      if (!isJoin) parts.push(' ');
      at += 1;
    }
  }
  return parts.join('');
}
