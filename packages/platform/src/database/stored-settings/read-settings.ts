import type { SettingName, StoredSetting } from '@basalt/contract';
import type { withClient } from '@basalt/postgres';
import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { OWNER_ROLE } from '../../project-cluster/roles.ts';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** A stored setting as the catalog has it. */
export interface FoundSetting extends SettingName {
  value: string;
  ofThisDatabase: boolean;
  /** The role that may change it and that the project's people may become; null when there is none. */
  actor: string | null;
}

/** More than anybody reads; roles that can be made without end must not make an answer without end. */
const MOST = 1_000;

// Whoever may change it decides PostgreSQL: the owner's role what it administers and its own databases, any role its own.
// `role` and two others are not in pg_settings, and everybody may set them.
const READ = `
with stored as (
  select s.setrole, s.setdatabase, r.rolname::text as role, d.datname::text as database,
    pg_catalog.split_part(c.setting, '=', 1) as name,
    pg_catalog.substr(c.setting, pg_catalog.strpos(c.setting, '=') + 1) as value,
    case
      when s.setrole = 0 then
        case when pg_catalog.pg_has_role($1, d.datdba, 'USAGE') then $1 end
      when r.rolname = $1 then $1
      when owner.rolcreaterole and pg_catalog.pg_has_role($1, r.oid, 'MEMBER WITH ADMIN OPTION') then $1
      when pg_catalog.pg_has_role($1, r.oid,
        case when pg_catalog.current_setting('server_version_num')::integer >= 160000 then 'SET' else 'MEMBER' end)
        then r.rolname::text
    end as actor
  from pg_catalog.pg_db_role_setting as s
    cross join lateral pg_catalog.unnest(s.setconfig) as c (setting)
    join pg_catalog.pg_roles as owner on owner.rolname = $1
    left join pg_catalog.pg_roles as r on r.oid = s.setrole
    left join pg_catalog.pg_database as d on d.oid = s.setdatabase
  where (s.setrole = 0 or not r.rolsuper) and (s.setdatabase = 0 or d.oid is not null)
)
select stored.role, stored.database, stored.name, stored.value,
  coalesce(stored.database = pg_catalog.current_database(), false) as "ofThisDatabase",
  case
    when stored.name in ('role', 'session_authorization', 'seed') or known.context = 'user'
      or pg_catalog.has_parameter_privilege(stored.actor, stored.name, 'SET')
    then stored.actor
  end as actor
from stored left join pg_catalog.pg_settings as known on known.name = stored.name
order by stored.role nulls first, stored.database nulls first, stored.name
limit ${MOST}`;

/**
 * The settings that connections of the project's people begin with. Superusers' are the platform's own and left out.
 * @param client a superuser's
 */
export async function readSettings(client: Client): Promise<FoundSetting[]> {
  const { rows } = await client.query<FoundSetting>(READ, [OWNER_ROLE]);
  return rows;
}

/** Where a setting comes from, and the statement that takes it back. */
export function judgeSetting(found: FoundSetting): Pick<StoredSetting, 'origin' | 'undo'> {
  const standard = STANDARD_SETTINGS.find(
    ({ role, name }) =>
      name === found.name &&
      role === found.role &&
      (role === null ? found.ofThisDatabase : found.database === null),
  );
  const undo = found.actor === null ? null : undoStatement(found, standard?.assigned ?? null);
  if (standard === undefined) return { origin: 'own', undo };
  return standard.value === found.value ? { origin: 'standard', undo: null } : { origin: 'changed', undo };
}

/** A setting that every project is made with. */
interface StandardSetting {
  /** Null: of the project's database. */
  role: string | null;
  name: string;
  /** As the catalog stores it. */
  value: string;
  /** What stands behind the `=` of the statement that stores it. */
  assigned: string;
}

const ofRole = (role: string, name: string, value: string): StandardSetting => ({
  role,
  name,
  value,
  assigned: quoteLiteral(value),
});

/** What the template of a project's database stores, roles of the platform alone left out. A test compares the two. */
const STANDARD_SETTINGS: readonly StandardSetting[] = [
  ofRole('anon', 'statement_timeout', '3s'),
  ofRole('authenticated', 'statement_timeout', '8s'),
  ofRole('authenticator', 'statement_timeout', '8s'),
  ofRole('authenticator', 'lock_timeout', '8s'),
  ofRole('postgres', 'createrole_self_grant', 'set, inherit'),
  ofRole('supabase_auth_admin', 'idle_in_transaction_session_timeout', '60s'),
  ofRole('supabase_read_only_user', 'default_transaction_read_only', 'on'),
  {
    role: null,
    name: 'search_path',
    value: '"$user", public, extensions',
    // A list: as one quoted text it would be the name of one schema.
    assigned: `"$user", public, extensions`,
  },
];

/**
 * The statement that takes a stored setting back.
 * @param assigned what to store in its place, as SQL; null to store nothing
 */
function undoStatement({ role, database, name }: SettingName, assigned: string | null): string {
  const parameter = name.split('.').map(quoteIdent).join('.');
  const change = assigned === null ? `reset ${parameter}` : `set ${parameter} = ${assigned}`;
  return `${targetOf(role, database)} ${change}`;
}

function targetOf(role: string | null, database: string | null): string {
  if (role === null) return database === null ? 'alter role all' : `alter database ${quoteIdent(database)}`;
  const where = database === null ? '' : ` in database ${quoteIdent(database)}`;
  return `alter role ${quoteIdent(role)}${where}`;
}
