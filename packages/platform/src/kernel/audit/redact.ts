import * as z from 'zod';
import { hideLiterals } from '../hide-literals.ts';

/** What stands in the log for a value that may be a secret, or is too long. */
const HIDDEN = '[hidden]';
const MAX_TEXT = 2_000;
const MAX_ITEMS = 100;
const MAX_DEPTH = 12;
/** UTF-16 units. Longer SQL is not looked at: that would hold up everybody else. */
const MAX_SQL = 20_000;

/**
 * Fields whose free text names something: it is shown. All other free text is hidden, so that a new field shows nothing until
 * somebody has looked at it.
 */
export const NAMES: ReadonlySet<string> = new Set([
  ...[
    'id',
    'ids',
    'ref',
    'slug',
    'new_slug',
    'name',
    'email',
    'role',
    'roles',
    'type',
    'plan',
    'status',
    'kind',
    'version',
    'model',
  ],
  ...[
    'projectRef',
    'orgSlug',
    'organization_id',
    'organization_slug',
    'organization_name',
    'opt_in_tags',
    'tags',
  ],
  ...[
    'schema',
    'table',
    'tables',
    'column',
    'columns',
    'column_id',
    'owner',
    'grantee',
    'member_of',
    'members',
    'admins',
  ],
  ...[
    'access_method',
    'operator_class',
    'include',
    'referenced_schema',
    'referenced_table',
    'referenced_columns',
  ],
  ...[
    'primary_key',
    'replica_identity_index',
    'function_schema',
    'function_name',
    'return_type',
    'language',
    'before',
    'after',
  ],
  ...[
    'from',
    'to',
    'path',
    'paths',
    'folder',
    'entrypoint_path',
    'import_map_path',
    'allowed_mime_types',
    'ezbr_sha256',
  ],
  ...[
    'function_slug',
    'addon_variant',
    'target_version',
    'postgres_engine',
    'release_channel',
    'region',
    'provider',
    'size',
  ],
  ...[
    'database',
    'application',
    'user',
    'cache_key',
    'message_id',
    'result_id',
    'content_id',
    'schema_version',
    'owner_id',
  ],
  ...[
    'schedule',
    'schedule_for',
    'time',
    'db_schema',
    'db_extra_search_path',
    'site_url',
    'uri_allow_list',
    'title',
  ],
  ...[
    'smtp_host',
    'smtp_port',
    'smtp_user',
    'smtp_sender_name',
    'webauthn_rp_id',
    'webauthn_rp_display_name',
  ],
  ...['webauthn_rp_origins', 'ban_duration', 'sessions_tags', 'pid'],
  ...['checkpoint_timeout', 'effective_cache_size', 'logical_decoding_work_mem', 'maintenance_work_mem'],
  ...[
    'max_slot_wal_keep_size',
    'max_standby_archive_delay',
    'max_standby_streaming_delay',
    'max_wal_size',
    'shared_buffers',
  ],
  ...['statement_timeout', 'track_activity_query_size', 'wal_keep_size', 'wal_sender_timeout', 'work_mem'],
]);

/** Fields that hold SQL: shown without the texts in it. */
const SQL: ReadonlySet<string> = new Set(['query', 'command', 'definition', 'check', 'using', 'expression']);

type Schema = z.core.$ZodType;

/**
 * What was sent, as far as the log may keep it. Numbers, switches, choices, ids and times are kept; of free text only {@link NAMES},
 * and SQL without its texts.
 * @param schema of the value: the contract's; without one, free text is judged by the name of its field alone
 */
export function redact(schema: Schema | undefined, value: unknown, field = '', depth = 0): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (value === undefined) return undefined;
  if (depth > MAX_DEPTH) return HIDDEN;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return redactText(schema, value, field);
  if (typeof value !== 'object') return HIDDEN;
  if (Array.isArray(value)) {
    const shown = value
      .slice(0, MAX_ITEMS)
      .map((item: unknown, place) => redact(elementOf(schema, place, item), item, field, depth + 1));
    return value.length > MAX_ITEMS ? [...shown, `and ${value.length - MAX_ITEMS} more`] : shown;
  }
  // What people choose the keys of may hold anything in them too.
  if (schema !== undefined && isOpen(schema, value)) return HIDDEN;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 4 * MAX_ITEMS)
      .map(([key, part]) => [storable(key), redact(propertyOf(schema, key, value), part, key, depth + 1)])
      .filter(([, part]) => part !== undefined),
  );
}

function redactText(schema: Schema | undefined, text: string, field: string): string {
  if (text === '') return text;
  if (SQL.has(field)) return text.length > MAX_SQL ? HIDDEN : shorten(hideLiterals(text));
  if (NAMES.has(field) || isChoice(schema, text)) return shorten(text);
  return HIDDEN;
}

function shorten(text: string): string {
  return storable(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}

/** Zero bytes and half characters fit no jsonb. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The schemas that a value of this one may have, without what only wraps them. */
function alternatives(schema: Schema | undefined): Schema[] {
  if (schema === undefined) return [];
  const { def } = schema._zod as { def: z.core.$ZodTypeDef };
  if ('innerType' in def) return alternatives(def.innerType as Schema);
  if ('getter' in def) return alternatives((def.getter as () => Schema)());
  if (def.type === 'pipe') {
    const { in: input, out } = def as z.core.$ZodPipeDef;
    return [...alternatives(input), ...alternatives(out)];
  }
  if (def.type === 'union') return (def as z.core.$ZodUnionDef).options.flatMap(alternatives);
  if (def.type === 'intersection') {
    const { left, right } = def as z.core.$ZodIntersectionDef;
    return [...alternatives(left), ...alternatives(right)];
  }
  return [schema];
}

const defsOf = (schema: Schema | undefined) => alternatives(schema).map(({ _zod }) => _zod.def);

/** Whether a text is one of those that the schema lists, or an id or a time. */
function isChoice(schema: Schema | undefined, text: string): boolean {
  return alternatives(schema).some((one) => {
    const { def } = one._zod as { def: z.core.$ZodTypeDef & { format?: string } };
    if (def.type === 'enum' || def.type === 'literal') return z.core.safeParse(one, text).success;
    const isPlain = def.format === 'uuid' || def.format === 'datetime' || def.format === 'email';
    return isPlain && z.core.safeParse(one, text).success;
  });
}

function elementOf(schema: Schema | undefined, place: number, item: unknown): Schema | undefined {
  for (const def of defsOf(schema)) {
    if (def.type === 'array') return (def as z.core.$ZodArrayDef).element;
    if (def.type === 'tuple') return (def as z.core.$ZodTupleDef).items[place];
  }
  return typeof item === 'object' ? undefined : schema;
}

/** The schema of a property; where an object may have several forms, of the first that fits and else of the first that has it. */
function propertyOf(schema: Schema | undefined, key: string, value: object): Schema | undefined {
  const objects = alternatives(schema).filter(({ _zod }) => _zod.def.type === 'object');
  const having = objects.filter((one) => Object.hasOwn(shapeOf(one), key));
  const fitting = having.find((one) => z.core.safeParse(one, value).success) ?? having[0];
  return fitting && shapeOf(fitting)[key];
}

const shapeOf = (object: Schema) => (object._zod.def as z.core.$ZodObjectDef).shape as Record<string, Schema>;

/** Whether the schema says nothing of the keys of an object. */
function isOpen(schema: Schema, value: object): boolean {
  const defs = defsOf(schema);
  const isArray = Array.isArray(value);
  return defs.length > 0 && !isArray && !defs.some(({ type }) => type === 'object');
}
