import { viewStatements } from '../text/statement-view.ts';
import { topLevelKeywords } from '../text/top-level-keywords.ts';
import { findUnknownFunctions } from './find-unknown-functions.ts';
import { isPlainQuery } from './reader.ts';

/** Unquoted words that a text may not hold, wherever they stand. OPERATOR( ) names what a function carries out. */
const WRITE_WORDS: ReadonlySet<string> = new Set(
  `alter call copy create delete drop execute grant insert into merge operator replace revoke truncate update`.split(
    /\s+/,
  ),
);

/**
 * Whether a text is one SELECT that, by its words, only reads: no word of writing, no unknown function. Advice about
 * running a query unasked; what keeps it from writing is the read-only role and transaction it runs in.
 */
export function isReadOnlySelect(sql: string): boolean {
  const [views, ...others] = viewStatements(sql);
  const [view, ...pieces] = views ?? [];
  if (view === undefined || others.length > 0 || pieces.length > 0 || view.words[0] !== 'select')
    return false;
  const isWhole = view.tokens.every(({ kind, terminated }) => terminated && kind !== 'unknown');
  if (!isWhole || topLevelKeywords(sql, view.tokens) === null) return false;
  if (view.words.some((word) => WRITE_WORDS.has(word)) || !isPlainQuery(view)) return false;
  return findUnknownFunctions(sql).length === 0;
}
