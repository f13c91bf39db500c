import { viewStatements } from './statement-view.ts';
import { tablesWithoutRls } from './tables-without-rls.ts';
import { isFiller, isPunctuation, type Token } from './token.ts';
import { tokenize } from './tokens.ts';

/** The script with its last statement ended, ready for more. */
function ended(sql: string, tokens: readonly Token[]): string {
  const last = tokens.findLast(({ kind }) => kind !== 'whitespace');
  const text = sql.slice(0, last?.end);
  const lastMeaning = tokens.findLast((token) => !isFiller(token));
  if (isPunctuation(sql, lastMeaning, ';')) return text;
  // Behind a comment a semicolon would be part of it.
  return last !== undefined && isFiller(last) ? `${text}\n;` : `${text};`;
}

/**
 * The script with `alter table … enable row level security;` appended for every table that it creates without. A
 * script that ends inside an open quote or comment stays as it is: nothing can be appended to it.
 */
export function enableRlsStatements(sql: string): string {
  const tables = tablesWithoutRls(viewStatements(sql));
  const tokens = tokenize(sql);
  if (tables.length === 0 || tokens.at(-1)?.terminated === false) return sql;
  const statements = tables.map(({ name }) => `alter table ${name} enable row level security;`);
  return `${ended(sql, tokens)}\n\n${statements.join('\n')}\n`;
}
