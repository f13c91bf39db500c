import { quoteIdent } from '../text/identifiers.ts';
import { commentOn } from './comment.ts';
import { renamed } from './schema.ts';
import { DefinitionError, expressionPart, nameIn, nameList, typePart } from './sql-part.ts';

export interface NewIndex {
  name?: string | undefined;
  access_method: string;
  columns: readonly {
    name?: string | undefined;
    expression?: string | undefined;
    operator_class?: string | undefined;
    order?: 'ASC' | 'DESC' | undefined;
    nulls?: 'FIRST' | 'LAST' | undefined;
  }[];
  include?: readonly string[] | undefined;
  is_unique: boolean;
  predicate?: string | undefined;
  comment?: string | null | undefined;
  /** Lets others write while it is built. The statement cannot be part of a transaction. */
  concurrently?: boolean | undefined;
}

export function createIndex(table: { schema: string; name: string }, index: NewIndex): string[] {
  const { name, include = [], predicate, concurrently = false } = index;
  if (concurrently && name === undefined)
    throw new DefinitionError(
      'name',
      'An index that is built while others write needs a name, to be found by when building it fails.',
    );
  const sql = [
    `create${index.is_unique ? ' unique' : ''} index${concurrently ? ' concurrently' : ''}`,
    ...(name === undefined ? [] : [quoteIdent(name)]),
    `on ${nameIn(table.schema, table.name)} using ${quoteIdent(index.access_method)}`,
    `(${index.columns.map(indexColumn).join(', ')})`,
    ...(include.length === 0 ? [] : [`include (${nameList(include)})`]),
    ...(predicate === undefined ? [] : [`where (${expressionPart(predicate, 'predicate')})`]),
  ].join(' ');
  return [
    sql,
    ...(name === undefined
      ? []
      : commentOn(`index ${nameIn(table.schema, name)}`, index.comment || undefined)),
  ];
}

function indexColumn(column: NewIndex['columns'][number], position: number): string {
  const at = `columns.${position}.`;
  const { name, expression, operator_class, order, nulls } = column;
  if ((name === undefined) === (expression === undefined))
    throw new DefinitionError(
      `${at}name`,
      'A part of an index is either a column by its name or an expression.',
    );
  return [
    name === undefined ? `(${expressionPart(expression ?? '', `${at}expression`)})` : quoteIdent(name),
    // Its form is that of a type's name.
    ...(operator_class === undefined ? [] : [typePart(operator_class, `${at}operator_class`)]),
    ...(order === undefined ? [] : [order.toLowerCase()]),
    ...(nulls === undefined ? [] : [`nulls ${nulls.toLowerCase()}`]),
  ].join(' ');
}

/** Builds an index again while others write. The statement cannot be part of a transaction. */
export function rebuildIndex({ schema, name }: { schema: string; name: string }): string[] {
  return [`reindex index concurrently ${nameIn(schema, name)}`];
}

export function changeIndex(
  { schema, name }: { schema: string; name: string },
  changes: { name?: string | undefined; comment?: string | null | undefined },
): string[] {
  const index = `index ${nameIn(schema, name)}`;
  return [...commentOn(index, changes.comment), ...renamed(index, name, changes.name)];
}
