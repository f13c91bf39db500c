import { quoteIdent } from './identifiers.ts';
import { isMark, type StatementView } from './statement-view.ts';

/** A name such as `public."My table"`. */
export interface QualifiedName {
  /** Each part as the server stores it: unquoted parts in lower case. */
  readonly parts: readonly string[];
  /** The name as SQL, quoted where it must be. */
  readonly text: string;
  /** The index of the token behind it. */
  readonly next: number;
}

function partAt(view: StatementView, at: number): string | null {
  const token = view.tokens[at];
  if (token === undefined) return null;
  const text = view.sql.slice(token.start, token.end);
  if (token.kind === 'word') return text.toLowerCase();
  // A name with Unicode escapes is kept as it stands; it never equals a plain one, and that is the safe side.
  if (token.kind !== 'quoted-identifier' || !text.startsWith('"'))
    return token.kind === 'quoted-identifier' ? text : null;
  return text.slice(1, token.terminated ? -1 : undefined).replaceAll('""', '"');
}

function quotePart(part: string): string {
  return part === '' || part.includes('\0') ? '""' : quoteIdent(part);
}

/** The name that begins at a token, or null when none does. */
export function readName(view: StatementView, at: number): QualifiedName | null {
  const parts: string[] = [];
  let next = at;
  for (;;) {
    const part = partAt(view, next);
    if (part === null) break;
    parts.push(part);
    next += 1;
    if (!isMark(view, next, '.')) break;
    next += 1;
  }
  return parts.length === 0 ? null : { parts, text: parts.map(quotePart).join('.'), next };
}
