import type { ColumnRow, RelationRow, UniqueKeyRow } from '@basalt/postgres/catalog';
import type { Column, ComputedField, Relation } from '../schema-cache.ts';
import type { DatabaseType } from './build-types.ts';
import { type ViewOrigins, waysToCarry } from './view-origins.ts';

/** A relation with what only the building of relationships needs. */
export interface KnownRelation {
  oid: number;
  relation: Relation & { isPartition: boolean; computedFields: Map<string, ComputedField> };
  columnNames: ReadonlyMap<number, string>;
}

const KINDS: Record<string, Relation['kind']> = {
  r: 'table',
  p: 'partitioned',
  v: 'view',
  m: 'materialized',
  f: 'foreign',
};
const UPDATE = 4;
const INSERT = 8;
const DELETE = 16;

export function buildRelation(
  row: RelationRow,
  known: {
    types: ReadonlyMap<number, DatabaseType>;
    primaryKeys: ReadonlyMap<number, readonly number[]>;
    origins: ReadonlyMap<number, ViewOrigins>;
  },
): KnownRelation {
  const { oid, schema, name, isPartition, writable, comment, columns } = row;
  const columnNames = new Map(columns.map((column) => [column.number, column.name]));
  const origins = known.origins.get(oid);
  const key = row.primaryKey ?? (origins ? viewKey(origins, known.primaryKeys) : []);
  return {
    oid,
    columnNames,
    relation: {
      schema,
      name,
      kind: KINDS[row.kind] ?? 'table',
      comment,
      columns: new Map(columns.map((column) => [column.name, buildColumn(column, known.types)])),
      primaryKey: namesOf(columnNames, key),
      insertable: (writable & INSERT) !== 0,
      updatable: (writable & UPDATE) !== 0,
      deletable: (writable & DELETE) !== 0,
      isPartition,
      computedFields: new Map(),
    },
  };
}

export function namesOf(columnNames: ReadonlyMap<number, string>, attnums: readonly number[]): string[] {
  return attnums.flatMap((attnum) => columnNames.get(attnum) ?? []);
}

export function primaryKeysByTable(rows: readonly UniqueKeyRow[]): ReadonlyMap<number, readonly number[]> {
  return new Map(rows.filter(({ isPrimary }) => isPrimary).map(({ table, columns }) => [table, columns]));
}

/** The keys of all base tables that a view carries whole: together they tell the rows of a join apart. */
function viewKey(origins: ViewOrigins, primaryKeys: ReadonlyMap<number, readonly number[]>): number[] {
  const keys = [...origins.keys()].flatMap((table) => {
    const primaryKey = primaryKeys.get(table);
    return (primaryKey && waysToCarry(origins, table, primaryKey)[0]) ?? [];
  });
  return [...new Set(keys)];
}

function buildColumn(row: ColumnRow, types: ReadonlyMap<number, DatabaseType>): Column {
  const { name, format, notNull, modifier, comment } = row;
  const type = types.get(row.type);
  const typeName = type?.name ?? 'text';
  return {
    name,
    type: typeName,
    baseType: type?.baseName ?? typeName,
    format: format ?? typeName,
    isArray: type?.isArray ?? false,
    isComposite: type?.isComposite ?? false,
    nullable: !notNull && !type?.notNull,
    default: row.default ?? type?.default ?? null,
    maxLength: type ? maxLength(type, modifier === -1 ? type.modifier : modifier) : null,
    enumValues: type?.enumValues ?? [],
    comment,
    representation: type?.representation ?? null,
  };
}

/** Of `character(n)` and `varchar(n)`, whose modifier counts four more, and of `bit(n)` and `varbit(n)`. */
function maxLength({ baseOid }: DatabaseType, modifier: number): number | null {
  if (modifier === -1) return null;
  if (baseOid === 1042 || baseOid === 1043) return modifier - 4;
  return baseOid === 1560 || baseOid === 1562 ? modifier : null;
}
