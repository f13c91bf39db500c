import { splitStatements } from '@basalt/sql';

const ASK = 'explain (analyze false, format json) ';

/** What asks for the plan of a text; null when it is not exactly one statement. The text keeps its line. */
export function explainText(sql: string): string | null {
  const [statement, ...others] = splitStatements(sql);
  if (statement === undefined || others.length > 0) return null;
  if (/^explain\b/i.test(statement.text)) return sql;
  return sql.slice(0, statement.start) + ASK + sql.slice(statement.start);
}

/** Only a short text is looked at: a long one of nothing but spaces is not worth reading at every key. */
export function isBlankText(text: { readonly length: number; toString(): string }): boolean {
  return text.length === 0 || (text.length < 2_000 && text.toString().trim() === '');
}
