import { oc } from '@orpc/contract';
import * as z from 'zod';
import { projectRef } from '../../shared/names.ts';
import { oidText } from './object-input.ts';
import { commentText, objectName, sqlPart } from './write-input.ts';

const keyAction = z.enum(['a', 'r', 'c', 'n', 'd']);

const designColumn = z.object({
  /** Of the column in the table that is changed; null for one that is to be made. */
  number: z.number().int().nullable(),
  name: objectName,
  /** As SQL writes it: `numeric(10,2)`, `shop.mood[]`. */
  type: sqlPart,
  is_nullable: z.boolean(),
  /** SQL. */
  default_value: sqlPart.nullable(),
  identity: z.enum(['always', 'by default']).nullable(),
  /** The expression that its values are made of. Only for a column that is to be made. */
  generated: sqlPart.nullable(),
  is_unique: z.boolean(),
  /** A condition on this column alone. */
  check: sqlPart.nullable(),
  comment: commentText,
});

/** A table as somebody wants it to be. */
const tableDesign = z.object({
  schema: objectName,
  name: objectName,
  comment: commentText,
  rls_enabled: z.boolean(),
  /** Whether its changes are sent to listeners: the publication `supabase_realtime` has it. */
  is_realtime: z.boolean(),
  columns: z.array(designColumn).max(1_600),
  /** Names of columns. */
  primary_key: z.array(objectName).max(32),
  /** Without those that columns say of themselves (`is_unique`). */
  unique_constraints: z
    .array(
      z.object({
        /** Oid of the constraint that is there: its name can change and nothing else; null for one that is to be made. */
        id: z.number().int().nullable(),
        name: objectName.nullable(),
        columns: z.array(objectName).min(1, 'must name a column').max(32),
        /** Whether two rows without a value have the same one. */
        nulls_not_distinct: z.boolean(),
      }),
    )
    .max(1_000),
  foreign_keys: z
    .array(
      z.object({
        /** Oid of the constraint that is there; null for a key that is to be made. */
        id: z.number().int().nullable(),
        /** Without one PostgreSQL finds a name. */
        name: objectName.nullable(),
        columns: z.array(objectName).min(1, 'must name a column').max(32),
        referenced_schema: objectName,
        referenced_table: objectName,
        referenced_columns: z.array(objectName).min(1, 'must name a column').max(32),
        deletion_action: keyAction,
        update_action: keyAction,
      }),
    )
    .max(1_000),
  /** Conditions on more than one column, and those a column has beside its first. */
  checks: z
    .array(
      z.object({
        id: z.number().int().nullable(),
        name: objectName.nullable(),
        expression: sqlPart,
      }),
    )
    .max(1_000),
});

type TableDesign = z.infer<typeof tableDesign>;

/** What a design may lose or hold up, each a sentence. */
const designWarning = z.object({
  kind: z.enum(['loses_data', 'rewrite', 'long_lock', 'nulls']),
  /** Whether it is asked before it is done. */
  needs_confirmation: z.boolean(),
  /** A column of the design or of the table. */
  column: z.string().nullable(),
  message: z.string(),
});

/** What a design is for. */
const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create') }),
  z.object({
    kind: z.literal('change'),
    id: z.number().int().min(1),
    /** Of the definition that was changed; on another one the design is refused. */
    version: z.string().max(64),
  }),
  /** A table like this one, under the design's schema, name and comment. The rest of the design is not looked at. */
  z.object({ kind: z.literal('duplicate'), id: z.number().int().min(1), with_rows: z.boolean() }),
]);

const designInput = z.object({ ref: projectRef, target, design: tableDesign });

const storedTableDesign = z.object({
  id: z.number().int(),
  version: z.string(),
  // What is in a database may be longer than what is accepted.
  design: z.custom<TableDesign>((value) => typeof value === 'object' && value !== null),
  /** Names of constraints that the design speaks of without a name: of the primary key, and of columns by their numbers. */
  constraints: z.object({
    primary_key: z.string().nullable(),
    columns: z.record(z.string(), z.object({ unique: z.string().nullable(), check: z.string().nullable() })),
  }),
  /** From PostgreSQL's statistics; null before the first. */
  rows_estimate: z.number().nullable(),
  bytes: z.number(),
  /** Why it cannot be changed here, as a sentence. */
  read_only: z.string().nullable(),
});

export type StoredTableDesign = z.infer<typeof storedTableDesign>;

/** Whole tables, as somebody draws them. Each is made or changed in one transaction. */
export const tableDesigns = {
  get: oc
    .route({ method: 'GET', path: '/platform/projects/{ref}/tables/{id}/design' })
    .input(z.object({ ref: projectRef, id: oidText }))
    .output(storedTableDesign),
  /** What `apply` would run, and what to know before. Nothing runs. */
  preview: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/design' })
    .input(designInput)
    .output(z.object({ statements: z.array(z.string()), warnings: z.array(designWarning) })),
  /**
   * Refused with `confirmation_required` and the warnings in `details` when there are some that need it and it is not
   * `confirmed`; with `conflict` when the table is not as `version` says.
   */
  apply: oc
    .route({ method: 'POST', path: '/platform/projects/{ref}/tables/design/apply' })
    .input(designInput.extend({ confirmed: z.boolean().default(false) }))
    .output(z.object({ id: z.number().int(), schema: z.string(), name: z.string() })),
};
