import { splitStatements } from '@basalt/sql';
import { QueryError } from './query-error.ts';

/** A statement of a script, and how many UTF-16 units stand before it. */
export interface ScriptPiece {
  readonly text: string;
  readonly start: number;
}

/** To find where the statements of a longer text end would hold up everybody else. */
export const MAX_SPLIT_LENGTH = 1_000_000;

/** The statements of a script; a very long one stays whole. */
export function scriptPieces(sql: string): readonly ScriptPiece[] {
  return sql.length > MAX_SPLIT_LENGTH ? [{ text: sql, start: 0 }] : splitStatements(sql);
}

const CONTROLS_TRANSACTION =
  /^(begin|start|commit|end|abort|rollback|savepoint|release|prepare(\s|\/\*|--)+transaction)(?![\w$])/i;

/** Whether a statement begins, ends or divides a transaction. In case of doubt it does. */
export function controlsTransaction({ text }: ScriptPiece): boolean {
  return CONTROLS_TRANSACTION.test(text);
}

/** An error of a piece with its place counted from the beginning of the script. */
export function inScript(error: QueryError, sql: string, piece: ScriptPiece | undefined): QueryError {
  const { position } = error;
  if (position === null || piece === undefined) return error;
  const before = [...sql.slice(0, piece.start)].length;
  return new QueryError({ ...error.toJSON(), position: position + before }, { cause: error });
}
