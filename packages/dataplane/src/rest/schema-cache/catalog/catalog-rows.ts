/** The rows of the catalog query by kind, as the SQL beside this file describes them. */

export type ColumnRow = [
  attnum: number,
  name: string,
  type: number,
  format: string | null,
  notNull: boolean,
  defaultText: string | null,
  typmod: number,
  comment: string | null,
];

export type RelationRow = [
  oid: number,
  schema: string,
  name: string,
  relkind: string,
  isPartition: boolean,
  writable: number,
  comment: string | null,
  primaryKey: number[] | null,
  columns: ColumnRow[],
];

export type TypeRow = [
  oid: number,
  name: string,
  typtype: string,
  isArray: boolean,
  base: number,
  typmod: number,
  notNull: boolean,
  defaultText: string | null,
  relation: [schema: string, name: string] | null,
  enumLabels: string[] | null,
  schema: string,
  bareName: string,
];

export type CastRow = [source: number, target: number, schema: string, name: string];

export type ForeignKeyRow = [
  constraint: string,
  table: number,
  referenced: number,
  columns: number[],
  referencedColumns: number[],
];

export type UniqueKeyRow = [table: number, isPrimary: boolean, columns: number[]];

export type FunctionRow = [
  oid: number,
  schema: string,
  name: string,
  comment: string | null,
  kind: 'f' | 'a',
  inTypes: number[],
  allTypes: number[] | null,
  modes: string[] | null,
  names: string[] | null,
  defaults: number,
  returnType: number,
  returnsSet: boolean,
  rows: number,
  volatility: string,
  variadic: boolean,
  settings: string[] | null,
];

export type SchemaRow = [name: string, comment: string];

/** Where the columns of a view come from, one step down: by attnum. */
export type ViewColumns = ReadonlyMap<number, { relation: number; column: number }>;

/** All rows, parsed. */
export interface CatalogRows {
  schema: SchemaRow[];
  type: TypeRow[];
  cast: CastRow[];
  relation: RelationRow[];
  unique: UniqueKeyRow[];
  foreign: ForeignKeyRow[];
  function: FunctionRow[];
  /** By oid of the view. */
  view: Map<number, ViewColumns>;
}
