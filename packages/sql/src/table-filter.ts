import { encodeColumn, splitColumn } from './column-part.ts';

/** How a filter compares, as its symbol in SQL. */
export type FilterOperator = '=' | '<>' | '>' | '<' | '>=' | '<=' | '~~' | '~~*' | 'in' | 'is';

/** One filter of a table view. */
export interface TableFilter {
  readonly column: string;
  readonly operator: FilterOperator;
  readonly value: string;
}

const ABBREVIATIONS: Readonly<Record<FilterOperator, string>> = {
  '=': 'eq',
  '<>': 'neq',
  '>': 'gt',
  '<': 'lt',
  '>=': 'gte',
  '<=': 'lte',
  '~~': 'like',
  '~~*': 'ilike',
  in: 'in',
  is: 'is',
};
const OPERATORS = new Map(
  (Object.keys(ABBREVIATIONS) as FilterOperator[]).map((operator) => [ABBREVIATIONS[operator], operator]),
);

/**
 * Reads `column:abbreviation:value` of a table view's address, such as `name:ilike:%a%`. The value may be empty and
 * hold colons. Null when a part is missing, the column is empty or the operator is unknown.
 */
export function parseFilter(text: string): TableFilter | null {
  const parts = splitColumn(text);
  const colon = parts?.rest.indexOf(':') ?? -1;
  if (parts === null || colon < 0) return null;
  const operator = OPERATORS.get(parts.rest.slice(0, colon));
  return operator === undefined
    ? null
    : { column: parts.column, operator, value: parts.rest.slice(colon + 1) };
}

/** The address form of a filter: `column:abbreviation:value`. */
export function formatFilter({ column, operator, value }: TableFilter): string {
  return `${encodeColumn(column)}:${ABBREVIATIONS[operator]}:${value}`;
}
