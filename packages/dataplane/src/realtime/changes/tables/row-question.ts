import type { PipelineStatement } from '@basalt/postgres';
import { quoteIdentAlways } from '@basalt/sql';
import type { FilterTerm } from '../filters/parse-filter.ts';
import type { TableColumn, TableForRole } from './read-tables.ts';

/** A row that is asked about: its number, and its values by column. */
export interface AskedRow {
  number: number;
  value(column: string): string | null;
}

const COMPARISONS = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const;

/**
 * Asks for the numbers of those rows that the caller may see, by their primary key, and for which all conditions hold. Names come
 * from the catalog and are quoted, everything else is a parameter.
 */
export function rowQuestion(
  table: TableForRole,
  rows: readonly AskedRow[],
  { terms, checksSight }: { terms: readonly FilterTerm[]; checksSight: boolean },
): Omit<PipelineStatement, 'planKey'> {
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const keys = checksSight ? table.columns.filter(({ isKey }) => isKey) : [];
  const asked = [...new Set([...keys.map(({ name }) => name), ...terms.map(({ column }) => column)])];
  const alias = new Map(asked.map((name, index) => [name, `v${index}`]));
  const values: string[] = [
    JSON.stringify(
      rows.map((row) =>
        Object.fromEntries([['i', row.number], ...asked.map((name) => [alias.get(name), row.value(name)])]),
      ),
    ),
  ];
  const definitions = asked.map((name) => `${alias.get(name)} ${typeName(byName.get(name))}`);
  const join = checksSight
    ? ` join ${quoteIdentAlways(table.schema)}.${quoteIdentAlways(table.name)} as t on ${keys
        .map(({ name }) => `t.${quoteIdentAlways(name)} = x.${alias.get(name)}`)
        .join(' and ')}`
    : '';
  const conditions = terms.map((term) =>
    condition(term, `x.${alias.get(term.column)}`, byName.get(term.column), values),
  );
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const columns = ['i pg_catalog.int4', ...definitions].join(', ');
  return {
    sql: `select x.i from pg_catalog.json_to_recordset($1::pg_catalog.json) as x (${columns})${join}${where}`,
    values,
    reuse: true,
  };
}

function condition(term: FilterTerm, column: string, of: TableColumn | undefined, values: string[]): string {
  const { operator, isNegated } = term;
  const parameter = (value: string, type: string) => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  const test = () => {
    const [value = ''] = term.values;
    switch (operator) {
      case 'is':
        return `${column} is ${IS[value.toLowerCase() as keyof typeof IS]}`;
      case 'in':
        return `${column} = any (${parameter(arrayText(term.values), `${typeName(of)}[]`)})`;
      case 'isdistinct':
        return value.toLowerCase() === 'null'
          ? `${column} is not null`
          : `${column} is distinct from ${parameter(value, typeName(of))}`;
      case 'like':
      case 'ilike':
      case 'match':
      case 'imatch':
        return `${column}::pg_catalog.text ${COMPARISONS[operator]} ${parameter(value, 'pg_catalog.text')}`;
      default:
        return `${column} ${COMPARISONS[operator]} ${parameter(value, typeName(of))}`;
    }
  };
  return isNegated ? `not (${test()})` : `(${test()})`;
}

const IS = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;

/** Without the length that a column may have: what comes from it fits. */
function typeName(column: TableColumn | undefined): string {
  if (column === undefined) throw new Error('A column is asked about that the table does not have.');
  return `${quoteIdentAlways(column.baseSchema)}.${quoteIdentAlways(column.base)}`;
}

/** `{"a","b"}` */
function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;
}
