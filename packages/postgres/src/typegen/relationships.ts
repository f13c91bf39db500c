import type { ReferenceRow, TypedSchemas } from './read-typed-schemas.ts';

export interface Relationship {
  readonly constraint: string;
  readonly columns: readonly string[];
  readonly isOneToOne: boolean;
  readonly referencedRelation: string;
  readonly referencedColumns: readonly string[];
}

/** A column of a table. */
type Origin = `${number}.${number}`;

/**
 * What each table and view can be joined with over foreign keys, by its oid. A view that shows all columns of a key, at either end,
 * stands in for its table.
 */
export function findRelationships(schemas: TypedSchemas): Map<number, Relationship[]> {
  const columnsOf = shownColumns(schemas);
  const uniqueKeys = new Set(schemas.uniqueKeys.map(({ table, columns }) => keyOf(table, columns)));
  const found = new Map<number, Relationship[]>();
  for (const reference of schemas.references) {
    const isOneToOne = uniqueKeys.has(keyOf(reference.table, reference.columns));
    const targets = targetsOf(reference, schemas, columnsOf);
    for (const { oid } of schemas.relations) {
      const columns = namesOf(reference.table, reference.columns, columnsOf.get(oid));
      if (columns === null) continue;
      const relationships = targets.map((target) => ({
        constraint: reference.constraint,
        columns,
        isOneToOne,
        ...target,
      }));
      found.set(oid, [...(found.get(oid) ?? []), ...relationships]);
    }
  }
  return found;
}

type ColumnsByOrigin = ReadonlyMap<Origin, string>;

function targetsOf(
  { referenced, referencedName, referencedColumns }: ReferenceRow,
  { relations }: TypedSchemas,
  columnsOf: ReadonlyMap<number, ColumnsByOrigin>,
) {
  const numbers = referencedColumns.map(([number]) => number);
  const table = {
    referencedRelation: referencedName,
    referencedColumns: referencedColumns.map(([, name]) => name),
  };
  const views = relations.flatMap(({ oid, name }) => {
    const columns = oid === referenced ? null : namesOf(referenced, numbers, columnsOf.get(oid));
    return columns === null ? [] : [{ referencedRelation: name, referencedColumns: columns }];
  });
  return [table, ...views];
}

/** For each table and view its columns by the column of a table that they show unchanged; of two such the first. */
function shownColumns({ relations, views }: TypedSchemas): Map<number, ColumnsByOrigin> {
  const sources = new Map(views.map(({ oid, columns }) => [oid, columns]));
  const originOf = (relation: number, column: number): Origin | null => {
    const view = sources.get(relation);
    if (view === undefined) return `${relation}.${column}`;
    const source = view.get(column);
    return source === undefined ? null : originOf(source.relation, source.column);
  };
  return new Map(
    relations.map(({ oid, columns }) => {
      const shown = new Map<Origin, string>();
      for (const { number, name } of columns) {
        const origin = originOf(oid, number);
        if (origin !== null && !shown.has(origin)) shown.set(origin, name);
      }
      return [oid, shown];
    }),
  );
}

/** The names under which columns of a table are shown; null when one is not. */
function namesOf(
  table: number,
  numbers: readonly number[],
  columns: ColumnsByOrigin | undefined,
): string[] | null {
  const names = numbers.map((number) => columns?.get(`${table}.${number}`));
  return names.every((name) => name !== undefined) ? names : null;
}

function keyOf(table: number, columns: readonly number[]): string {
  return `${table}:${[...columns].sort((a, b) => a - b).join()}`;
}
