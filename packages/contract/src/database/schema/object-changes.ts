import * as z from 'zod';
import { storableText } from '../../shared/names.ts';
import { eventOfDatabase } from './database-objects.ts';
import { columnId, oid } from './object-input.ts';
import { commentText, objectName, sqlBody, sqlPart } from './write-input.ts';

export const newSchema = z.object({
  name: objectName,
  owner: objectName.optional(),
  comment: commentText.optional(),
});
export const schemaChanges = z.object({
  name: objectName.optional(),
  owner: objectName.optional(),
  comment: commentText.optional(),
});

/** Settings by name. */
const settings = z.record(storableText.min(1).max(200), storableText.max(10_000));
const behavior = z.enum(['IMMUTABLE', 'STABLE', 'VOLATILE']);

export const newFunction = z.object({
  name: objectName,
  schema: objectName.default('public'),
  kind: z.enum(['function', 'procedure']).default('function'),
  /** Each as SQL declares it: `amount integer default 1`, `out total numeric`. */
  args: z.array(sqlPart).max(100).default([]),
  definition: sqlBody,
  /** As SQL writes it: `void`, `setof shop.goods`, `table (id bigint, label text)`. */
  return_type: sqlPart.default('void'),
  language: objectName.default('sql'),
  behavior: behavior.default('VOLATILE'),
  security_definer: z.boolean().default(false),
  config_params: settings.default({}),
});

const commandTags = z
  .array(storableText.max(60).regex(/^[A-Z][A-Z ]*$/, 'must be commands in capitals, such as CREATE TABLE'))
  .max(100);

/** Its function takes `(event text, tag text)`. */
export const newEventTrigger = z.object({
  name: objectName,
  event: eventOfDatabase,
  /** None: every command of the event. */
  tags: commandTags.default([]),
  function_schema: objectName.default('public'),
  function_name: objectName,
  enabled: z.boolean().default(true),
});

export const eventTriggerChanges = z.object({
  name: objectName.optional(),
  tags: commandTags.optional(),
  enabled: z.boolean().optional(),
});

/** Arguments and result stay: what calls it was made for them. */
export const functionChanges = z.object({
  name: objectName.optional(),
  schema: objectName.optional(),
  definition: sqlBody.optional(),
  behavior: behavior.optional(),
  security_definer: z.boolean().optional(),
  /** In the place of all that are there. */
  config_params: settings.optional(),
});

const label = storableText.min(1, 'must not be empty').max(63, 'must be at most 63 characters');

const attributes = z.array(z.object({ name: objectName, type: sqlPart })).max(1_600);

export const newType = z
  .object({
    name: objectName,
    schema: objectName.default('public'),
    /** Values of an enum, in order. */
    enums: z.array(label).max(10_000).optional(),
    /** Of a composite type. */
    attributes: attributes.optional(),
    comment: commentText.optional(),
  })
  .refine(
    ({ enums, attributes }) => (enums === undefined) !== (attributes === undefined),
    'must have either enums or attributes',
  );

export const typeChanges = z.object({
  name: objectName.optional(),
  schema: objectName.optional(),
  comment: commentText.optional(),
  rename_values: z
    .array(z.object({ from: label, to: label }))
    .max(1_000)
    .optional(),
  /** At the end, or beside another value. Values cannot be taken away. */
  add_values: z
    .array(z.object({ value: label, before: label.optional(), after: label.optional() }))
    .max(1_000)
    .optional(),
  /** Attributes of a composite type, by their present names. Their values in tables are lost. */
  drop_attributes: z.array(objectName).max(1_600).optional(),
  /** Refused while a column has the type. */
  retype_attributes: attributes.optional(),
  rename_attributes: z
    .array(z.object({ from: objectName, to: objectName }))
    .max(1_600)
    .optional(),
  /** At the end, once the others have their new names. */
  add_attributes: attributes.optional(),
});

export const newExtension = z.object({
  name: objectName,
  schema: objectName.optional(),
  version: storableText.min(1).max(100).optional(),
  /** Extensions that it needs are made too. */
  cascade: z.boolean().default(false),
});
export const extensionChanges = z.object({
  /** To the default version, or to `version`. */
  update: z.boolean().default(false),
  version: storableText.min(1).max(100).optional(),
  schema: objectName.optional(),
});

const role = {
  password: storableText.max(1_000).nullable().optional(),
  is_superuser: z.boolean().optional(),
  can_create_db: z.boolean().optional(),
  can_create_role: z.boolean().optional(),
  inherit_role: z.boolean().optional(),
  can_login: z.boolean().optional(),
  is_replication_role: z.boolean().optional(),
  can_bypass_rls: z.boolean().optional(),
  /** -1: no limit. */
  connection_limit: z.number().int().min(-1).optional(),
  valid_until: storableText.max(100).optional(),
  /** Settings that its sessions begin with, in the place of all that are there. */
  config: settings.optional(),
};
export const newRole = z.object({
  ...role,
  name: objectName,
  /** Roles it belongs to. */
  member_of: z.array(objectName).max(100).optional(),
  /** Roles that belong to it. */
  members: z.array(objectName).max(100).optional(),
  /** Those that may let others belong to it. */
  admins: z.array(objectName).max(100).optional(),
});
export const roleChanges = z.object({ ...role, name: objectName.optional() });

/** A table: `goods`, `shop.goods`, or its schema and name. */
const publishedTable = z.union([
  storableText.min(1, 'must not be empty').max(200),
  z.object({ schema: objectName, name: objectName }),
]);
const publication = {
  owner: objectName.optional(),
  publish_insert: z.boolean().optional(),
  publish_update: z.boolean().optional(),
  publish_delete: z.boolean().optional(),
  publish_truncate: z.boolean().optional(),
  /** Null: all tables. */
  tables: z.array(publishedTable).max(10_000).nullable().optional(),
};
export const newPublication = z.object({ ...publication, name: objectName });
export const publicationChanges = z.object({ ...publication, name: objectName.optional() });

const grant = { grantee: objectName, is_grantable: z.boolean().default(false) };
const revoke = { grantee: objectName };
const ofTable = {
  relation_id: oid,
  privilege_type: z.enum([
    'ALL',
    'SELECT',
    'INSERT',
    'UPDATE',
    'DELETE',
    'TRUNCATE',
    'REFERENCES',
    'TRIGGER',
    'MAINTAIN',
  ]),
};
const ofColumn = {
  /** The table's oid, a dot, the column's number. */
  column_id: columnId,
  privilege_type: z.enum(['ALL', 'SELECT', 'INSERT', 'UPDATE', 'REFERENCES']),
};

function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1, 'must name a privilege').max(1_000);
}
/** `public` stands for all roles. */
export const tableGrants = listOf(z.object({ ...ofTable, ...grant }));
export const tableRevokes = listOf(z.object({ ...ofTable, ...revoke }));
export const columnGrants = listOf(z.object({ ...ofColumn, ...grant }));
export const columnRevokes = listOf(z.object({ ...ofColumn, ...revoke }));
