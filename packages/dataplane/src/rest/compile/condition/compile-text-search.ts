import type { TEXT_SEARCHES, Test } from '../../request/read-plan.ts';
import { checkSearch } from '../sql/check-value.ts';
import { quoteText } from '../sql/quote-name.ts';
import type { StatementValues } from '../sql/statement-values.ts';

type TextSearch = Extract<Test, { operator: (typeof TEXT_SEARCHES)[number] }>;

const QUERY_FUNCTIONS = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;
// The others take any text for words.
const SYNTAX: ReadonlySet<string> = new Set(['fts', 'wfts']);
const DOCUMENTS: ReadonlySet<string> = new Set(['json', 'jsonb']);

/**
 * A text search in a `tsvector`, or in what can be made one. The language is a literal: an index on `to_tsvector('english', …)`
 * is found only with the same constant.
 * @param type of the field without its domain; null: not known, the database decides
 */
export function compileTextSearch(
  left: string,
  test: TextSearch,
  type: string | null,
  values: StatementValues,
): string {
  if (SYNTAX.has(test.operator)) checkSearch(test.value);
  const language = test.language === null ? '' : `${quoteText(test.language)}, `;
  // In a subquery it is made once: as a mere call it would be made anew for every row, and a long one takes a while.
  const query = `(select ${QUERY_FUNCTIONS[test.operator]}(${language}${values.add(test.value)}))`;
  if (type === null || type === 'tsvector') return `${left} @@ ${query}`;
  const text = DOCUMENTS.has(type) || type === 'text' ? left : `${left}::text`;
  return `to_tsvector(${language}${text}) @@ ${query}`;
}
