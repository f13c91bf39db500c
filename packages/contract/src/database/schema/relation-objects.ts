import * as z from 'zod';
import { bigInteger, oid } from './object-input.ts';

export const columnObject = z.object({
  table_id: oid,
  schema: z.string(),
  table: z.string(),
  /** The table's id, a dot, the column's number. */
  id: z.string(),
  ordinal_position: z.number().int(),
  name: z.string(),
  /** As SQL; of a generated column the expression. */
  default_value: z.string().nullable(),
  /** As the information schema has it: `ARRAY`, `USER-DEFINED`, or the name of a built-in type. */
  data_type: z.string(),
  /** The name of the type, without its schema. Of a domain the type it stands on. */
  format: z.string(),
  is_identity: z.boolean(),
  identity_generation: z.enum(['ALWAYS', 'BY DEFAULT']).nullable(),
  is_generated: z.boolean(),
  is_nullable: z.boolean(),
  is_updatable: z.boolean(),
  /** Whether a unique constraint has this column alone. */
  is_unique: z.boolean(),
  enums: z.array(z.string()),
  /** The first check that has this column alone. */
  check: z.string().nullable(),
  comment: z.string().nullable(),
});

/** a no action, r restrict, c cascade, n set null, d set default. */
const keyAction = z.enum(['a', 'r', 'c', 'n', 'd']);

const relationshipObject = z.object({
  /** Of the constraint: a key of two columns is two entries. */
  id: oid,
  constraint_name: z.string(),
  source_schema: z.string(),
  source_table_name: z.string(),
  source_column_name: z.string(),
  target_table_schema: z.string(),
  target_table_name: z.string(),
  target_column_name: z.string(),
  deletion_action: keyAction,
  update_action: keyAction,
});

const columns = z.array(columnObject).optional();
const relation = { id: oid, schema: z.string(), name: z.string(), comment: z.string().nullable(), columns };

export const tableObject = z.object({
  ...relation,
  rls_enabled: z.boolean(),
  rls_forced: z.boolean(),
  replica_identity: z.enum(['DEFAULT', 'INDEX', 'FULL', 'NOTHING']),
  /** With indexes. */
  bytes: bigInteger,
  /** The same for people. */
  size: z.string(),
  live_rows_estimate: bigInteger,
  dead_rows_estimate: bigInteger,
  primary_keys: z.array(
    z.object({ schema: z.string(), table_name: z.string(), name: z.string(), table_id: oid }),
  ),
  /** Keys that point from this table, and those that point at it. */
  relationships: z.array(relationshipObject),
});

export const viewObject = z.object({
  ...relation,
  is_updatable: z.boolean(),
  definition: z.string().nullable(),
});

export const materializedViewObject = z.object({
  ...relation,
  is_populated: z.boolean(),
  definition: z.string().nullable(),
});

export const foreignTableObject = z.object({
  ...relation,
  foreign_server_name: z.string(),
  foreign_data_wrapper_name: z.string(),
});

export const constraintObject = z.object({
  id: oid,
  schema: z.string(),
  table_id: oid,
  table: z.string(),
  name: z.string(),
  type: z.enum(['PRIMARY KEY', 'UNIQUE', 'CHECK', 'FOREIGN KEY', 'EXCLUDE', 'NOT NULL', 'TRIGGER']),
  definition: z.string().nullable(),
  columns: z.array(z.string()),
  is_validated: z.boolean(),
  is_deferrable: z.boolean(),
  is_initially_deferred: z.boolean(),
  referenced_table_id: oid.nullable(),
  referenced_schema: z.string().nullable(),
  referenced_table: z.string().nullable(),
  referenced_columns: z.array(z.string()),
  deletion_action: keyAction.nullable(),
  update_action: keyAction.nullable(),
  comment: z.string().nullable(),
});

export const indexObject = z.object({
  id: oid,
  table_id: oid,
  schema: z.string(),
  name: z.string(),
  table: z.string(),
  number_of_attributes: z.number().int(),
  number_of_key_attributes: z.number().int(),
  is_unique: z.boolean(),
  is_primary: z.boolean(),
  is_exclusion: z.boolean(),
  is_immediate: z.boolean(),
  is_clustered: z.boolean(),
  is_valid: z.boolean(),
  check_xmin: z.boolean(),
  is_ready: z.boolean(),
  is_live: z.boolean(),
  is_replica_identity: z.boolean(),
  /** Numbers of the table's columns; 0 for an expression. */
  key_attributes: z.array(z.number()),
  collation: z.array(z.number()),
  class: z.array(z.number()),
  options: z.array(z.number()),
  index_predicate: z.string().nullable(),
  comment: z.string().nullable(),
  index_definition: z.string().nullable(),
  access_method: z.string(),
  index_attributes: z.array(
    z.object({ attribute_number: z.number(), attribute_name: z.string(), data_type: z.string() }),
  ),
});

export const policyObject = z.object({
  id: oid,
  schema: z.string(),
  table: z.string(),
  table_id: oid,
  name: z.string(),
  action: z.enum(['PERMISSIVE', 'RESTRICTIVE']),
  roles: z.array(z.string()),
  command: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL']),
  /** USING. */
  definition: z.string().nullable(),
  /** WITH CHECK. */
  check: z.string().nullable(),
  comment: z.string().nullable(),
});

const grantedPrivilege = z.object({
  grantor: z.string(),
  grantee: z.string(),
  privilege_type: z.string(),
  is_grantable: z.boolean(),
});

export const tablePrivilegesObject = z.object({
  relation_id: oid,
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized_view', 'foreign_table', 'partitioned_table']),
  privileges: z.array(grantedPrivilege),
});

export const columnPrivilegesObject = z.object({
  column_id: z.string(),
  relation_schema: z.string(),
  relation_name: z.string(),
  column_name: z.string(),
  privileges: z.array(grantedPrivilege),
});
