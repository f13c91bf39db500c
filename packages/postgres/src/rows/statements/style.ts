import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type { ShapeColumn } from '../shape/table-shape.ts';

export type Operator = '=' | '<' | '>';

/** How a statement is written: to be run, or for people to read. Both say the same. */
export interface Style {
  readonly isShown: boolean;
  /** A value that is compared with a column. */
  value(text: string, column: ShapeColumn): string;
  /** A value that is text, whatever the column is. */
  text(text: string): string;
  /** The column itself. */
  column(column: ShapeColumn): string;
  /** The column's text. */
  textOf(column: ShapeColumn): string;
  operator(column: ShapeColumn, operator: Operator): string;
}

const TEXT = 'pg_catalog.text';

/** As PostgreSQL sees it: values are parameters, and no name is looked up anywhere but where it says. */
export function running(): Style & { readonly values: string[] } {
  const values: string[] = [];
  const parameter = (text: string, type: string) => `$${values.push(text)}::${type}`;
  const column = ({ name }: ShapeColumn) => `t.${quoteIdent(name)}`;
  return {
    isShown: false,
    values,
    value: (text, { comparison, plainType }) => parameter(text, comparison === null ? TEXT : plainType),
    text: (text) => parameter(text, TEXT),
    column,
    // As the type writes itself: a cast would be another text for some types, and may be one that somebody has made.
    textOf: (of) =>
      isText(of)
        ? `${column(of)}::${TEXT}`
        : `case when ${column(of)} is distinct from null then pg_catalog.concat(${column(of)}) end`,
    operator: ({ comparison }, operator) => {
      if (comparison === null) return `operator(pg_catalog.${operator})`;
      const { schema, less, equal, greater } = comparison;
      const name = operator === '<' ? less : operator === '>' ? greater : equal;
      return `operator(${quoteIdent(schema)}.${name})`;
    },
  };
}

const NUMBER = /^-?\d+(\.\d+)?$/;
const NUMBERS = new Set(['int2', 'int4', 'int8', 'numeric', 'oid']);

/** As people write it. */
export const SHOWN: Style = {
  isShown: true,
  value: literal,
  text: quoteLiteral,
  column: ({ name }) => quoteIdent(name),
  textOf: (column) => (isText(column) ? quoteIdent(column.name) : `${quoteIdent(column.name)}::text`),
  operator: (_column, operator) => operator,
};

/** A value as SQL, which gets the type of the column it stands beside. */
export function literal(text: string, { isBuiltIn, typeName }: ShapeColumn): string {
  return isBuiltIn && NUMBERS.has(typeName) && NUMBER.test(text) ? text : quoteLiteral(text);
}

/** Whether its values are text, with or without a limit to their length. Not `character(n)`, whose blanks a cast takes away. */
function isText({ isBuiltIn, typeName }: ShapeColumn): boolean {
  return isBuiltIn && (typeName === 'text' || typeName === 'varchar');
}

/** What stands on the left of a comparison. */
export function compared(style: Style, column: ShapeColumn): string {
  if (column.comparison !== null) return style.column(column);
  return style.isShown ? style.textOf(column) : `(${style.textOf(column)})`;
}

/** `column = value`, and likewise. */
export function compare(style: Style, column: ShapeColumn, operator: Operator, value: string): string {
  return `${compared(style, column)} ${style.operator(column, operator)} ${style.value(value, column)}`;
}

/** `column is null`, which of a row that is made of NULLs only would be true as well. */
export function isNull(style: Style, column: ShapeColumn, yes: boolean): string {
  if (style.isShown || column.typeKind !== 'c') return `${style.column(column)} is ${yes ? '' : 'not '}null`;
  return `${style.column(column)} is ${yes ? 'not ' : ''}distinct from null`;
}
