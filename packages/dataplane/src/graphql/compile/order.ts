import { EnumWord, type InputValue, isInputObject } from '../document/input-values.ts';
import { fail } from '../errors/graphql-failure.ts';
import { MAX_ORDER_TERMS } from '../limits/limits.ts';
import type { ApiColumn, ApiTable } from '../schema/api-schema.ts';
import type { TextList } from './json-lists.ts';
import type { CompileScope, RowRef } from './scope.ts';

export interface OrderTerm {
  /** Name in the database. */
  readonly column: string;
  readonly typeSql: string;
  readonly notNull: boolean;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

const DIRECTIONS: Readonly<Record<string, Pick<OrderTerm, 'descending' | 'nullsFirst'>>> = {
  AscNullsFirst: { descending: false, nullsFirst: true },
  AscNullsLast: { descending: false, nullsFirst: false },
  DescNullsFirst: { descending: true, nullsFirst: true },
  DescNullsLast: { descending: true, nullsFirst: false },
};

/** Whether rows can be put in order by a column. */
export function isOrderable({ type }: ApiColumn): boolean {
  return !type.isList && (type.enum !== null || type.scalar !== 'JSON');
}

/** The order of a collection: what was asked for, then the key, so that no two rows are equal. @throws {GraphqlFailure} */
export function readOrder(value: InputValue | undefined, table: ApiTable): OrderTerm[] {
  const list = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  const terms = (list as readonly InputValue[]).flatMap((item) => readItem(item, table));
  if (terms.length > MAX_ORDER_TERMS) fail(`"orderBy" may name ${MAX_ORDER_TERMS} columns at most`);
  for (const { name, typeSql } of table.key)
    terms.push({ column: name, typeSql, notNull: true, descending: false, nullsFirst: false });
  return terms;
}

function readItem(item: InputValue, table: ApiTable): OrderTerm[] {
  if (item === null) return [];
  if (!isInputObject(item)) fail(`Invalid input for ${table.type}OrderBy type`);
  const entries = Object.entries(item);
  const columns = new Map(table.columns.filter(isOrderable).map((column) => [column.field, column]));
  const extra = entries.map(([name]) => name).filter((name) => !columns.has(name));
  if (extra.length > 0)
    fail(`Input for type ${table.type}OrderBy contains extra keys ${JSON.stringify(extra)}`);
  if (entries.length > 1) fail('Each item of "orderBy" names one column: their order counts');
  return entries.flatMap(([name, given]) => {
    const column = columns.get(name);
    if (given === null || column === undefined) return [];
    const word = given instanceof EnumWord ? given.name : given;
    const direction =
      typeof word === 'string' && Object.hasOwn(DIRECTIONS, word) ? DIRECTIONS[word] : undefined;
    if (direction === undefined) fail('Invalid input for OrderByDirection type');
    return { column: column.name, typeSql: column.type.sql, notNull: column.notNull, ...direction };
  });
}

/** The same from the end. */
export function reversed(terms: readonly OrderTerm[]): OrderTerm[] {
  return terms.map((term) => ({ ...term, descending: !term.descending, nullsFirst: !term.nullsFirst }));
}

/** What stands after ORDER BY. Where there are no nulls it does not say where they go: an index then fits. */
export function orderSql(terms: readonly OrderTerm[], row: RowRef): string {
  return terms
    .map(({ column, descending, nullsFirst, notNull }) => {
      const nulls = notNull || nullsFirst === descending ? '' : nullsFirst ? ' nulls first' : ' nulls last';
      return `${row.column(column)}${descending ? ' desc' : ''}${nulls}`;
    })
    .join(', ');
}

/** What a cursor holds of a row, as jsonb. */
export function cursorSql(terms: readonly OrderTerm[], row: RowRef): string {
  return `jsonb_build_array(${terms.map(({ column }) => row.column(column)).join(', ')})`;
}

/** Whether a row comes behind the one with these values. Fewer values than terms stand for all rows that begin so. */
export function behind(
  terms: readonly OrderTerm[],
  given: TextList,
  row: RowRef,
  { values }: CompileScope,
): string {
  const used = terms.slice(0, given.length).map((term, index) => {
    const value = given[index] ?? null;
    return {
      ...term,
      left: row.column(term.column),
      isNull: value === null,
      right: `${values.add(value)}::${term.typeSql}`,
    };
  });
  const [first] = used;
  if (first === undefined) return 'true';
  if (used.every((term) => term.notNull && !term.isNull && term.descending === first.descending)) {
    const sign = first.descending ? '<' : '>';
    return `(${used.map(({ left }) => left).join(', ')}) ${sign} (${used.map(({ right }) => right).join(', ')})`;
  }
  return used.reduceRight((rest, term) => {
    const { left, right, isNull, nullsFirst, notNull, descending } = term;
    const equal = isNull ? `${left} is null` : `${left} = ${right}`;
    const later = isNull
      ? nullsFirst
        ? `${left} is not null`
        : 'false'
      : `${left} ${descending ? '<' : '>'} ${right}${nullsFirst || notNull ? '' : ` or ${left} is null`}`;
    return rest === '' ? `(${later})` : `(${later} or ${equal} and ${rest})`;
  }, '');
}
