import { splitStatements } from '@basalt/sql';
import { QueryError } from '../errors/query-error.ts';

/** A statement of a script, and how many UTF-16 units stand before it. */
export interface ScriptPiece {
  readonly text: string;
  readonly start: number;
}

/** To find where the statements of a longer text end would hold up everybody else. */
const MAX_SPLIT_LENGTH = 1_000_000;

/** The statements of a script; a very long one stays whole. */
export function scriptPieces(sql: string): readonly ScriptPiece[] {
  return sql.length > MAX_SPLIT_LENGTH ? [{ text: sql, start: 0 }] : splitStatements(sql);
}

const CONTROLS_TRANSACTION =
  /^(begin|start|commit|end|abort|rollback|savepoint|release|prepare(\s|\/\*|--)+transaction)(?![\w$])/i;

/** Whether a statement begins, ends or divides a transaction. In case of doubt it does. */
export function controlsTransaction({ text }: Pick<ScriptPiece, 'text'>): boolean {
  return CONTROLS_TRANSACTION.test(text);
}

/** An error of a piece with its place counted from the beginning of the script. */
export function inScript(error: QueryError, sql: string, piece: ScriptPiece | undefined): QueryError {
  const { position } = error;
  if (position === null || piece === undefined) return error;
  const before = [...sql.slice(0, piece.start)].length;
  return new QueryError({ ...error.toJSON(), position: position + before }, { cause: error });
}

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
