import * as z from 'zod';
import { oid } from './object-input.ts';

export const schemaObject = z.object({
  id: oid,
  name: z.string(),
  owner: z.string(),
  comment: z.string().nullable(),
});

export const functionObject = z.object({
  id: oid,
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['function', 'procedure', 'window']),
  language: z.string(),
  definition: z.string().nullable(),
  complete_statement: z.string().nullable(),
  args: z.array(
    z.object({
      mode: z.enum(['in', 'out', 'inout', 'variadic', 'table']),
      name: z.string(),
      type_id: oid,
      has_default: z.boolean(),
    }),
  ),
  argument_types: z.string(),
  identity_argument_types: z.string(),
  return_type_id: oid,
  return_type: z.string(),
  return_type_relation_id: oid.nullable(),
  is_set_returning_function: z.boolean(),
  prorows: z.number().nullable(),
  behavior: z.enum(['IMMUTABLE', 'STABLE', 'VOLATILE']),
  security_definer: z.boolean(),
  config_params: z.record(z.string(), z.string()).nullable(),
});

const enabledMode = z.enum(['ORIGIN', 'REPLICA', 'ALWAYS', 'DISABLED']);

export const triggerObject = z.object({
  id: oid,
  table_id: oid,
  enabled_mode: enabledMode,
  name: z.string(),
  table: z.string(),
  schema: z.string(),
  condition: z.string().nullable(),
  orientation: z.enum(['ROW', 'STATEMENT']),
  activation: z.enum(['BEFORE', 'AFTER', 'INSTEAD OF']),
  events: z.array(z.enum(['INSERT', 'DELETE', 'UPDATE', 'TRUNCATE'])),
  function_schema: z.string(),
  function_name: z.string(),
  function_args: z.array(z.string()),
});

export const eventOfDatabase = z.enum(['ddl_command_start', 'ddl_command_end', 'sql_drop', 'table_rewrite']);

export const eventTriggerObject = z.object({
  id: oid,
  name: z.string(),
  owner: z.string(),
  event: z.string(),
  enabled_mode: enabledMode,
  /** The commands it is run for; empty: all of the event. */
  tags: z.array(z.string()),
  function_id: oid,
  function_schema: z.string(),
  function_name: z.string(),
  comment: z.string().nullable(),
});

/** One that the project's people have made, in `basalt.event_triggers`. */
export const projectEventTriggerObject = z.object({
  id: oid,
  name: z.string(),
  event: eventOfDatabase,
  /** The commands it is run for; empty: all of the event. */
  tags: z.array(z.string()),
  function_schema: z.string(),
  function_name: z.string(),
  /** Whether there is such a function, with the arguments (text, text). */
  has_function: z.boolean(),
  enabled: z.boolean(),
});

export const typeObject = z.object({
  id: oid,
  name: z.string(),
  schema: z.string(),
  /** As SQL writes it. */
  format: z.string(),
  enums: z.array(z.string()),
  /** Of a composite type. */
  attributes: z.array(
    z.object({ name: z.string(), type_id: oid, /** As SQL writes it. */ format: z.string() }),
  ),
  comment: z.string().nullable(),
  type_relation_id: oid.nullable(),
});

export const extensionObject = z.object({
  name: z.string(),
  /** Null when it is not installed. */
  schema: z.string().nullable(),
  default_version: z.string().nullable(),
  installed_version: z.string().nullable(),
  comment: z.string().nullable(),
});

export const roleObject = z.object({
  id: oid,
  name: z.string(),
  is_superuser: z.boolean(),
  can_create_db: z.boolean(),
  can_create_role: z.boolean(),
  inherit_role: z.boolean(),
  can_login: z.boolean(),
  is_replication_role: z.boolean(),
  can_bypass_rls: z.boolean(),
  active_connections: z.number().int(),
  connection_limit: z.number().int(),
  /** Always asterisks. */
  password: z.string(),
  valid_until: z.string().nullable(),
  config: z.record(z.string(), z.string()).nullable(),
});

export const publicationObject = z.object({
  id: oid,
  name: z.string(),
  owner: z.string(),
  publish_insert: z.boolean(),
  publish_update: z.boolean(),
  publish_delete: z.boolean(),
  publish_truncate: z.boolean(),
  /** Null: all tables. */
  tables: z.array(z.object({ id: oid, name: z.string(), schema: z.string() })).nullable(),
});

/** As `pg_settings` has it. */
export const settingObject = z.object({
  name: z.string(),
  setting: z.string().nullable(),
  category: z.string(),
  group: z.string(),
  subgroup: z.string(),
  unit: z.string().nullable(),
  short_desc: z.string().nullable(),
  extra_desc: z.string().nullable(),
  context: z.string(),
  vartype: z.string(),
  source: z.string(),
  min_val: z.string().nullable(),
  max_val: z.string().nullable(),
  enumvals: z.array(z.string()).nullable(),
  boot_val: z.string().nullable(),
  reset_val: z.string().nullable(),
  sourcefile: z.string().nullable(),
  sourceline: z.number().int().nullable(),
  pending_restart: z.boolean(),
});

export const serverVersion = z.object({
  version: z.string(),
  version_number: z.number().int(),
  active_connections: z.number().int(),
  max_connections: z.number().int(),
});
