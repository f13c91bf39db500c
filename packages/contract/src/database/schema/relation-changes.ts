import * as z from 'zod';
import { storableText } from '../../shared/names.ts';
import { oid } from './object-input.ts';
import { commentText, objectName, sqlPart } from './write-input.ts';

export const newTable = z.object({
  name: objectName,
  schema: objectName.default('public'),
  comment: commentText.optional(),
});

export const tableChanges = z.object({
  name: objectName.optional(),
  schema: objectName.optional(),
  rls_enabled: z.boolean().optional(),
  rls_forced: z.boolean().optional(),
  replica_identity: z.enum(['DEFAULT', 'INDEX', 'FULL', 'NOTHING']).optional(),
  /** The name of a unique index, for `INDEX`. */
  replica_identity_index: objectName.optional(),
  /** In the place of the primary key that is there; none with an empty list. */
  primary_keys: z
    .array(z.object({ name: objectName }))
    .max(32)
    .optional(),
  comment: commentText.optional(),
});

const literal = z.union([storableText.max(1_000_000), z.number(), z.boolean(), z.null()]);
const column = {
  default_value: literal.optional(),
  /** `expression`: the default is SQL. */
  default_value_format: z.enum(['literal', 'expression']).default('literal'),
  is_identity: z.boolean().optional(),
  identity_generation: z.enum(['BY DEFAULT', 'ALWAYS']).default('BY DEFAULT'),
  is_nullable: z.boolean().optional(),
  is_unique: z.boolean().optional(),
  comment: commentText.optional(),
  /** A condition. Null takes the checks of this column alone away. */
  check: sqlPart.nullable().optional(),
};

export const newColumn = z.object({
  ...column,
  table_id: oid,
  name: objectName,
  /** As SQL writes it: `numeric(10,2)`, `shop.mood[]`, `"My type"`. */
  type: sqlPart,
  is_primary_key: z.boolean().default(false),
});

export const columnChanges = z.object({
  ...column,
  name: objectName.optional(),
  type: sqlPart.optional(),
  /** How values of the old type become values of the new one, where it is not just a cast. */
  using: sqlPart.optional(),
  drop_default: z.boolean().optional(),
});

const columnNames = z.array(objectName).max(32);
/** a no action, r restrict, c cascade, n set null, d set default. */
const keyAction = z.enum(['a', 'r', 'c', 'n', 'd']);
const constraint = {
  table_id: oid,
  name: objectName.optional(),
  comment: commentText.optional(),
};
const deferrable = {
  is_deferrable: z.boolean().default(false),
  is_initially_deferred: z.boolean().default(false),
};

export const newConstraint = z.discriminatedUnion('type', [
  z.object({
    ...constraint,
    ...deferrable,
    type: z.enum(['PRIMARY KEY', 'UNIQUE']),
    columns: columnNames.min(1, 'must name a column'),
  }),
  z.object({
    ...constraint,
    type: z.literal('CHECK'),
    expression: sqlPart,
    /** False: rows that are there already are not looked at. */
    is_validated: z.boolean().default(true),
  }),
  z.object({
    ...constraint,
    ...deferrable,
    type: z.literal('FOREIGN KEY'),
    columns: columnNames.min(1, 'must name a column'),
    referenced_schema: objectName,
    referenced_table: objectName,
    referenced_columns: columnNames.min(1, 'must name a column'),
    deletion_action: keyAction.default('a'),
    update_action: keyAction.default('a'),
    is_validated: z.boolean().default(true),
  }),
]);

export const constraintChanges = z.object({
  name: objectName.optional(),
  comment: commentText.optional(),
  /** Looks at the rows that were not looked at when it was made. */
  is_validated: z.literal(true).optional(),
  /** Of a foreign key. */
  is_deferrable: z.boolean().optional(),
  is_initially_deferred: z.boolean().optional(),
});

export const newIndex = z.object({
  table_id: oid,
  /** Without one PostgreSQL finds a name. */
  name: objectName.optional(),
  access_method: objectName.default('btree'),
  columns: z
    .array(
      z.object({
        /** One of the two. */
        name: objectName.optional(),
        expression: sqlPart.optional(),
        /** Such as `gin_trgm_ops`, or `extensions.gin_trgm_ops`. */
        operator_class: storableText.min(1).max(200).optional(),
        order: z.enum(['ASC', 'DESC']).optional(),
        nulls: z.enum(['FIRST', 'LAST']).optional(),
      }),
    )
    .min(1, 'must name a column')
    .max(32),
  include: columnNames.optional(),
  is_unique: z.boolean().default(false),
  predicate: sqlPart.optional(),
  comment: commentText.optional(),
  /** Lets others write while it is built, outside of a transaction. Then it needs a name. */
  concurrently: z.boolean().default(false),
});

export const indexChanges = z.object({
  name: objectName.optional(),
  comment: commentText.optional(),
  /** Builds it again while others write, outside of a transaction. Not together with the others. */
  rebuild: z.boolean().default(false),
});

const policyRoles = z.array(objectName).max(100);

export const newPolicy = z.object({
  name: objectName,
  table: objectName,
  schema: objectName.default('public'),
  action: z.enum(['PERMISSIVE', 'RESTRICTIVE']).default('PERMISSIVE'),
  command: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL']).default('ALL'),
  /** `public` stands for all. */
  roles: policyRoles.default(['public']),
  /** USING. */
  definition: sqlPart.nullable().optional(),
  /** WITH CHECK. */
  check: sqlPart.nullable().optional(),
  comment: commentText.optional(),
});

export const policyChanges = z.object({
  name: objectName.optional(),
  roles: policyRoles.min(1, 'must name a role').optional(),
  definition: sqlPart.optional(),
  check: sqlPart.optional(),
  comment: commentText.optional(),
});

export const newTrigger = z.object({
  name: objectName,
  table: objectName,
  schema: objectName.default('public'),
  function_name: objectName,
  function_schema: objectName.default('public'),
  function_args: z.array(storableText.max(10_000)).max(100).default([]),
  activation: z.enum(['BEFORE', 'AFTER', 'INSTEAD OF']),
  events: z.array(z.enum(['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'])).min(1, 'must name an event'),
  /** For UPDATE: only when one of these is set. */
  columns: columnNames.optional(),
  orientation: z.enum(['ROW', 'STATEMENT']).default('STATEMENT'),
  condition: sqlPart.nullable().optional(),
});

export const triggerChanges = z.object({
  name: objectName.optional(),
  enabled_mode: z.enum(['ORIGIN', 'REPLICA', 'ALWAYS', 'DISABLED']).optional(),
});

export const refreshOptions = z
  .object({ /** Readers go on meanwhile; needs a unique index. */ concurrently: z.boolean().default(false) })
  .prefault({});
