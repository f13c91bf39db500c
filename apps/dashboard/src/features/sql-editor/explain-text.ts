import { splitStatements } from '@basalt/sql';

const ASK = 'explain (analyze false, format text) ';

/** What asks for the plan of a text; null when it is not exactly one statement. The text keeps its line. */
export function explainText(sql: string): string | null {
  const [statement, ...others] = splitStatements(sql);
  if (statement === undefined || others.length > 0) return null;
  if (/^explain\b/i.test(statement.text)) return sql;
  return sql.slice(0, statement.start) + ASK + sql.slice(statement.start);
}
