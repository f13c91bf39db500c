/** The name of a column inside `column:rest`: a colon or percent sign in it is percent-encoded. */
function encodeColumn(column: string): string {
  return column.replaceAll('%', '%25').replaceAll(':', '%3A');
}

function decodeColumn(text: string): string {
  return text.replace(/%(?:(25)|3a)/gi, (_, percent: string | undefined) =>
    percent === undefined ? ':' : '%',
  );
}

/** Cuts `column:rest` at the first colon; null when there is none or the column is empty. */
function splitColumn(text: string): { readonly column: string; readonly rest: string } | null {
  const colon = text.indexOf(':');
  return colon < 1 ? null : { column: decodeColumn(text.slice(0, colon)), rest: text.slice(colon + 1) };
}

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

/** One sort of a table view. */
export interface TableSort {
  readonly column: string;
  readonly ascending: boolean;
}

/** Reads `column:asc` or `column:desc` of a table view's address. Null when a part is missing; anything but `asc` descends. */
export function parseSort(text: string): TableSort | null {
  const parts = splitColumn(text);
  if (parts === null || parts.rest === '') return null;
  return { column: parts.column, ascending: parts.rest === 'asc' };
}

/** The address form of a sort: `column:asc` or `column:desc`. */
export function formatSort({ column, ascending }: TableSort): string {
  return `${encodeColumn(column)}:${ascending ? 'asc' : 'desc'}`;
}
