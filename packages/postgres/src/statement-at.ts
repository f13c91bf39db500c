import { splitStatements } from '@basalt/sql';

/**
 * The 0-based number of the statement an error belongs to. A syntax error is found before anything runs, so the
 * error's position (1-based, in characters) decides; without one it is the statement after the completed ones.
 */
export function statementAt(sql: string, position: number | null, completed: number): number {
  if (position === null) return completed;
  let offset = 0;
  for (let left = position - 1; left > 0 && offset < sql.length; left -= 1) {
    offset += (sql.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  const statements = splitStatements(sql);
  const after = statements.findIndex(({ end }) => offset <= end);
  return after >= 0 ? after : Math.max(0, statements.length - 1);
}
