import * as z from 'zod';

/** How values of a column are shown, edited and compared. Of a domain it is that of the type it stands on. */
export const valueKind = z.enum([
  'boolean',
  'integer',
  'number',
  'text',
  'json',
  'enum',
  'date',
  'time',
  'timestamp',
  'uuid',
  'bytes',
  'array',
  'range',
  'composite',
  'other',
]);
export type ValueKind = z.infer<typeof valueKind>;

export const gridColumn = z.object({
  name: z.string(),
  /** As SQL writes it, such as `numeric(10,2)` or `shop.mood[]`. */
  type: z.string(),
  kind: valueKind,
  /** Of an enum, and of an array of an enum. */
  enum_values: z.array(z.string()),
  /** Whether its moments have a time zone. */
  has_time_zone: z.boolean(),
  is_nullable: z.boolean(),
  /** SQL. Of a generated column its expression. */
  default_value: z.string().nullable(),
  identity: z.enum(['always', 'by default']).nullable(),
  is_generated: z.boolean(),
  /** Whether a new row may name it. */
  is_insertable: z.boolean(),
  is_updatable: z.boolean(),
  comment: z.string().nullable(),
});
export type GridColumn = z.infer<typeof gridColumn>;

/** A foreign key, seen from one of its ends: `columns` are this table's, `other_columns` those they go with, in the same order. */
export const gridReference = z.object({
  constraint: z.string(),
  columns: z.array(z.string()),
  other_table_id: z.number().int(),
  other_schema: z.string(),
  other_table: z.string(),
  other_columns: z.array(z.string()),
});
export type GridReference = z.infer<typeof gridReference>;

/** Why rows cannot be changed here. */
export const readOnlyReason = z.enum([
  /** Nothing tells its rows apart: no primary key, and no unique index over columns that are never null. */
  'no_key',
  /** The schema belongs to PostgreSQL or to one of the services. */
  'system_schema',
  /** A view that PostgreSQL cannot write through, or a materialized view. */
  'not_updatable',
  /** The person may not change the database. */
  'no_permission',
  'read_only_database',
]);
export type ReadOnlyReason = z.infer<typeof readOnlyReason>;

/** What is to be known of a table or view before its rows are shown. */
export const gridTable = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'partitioned table', 'foreign table', 'view', 'materialized view']),
  comment: z.string().nullable(),
  columns: z.array(gridColumn),
  /** The columns that tell its rows apart; null when nothing does. */
  key: z.array(z.string()).nullable(),
  foreign_keys: z.array(gridReference),
  /** Keys of other tables that point at this one. */
  referenced_by: z.array(gridReference),
  rls_enabled: z.boolean(),
  rls_forced: z.boolean(),
  policies: z.number().int(),
  /** Whether the Data API serves it to `anon` or `authenticated`. */
  is_exposed: z.boolean(),
  /** From PostgreSQL's statistics; null before the first. */
  rows_estimate: z.number().nullable(),
  bytes: z.number(),
  /** The statements that make it, with keys, indexes, policies and triggers. Null when they cannot be written out now. */
  definition: z.string().nullable(),
  read_only: readOnlyReason.nullable(),
});
export type GridTable = z.infer<typeof gridTable>;
