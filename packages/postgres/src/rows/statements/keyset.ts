import type { ShapeColumn, TableShape } from '../shape/table-shape.ts';
import { compare, compared, isNull, type Style } from './style.ts';

export interface Sort {
  readonly column: ShapeColumn;
  readonly ascending: boolean;
}

/** A value of each sorted column, in PostgreSQL's text form. */
export type Position = readonly (string | null)[];

/** One statement's part of the rows that come after a position: those of the first step come first. */
export interface Step {
  readonly conditions: readonly string[];
  readonly order: readonly Sort[];
}

/** A row's place in its table, as if it were a column. */
export const PLACE: ShapeColumn = {
  name: 'ctid',
  type: 'tid',
  plainType: 'tid',
  typeKind: 'b',
  typeName: 'tid',
  isBuiltIn: true,
  isArray: false,
  length: 6,
  notNull: true,
  isGenerated: false,
  isIdentity: false,
  comparison: { schema: 'pg_catalog', less: '<', equal: '=', greater: '>' },
};

/**
 * The order of a page: as it was asked for, then by what tells rows apart, so that every row has one place.
 * @returns `isTotal`: whether it does. Then pages can go on from a row, and need not count
 */
export function totalOrder(shape: TableShape, asked: readonly Sort[]): { sorts: Sort[]; isTotal: boolean } {
  const sorts = asked.filter(
    ({ column }, place) => asked.findIndex((other) => other.column === column) === place,
  );
  const apart = shape.key?.map((name) => shape.columns.find((column) => column.name === name));
  const ties = apart ?? (shape.hasPlaces ? [PLACE] : []);
  for (const column of ties)
    if (column !== undefined && !sorts.some((sort) => sort.column === column))
      sorts.push({ column, ascending: true });
  return { sorts, isTotal: ties.length > 0 };
}

/** ORDER BY, or nothing. NULLs come where PostgreSQL has them: last, and first when it goes down. */
export function orderBy(style: Style, sorts: readonly Sort[]): string {
  if (sorts.length === 0) return '';
  const parts = sorts.map(({ column, ascending }) => `${compared(style, column)}${ascending ? '' : ' desc'}`);
  return ` order by ${parts.join(', ')}`;
}

/**
 * The rows after a position come in parts that an index can be read for: those that agree with it in the first column, those
 * beyond, and NULLs, which no comparison finds. These are the first.
 */
export function stepsWith(sorts: readonly Sort[], position: Position): ((style: Style) => Step)[] {
  const [first, ...rest] = sorts;
  const [value = null, ...values] = position;
  if (first === undefined || rest.length === 0) return [];
  return [
    (style) => ({ conditions: [sameAs(style, first, value), after(style, rest, values)], order: rest }),
  ];
}

/** The parts beyond: rows with another value in the first column than this one. */
export function stepsBeyond(sorts: readonly Sort[], value: string | null): ((style: Style) => Step)[] {
  const [first, ...rest] = sorts;
  if (first === undefined) return [];
  const { ascending, column } = first;
  if (value === null)
    return ascending ? [] : [(style) => ({ conditions: [isNull(style, column, false)], order: sorts })];
  const beyond = (style: Style): Step => ({
    conditions: [compare(style, column, ascending ? '>' : '<', value)],
    order: sorts,
  });
  const nulls = (style: Style): Step => ({ conditions: [isNull(style, column, true)], order: rest });
  return ascending && !column.notNull ? [beyond, nulls] : [beyond];
}

/** The same rows as one condition. */
export function after(style: Style, sorts: readonly Sort[], position: Position): string {
  const [first, ...rest] = sorts;
  const [value = null, ...values] = position;
  if (first === undefined) return 'false';
  const beyond = strictlyAfter(style, first, value);
  if (rest.length === 0) return beyond;
  return `(${beyond} or ${sameAs(style, first, value)} and ${after(style, rest, values)})`;
}

function strictlyAfter(style: Style, { column, ascending }: Sort, value: string | null): string {
  if (value === null) return ascending ? 'false' : isNull(style, column, false);
  const beyond = compare(style, column, ascending ? '>' : '<', value);
  return ascending && !column.notNull ? `(${beyond} or ${isNull(style, column, true)})` : beyond;
}

/** Rows with this value. */
export function sameAs(style: Style, { column }: Sort, value: string | null): string {
  return value === null ? isNull(style, column, true) : compare(style, column, '=', value);
}
