import type { ShapeColumn } from '../shape/table-shape.ts';
import { compare, compared, isNull, type Style } from './style.ts';

export type FilterOperator = '=' | '<>' | '>' | '<' | '>=' | '<=' | '~~' | '~~*' | 'in' | 'is';

export interface Filter {
  readonly column: ShapeColumn;
  readonly operator: FilterOperator;
  readonly value: string;
}

/** A filter that says nothing PostgreSQL could be asked. `column` is the one it is about. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
  readonly column: string;

  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

const MAX_LISTED = 1_000;

/** Conditions, each of which a row must meet. Throws FilterError. */
export function conditions(style: Style, filters: readonly Filter[]): string[] {
  return filters.map((filter) => condition(style, filter));
}

function condition(style: Style, { column, operator, value }: Filter): string {
  const same = (text: string) => compare(style, column, '=', text);
  switch (operator) {
    case '=':
      return same(value);
    // NOT of the other one: a type may have no operator of its own for these, and NULL stays NULL.
    case '<>':
      return style.isShown ? shown(style, column, operator, value) : `not ${same(value)}`;
    case '>':
    case '<':
      return compare(style, column, operator, value);
    case '>=':
      return style.isShown
        ? shown(style, column, operator, value)
        : `not ${compare(style, column, '<', value)}`;
    case '<=':
      return style.isShown
        ? shown(style, column, operator, value)
        : `not ${compare(style, column, '>', value)}`;
    case '~~':
      return like(style, column, value, false);
    case '~~*':
      return like(style, column, value, true);
    case 'in':
      return among(style, column, value);
    default:
      return is(style, column, value);
  }
}

function shown(style: Style, column: ShapeColumn, operator: string, value: string): string {
  return `${compared(style, column)} ${operator} ${style.value(value, column)}`;
}

function like(style: Style, column: ShapeColumn, pattern: string, anyCase: boolean): string {
  const { isShown } = style;
  const operator = isShown ? (anyCase ? 'ilike' : 'like') : `operator(pg_catalog.${anyCase ? '~~*' : '~~'})`;
  return `${style.isShown ? style.textOf(column) : `(${style.textOf(column)})`} ${operator} ${style.text(pattern)}`;
}

function among(style: Style, column: ShapeColumn, list: string): string {
  const listed = readList(list);
  if (listed === null)
    throw new FilterError(column.name, 'This list is not complete: a quote is open. Close it, or double it.');
  if (listed.length === 0)
    throw new FilterError(column.name, 'This list is empty. Write values with commas between them.');
  if (listed.length > MAX_LISTED)
    throw new FilterError(column.name, `A list can have at most ${MAX_LISTED} values.`);
  if (column.isArray) return `(${listed.map((each) => compare(style, column, '=', each)).join(' or ')})`;
  const values = listed.map((each) => style.value(each, column));
  if (style.isShown) return `${compared(style, column)} in (${values.join(', ')})`;
  return `${compared(style, column)} ${style.operator(column, '=')} any (array[${values.join(', ')}])`;
}

/** The values of a filter that must fit the type of its column. */
export function valuesOf({ operator, value }: Filter): string[] {
  if (operator === 'is' || operator === '~~' || operator === '~~*') return [];
  return operator === 'in' ? (readList(value) ?? []) : [value];
}

const ENTRY = /\s*(?:"((?:[^"]|"")*)"\s*|([^",][^,]*|))(,|$)/y;

/** `a, "b, c", "say ""hi"""`, with or without brackets around it. Null when a quote is not closed. */
export function readList(text: string): string[] | null {
  const inner = /^\s*\(([\s\S]*)\)\s*$/.exec(text)?.[1] ?? text;
  if (inner.trim() === '') return [];
  const values: string[] = [];
  ENTRY.lastIndex = 0;
  for (;;) {
    const match = ENTRY.exec(inner);
    if (match === null) return null;
    const [, quoted, plain = '', end] = match;
    values.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    if (end === '') return values;
  }
}

const STATES: Readonly<Record<string, string>> = {
  null: 'is null',
  'not null': 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
};

function is(style: Style, column: ShapeColumn, value: string): string {
  const state = value.trim().toLowerCase().replace(/\s+/g, ' ');
  const words = STATES[Object.hasOwn(STATES, state) ? state : ''];
  if (words === undefined)
    throw new FilterError(column.name, 'Write null, not null, true, false or unknown after “is”.');
  if (!words.endsWith('null') && column.typeName !== 'bool')
    throw new FilterError(
      column.name,
      `Only columns of type boolean can be ${state}. This one is ${column.type}.`,
    );
  if (words.endsWith('null')) return isNull(style, column, words === 'is null');
  return `${style.column(column)} ${words}`;
}
