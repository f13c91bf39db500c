import type { ValueType, ValueTypes } from './value-types.ts';

/** The API of one database as one role sees it. What the role may not touch is not in here. */
export interface ApiSchema {
  readonly tables: readonly ApiTable[];
  readonly byOid: ReadonlyMap<number, ApiTable>;
  /** By `relationKey`: schema and name. */
  readonly byName: ReadonlyMap<string, ApiTable>;
  readonly types: ValueTypes;
  readonly query: ReadonlyMap<string, QueryField>;
  readonly mutation: ReadonlyMap<string, MutationField>;
  /** Whether the schema can be read by `__schema` and `__type`. */
  readonly introspection: boolean;
}

export interface ApiColumn {
  readonly number: number;
  /** In the database. */
  readonly name: string;
  /** In the API. */
  readonly field: string;
  readonly type: ValueType;
  readonly notNull: boolean;
  readonly description: string | null;
  readonly shown: boolean;
}

export interface ApiTable {
  readonly schema: string;
  readonly name: string;
  /** Schema and name as SQL. */
  readonly sql: string;
  /** Name of its type. */
  readonly type: string;
  /** The same with a small first letter. */
  readonly field: string;
  readonly description: string | null;
  readonly shown: boolean;
  /** Those that can be read. */
  readonly columns: readonly ApiColumn[];
  /** What tells a row from the others; empty when the role may not read all of it, and then there are no pages of it. */
  readonly key: readonly KeyColumn[];
  readonly insertColumns: readonly ApiColumn[];
  readonly updateColumns: readonly ApiColumn[];
  readonly canDelete: boolean;
  /** Whether every column can be read, as functions of a row need it. */
  readonly readsAll: boolean;
  /** Most rows of a page. */
  readonly maxRows: number;
  readonly totalCount: boolean;
  readonly aggregate: boolean;
  /** What its type has, by name. */
  readonly fields: ReadonlyMap<string, TableField>;
}

export interface KeyColumn {
  readonly name: string;
  /** Its type as SQL. */
  readonly typeSql: string;
  /** Null when its type or name has no form in the API. */
  readonly column: ApiColumn | null;
}

export type TableField =
  | { readonly kind: 'nodeId' }
  | { readonly kind: 'column'; readonly column: ApiColumn }
  | { readonly kind: 'relation'; readonly relation: ApiRelation }
  | { readonly kind: 'function'; readonly function: ApiFunction };

export interface ApiRelation {
  readonly name: string;
  readonly to: ApiTable;
  /** Columns that must be equal, names of the database. */
  readonly pairs: readonly { readonly from: string; readonly to: string }[];
  readonly many: boolean;
  readonly nonNull: boolean;
}

export interface ApiArgument {
  /** In the database. */
  readonly name: string;
  readonly field: string;
  readonly type: ValueType;
  readonly required: boolean;
  /** As GraphQL; null when there is none, or none that can be written. */
  readonly defaultValue: string | null;
}

export interface ApiFunction {
  readonly name: string;
  /** Schema and name as SQL. */
  readonly sql: string;
  /** Empty of a computed field, which is called with the row. */
  readonly arguments: readonly ApiArgument[];
  readonly returns: FunctionReturn;
  readonly volatile: boolean;
  readonly description: string | null;
  readonly shown: boolean;
}

export type FunctionReturn =
  | { readonly kind: 'void' }
  | { readonly kind: 'value'; readonly type: ValueType }
  | { readonly kind: 'row'; readonly table: ApiTable }
  | { readonly kind: 'rows'; readonly table: ApiTable };

export type QueryField =
  | { readonly kind: 'node' }
  | { readonly kind: 'collection'; readonly table: ApiTable }
  | { readonly kind: 'byKey'; readonly table: ApiTable }
  | { readonly kind: 'function'; readonly function: ApiFunction };

export type MutationField =
  | { readonly kind: 'insert'; readonly table: ApiTable }
  | { readonly kind: 'update'; readonly table: ApiTable }
  | { readonly kind: 'delete'; readonly table: ApiTable }
  | { readonly kind: 'function'; readonly function: ApiFunction };

/** The names that a table's type gives to others. */
export const DERIVED_TYPES = [
  '',
  'Connection',
  'Edge',
  'Filter',
  'OrderBy',
  'InsertInput',
  'InsertResponse',
  'UpdateInput',
  'UpdateResponse',
  'DeleteResponse',
  'Aggregate',
  'SumAggregateResult',
  'AvgAggregateResult',
  'MinAggregateResult',
  'MaxAggregateResult',
] as const;
