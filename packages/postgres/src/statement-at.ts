import { MAX_SPLIT_LENGTH, scriptPieces } from './script-pieces.ts';

/**
 * The 0-based number of the statement an error belongs to. A syntax error is found before anything runs, so the
 * error's position (1-based, in characters) decides; without one it is the statement after the completed ones, or the
 * last one when all have completed (a deferred constraint). Of a text that
 * is too long to be looked at it is always that.
 */
export function statementAt(sql: string, position: number | null, completed: number): number {
  if (position === null && completed === 0) return 0;
  if (sql.length > MAX_SPLIT_LENGTH) return completed;
  const statements = scriptPieces(sql);
  const last = Math.max(0, statements.length - 1);
  if (position === null) return Math.min(completed, last);
  let offset = 0;
  for (let left = position - 1; left > 0 && offset < sql.length; left -= 1) {
    offset += (sql.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  const after = statements.findIndex(({ start, text }) => offset <= start + text.length);
  return after >= 0 ? after : last;
}
