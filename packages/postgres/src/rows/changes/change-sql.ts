import { quoteIdent } from '@basalt/sql';
import type { RowKey } from '../reading/read-cell.ts';
import { qualifiedName, type ShapeColumn, type TableShape } from '../shape/table-shape.ts';
import { compare, literal, running, SHOWN, type Style } from '../statements/style.ts';

/** A value in PostgreSQL's text form; null is NULL. */
export type NewValue = string | null | { readonly default: true };
type NewValues = readonly (readonly [ShapeColumn, NewValue])[];

export type Change =
  | { readonly kind: 'insert'; readonly values: NewValues }
  | {
      readonly kind: 'update';
      readonly key: RowKey;
      readonly values: NewValues;
      readonly version?: string | undefined;
    }
  | { readonly kind: 'delete'; readonly key: RowKey; readonly version?: string | undefined };

/** The statement of a change, which answers the key of the row that it made. */
export function changeStatement(
  shape: TableShape,
  change: Change,
): { text: string; values: (string | null)[] } {
  const style = running();
  const values: (string | null)[] = style.values;
  // Without a type it takes that of the column, and is refused when it is too long for it: a cast would cut it.
  const stored = (value: string | null) => `$${values.push(value)}`;
  const answer = (shape.key ?? []).map((name) => `t.${quoteIdent(name)}`).join(', ');
  const returning = answer === '' || change.kind === 'delete' ? '' : ` returning ${answer}`;
  return { text: write(shape, change, style, stored) + returning, values };
}

/** The same as people write it. */
export function shownChange(shape: TableShape, change: Change): string {
  return `${write(shape, change, SHOWN, (value, column) => (value === null ? 'null' : literal(value, column)))};`;
}

function write(
  shape: TableShape,
  change: Change,
  style: Style,
  stored: (value: string | null, column: ShapeColumn) => string,
): string {
  const table = `${qualifiedName(shape)}${style.isShown ? '' : ' as t'}`;
  const setTo = ([column, value]: NewValues[number]) =>
    typeof value === 'object' && value !== null ? 'default' : stored(value, column);
  if (change.kind === 'insert') {
    if (change.values.length === 0) return `insert into ${table} default values`;
    const names = change.values.map(([{ name }]) => quoteIdent(name)).join(', ');
    return `insert into ${table} (${names}) values (${change.values.map(setTo).join(', ')})`;
  }
  const where = () => change.key.map(([column, value]) => compare(style, column, '=', value)).join(' and ');
  if (change.kind === 'delete') return `delete from ${table} where ${where()}`;
  const set = change.values.map((each) => `${quoteIdent(each[0].name)} = ${setTo(each)}`).join(', ');
  return `update ${table} set ${set} where ${where()}`;
}
