/** Schemas of a project's template that belong to the superuser. What is in them comes from the template, not from a copy. */
export const PLATFORM_SCHEMAS: readonly string[] = [
  'auth',
  'basalt',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'net',
  'realtime',
  'storage',
  'supabase_functions',
  'vault',
];

export type RoleAttribute = 'superuser' | 'createrole' | 'createdb' | 'replication' | 'bypassrls';

/**
 * At most these attributes. Every other role is one that the project's owner made, or one of the API, on which he has ADMIN
 * OPTION from 16 on: what those are is his to change.
 */
const ATTRIBUTES: Readonly<Record<string, readonly RoleAttribute[]>> = {
  dashboard_user: [],
  supabase_auth_admin: [],
  supabase_storage_admin: [],
  supabase_realtime_admin: [],
  supabase_functions_admin: [],
  supabase_replication_admin: ['replication'],
  supabase_read_only_user: ['bypassrls'],
  basalt_sql_pages: [],
};

/** Whether the attributes and memberships of a role come from the template. */
export function isRoleOfPlatform(name: string): boolean {
  return name === 'postgres' || name in ATTRIBUTES;
}

/** What a role may be. CREATEROLE of 15 reaches pg_execute_server_program, so there nobody has it. */
export function allowedAttributes(role: string, major: number): readonly RoleAttribute[] {
  const ofOwner: RoleAttribute[] = [
    'createdb',
    'bypassrls',
    ...(major >= 16 ? (['createrole'] as const) : []),
  ];
  return ATTRIBUTES[role] ?? ofOwner;
}

/** Who holds more than the project's owner may give away, and who has it from the template. */
const LENT: Readonly<Record<string, readonly string[]>> = {
  supabase_auth_admin: ['postgres'],
  supabase_storage_admin: ['postgres'],
  supabase_realtime_admin: ['postgres'],
  supabase_replication_admin: [],
  supabase_functions_admin: [],
  basalt_sql_pages: [],
  // Until the template's nineteenth script.
  pg_read_all_data: ['supabase_read_only_user'],
  pg_monitor: ['postgres'],
  pg_signal_backend: ['postgres'],
  pg_read_all_settings: ['pg_monitor'],
  pg_read_all_stats: ['pg_monitor'],
  pg_stat_scan_tables: ['pg_monitor'],
  pg_use_reserved_connections: [
    ...['authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'],
    ...['supabase_replication_admin', 'supabase_read_only_user', 'basalt_sql_pages'],
  ],
};

export interface MembershipFact {
  role: string;
  member: string;
  roleIsSuperuser: boolean;
  admin: boolean;
  /** Null before 16, where every member can become the role. */
  set: boolean | null;
}

/** Whether a membership is one that the template or the project's owner can have made. */
export function isAllowedMembership({ role, member, roleIsSuperuser, admin, set }: MembershipFact): boolean {
  // Stands in for it on SQL pages. What it must not be is said of `postgres` itself.
  if (role === 'postgres' && member === 'basalt_sql_pages') return !admin;
  if (roleIsSuperuser) return false;
  const lentTo = LENT[role] ?? (role.startsWith('pg_') ? [] : null);
  if (lentTo === null) return true;
  // Whoever could become a service could change its password and settings.
  return lentTo.includes(member) && !admin && !(role.startsWith('supabase_') && set === true);
}

const PARAMETERS_OF_POSTGRES = new Set(['session_replication_role', 'track_io_timing', 'track_functions']);

export interface ParameterFact {
  parameter: string;
  grantee: string | null;
  privilege: string;
  /** Everybody may set it anyway. */
  isForEverybody: boolean;
}

/** Whether a right on a server parameter is the template's, or means nothing. */
export function isAllowedParameter({
  parameter,
  grantee,
  privilege,
  isForEverybody,
}: ParameterFact): boolean {
  if (privilege !== 'SET') return false;
  if (isForEverybody) return true;
  if (parameter.startsWith('pgrst.')) return grantee === 'postgres' || grantee === 'authenticator';
  return grantee === 'postgres' && PARAMETERS_OF_POSTGRES.has(parameter);
}

const GRANTEES_OF_DEFAULTS = new Set([
  ...['postgres', 'anon', 'authenticated', 'service_role', 'supabase_read_only_user'],
]);

export interface DefaultPrivilegeFact {
  schema: string | null;
  objects: string;
  grantee: string | null;
  privilege: string;
}

/** Whether a default right on what the superuser makes is the template's: never TRIGGER, whose code the superuser would run. */
export function isAllowedDefault({ schema, objects, grantee, privilege }: DefaultPrivilegeFact): boolean {
  return (
    schema === 'public' &&
    grantee !== null &&
    GRANTEES_OF_DEFAULTS.has(grantee) &&
    'rSf'.includes(objects) &&
    privilege !== 'TRIGGER' &&
    privilege !== 'MAINTAIN'
  );
}

export interface DefinerFact {
  name: string;
  /** SHA-256 of its text and its settings. */
  digest: string;
}

/** What runs as the superuser in the template, by what it says: a name alone could hold anything. */
const DEFINERS: Readonly<Record<string, readonly string[]>> = {
  'vault._decrypt(uuid,text,bytea)': ['b089f359d04eaa3c54708a45708ef89e9ce8f7a25b128033d7f1e6fed667f3f2'],
  'vault._encrypt_secret()': ['6299caf3ec75e4ea0625c43a4ec6f19d5007e42b3af40a3620dd2477a14e756f'],
};

/** Whether a function that runs as the superuser is the template's, of this version or of an earlier one. */
export function isAllowedDefiner({ name, digest }: DefinerFact): boolean {
  return DEFINERS[name]?.includes(digest) ?? false;
}

/** The superuser's own settings, which win over those of the database. */
const SUPERUSER_SETTINGS: Readonly<Record<string, string>> = {
  search_path: 'pg_catalog, pg_temp',
  role: 'none',
  local_preload_libraries: '',
  session_replication_role: 'origin',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  row_security: 'on',
  password_encryption: 'scram-sha-256',
  default_transaction_read_only: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  default_tablespace: '',
  default_table_access_method: 'heap',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  quote_all_identifiers: 'off',
};

/** Whether a setting of the superuser, `name=value`, is the template's. */
export function isAllowedSuperuserSetting(setting: string): boolean {
  const equals = setting.indexOf('=');
  return SUPERUSER_SETTINGS[setting.slice(0, equals)] === setting.slice(equals + 1);
}
