import type { TableColumn } from '../tables/read-tables.ts';
import type { FilterTerm } from './parse-filter.ts';

/** True, false, or null for SQL's unknown. */
export type Verdict = boolean | null;
export type RowTest = (value: string | null) => Verdict;

const INTEGERS: ReadonlySet<string> = new Set(['int2', 'int4', 'int8']);
const TEXTS: ReadonlySet<string> = new Set(['text', 'varchar']);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The test of a condition where it takes no database: where values are equal when their texts are, and for whole numbers. Null:
 * PostgreSQL must be asked.
 */
export function rowTest(term: FilterTerm, column: TableColumn): RowTest | null {
  const { operator, isNegated, values } = term;
  if (operator === 'is' && isNullTest(values[0])) {
    const wantsNull = (values[0]?.toLowerCase() === 'null') !== isNegated;
    return (value) => (value === null) === wantsNull;
  }
  if (operator === 'isdistinct' && values[0]?.toLowerCase() === 'null')
    return (value) => (value !== null) !== isNegated;
  const known = values.map((value) => canonical(value, column));
  if (!known.every((value) => value !== null)) return null;
  const test = comparison(operator, known, column);
  if (test === null) return null;
  if (!isNegated) return test;
  return (value) => {
    const verdict = test(value);
    return verdict === null ? null : !verdict;
  };
}

function isNullTest(value: string | undefined): boolean {
  return value?.toLowerCase() === 'null' || value?.toLowerCase() === 'not_null';
}

/** The one text that PostgreSQL writes for a value; null: not known here. */
function canonical(value: string, { base, baseSchema, isDeterministic, isEnum }: TableColumn): string | null {
  if (isEnum) return value;
  if (baseSchema !== 'pg_catalog') return null;
  if (INTEGERS.has(base)) return /^-?\d{1,18}$/.test(value) ? String(BigInt(value)) : null;
  if (TEXTS.has(base)) return isDeterministic ? value : null;
  if (base === 'uuid') return UUID.test(value) ? value.toLowerCase() : null;
  if (base === 'bool') return BOOLEANS.get(value.toLowerCase()) ?? null;
  return null;
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ['true', 't'],
  ['t', 't'],
  ['false', 'f'],
  ['f', 'f'],
]);

function comparison(
  operator: FilterTerm['operator'],
  values: readonly string[],
  column: TableColumn,
): RowTest | null {
  const [wanted = ''] = values;
  switch (operator) {
    case 'eq':
      return (value) => (value === null ? null : value === wanted);
    case 'neq':
      return (value) => (value === null ? null : value !== wanted);
    case 'in': {
      const all = new Set(values);
      return (value) => (value === null ? null : all.has(value));
    }
    case 'isdistinct':
      return (value) => value !== wanted;
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return INTEGERS.has(column.base) && column.baseSchema === 'pg_catalog'
        ? order(operator, BigInt(wanted))
        : null;
    default:
      return null;
  }
}

function order(operator: 'lt' | 'lte' | 'gt' | 'gte', wanted: bigint): RowTest {
  const holds = {
    lt: (value: bigint) => value < wanted,
    lte: (value: bigint) => value <= wanted,
    gt: (value: bigint) => value > wanted,
    gte: (value: bigint) => value >= wanted,
  }[operator];
  return (value) => (value === null ? null : holds(BigInt(value)));
}
