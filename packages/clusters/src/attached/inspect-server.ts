import { type ConnectionTarget, withClient } from '@basalt/postgres';
import { POSTGRES_MAJORS, type PostgresMajor } from '../driver.ts';

/** What a server that somebody else runs lets us do, as the role that its owner gave us. */
export interface ServerOffer {
  /** Like "15.18". */
  version: string;
  major: number;
  user: string;
  isSuperuser: boolean;
  mayCreateRoles: boolean;
  /** It may make a role that row level security does not bind. */
  mayBypassRowSecurity: boolean;
  /** It may make a role that reads the stream of changes, and the server writes what that takes. */
  mayReadChanges: boolean;
  /** It may make event triggers, so that changes of the schema are noticed when they happen. */
  mayMakeEventTriggers: boolean;
  /** It may create schemas in this database. */
  mayCreateSchemas: boolean;
  /** A standby, or a server that recovers. */
  isInRecovery: boolean;
  encoding: string;
  /** Schemas of ours that are there already. */
  takenSchemas: string[];
  /** The platform has prepared this database before, and left its schemas when it was detached. */
  isPrepared: boolean;
  /** Whose the schemas of a prepared database are, where our role cannot act as that one; null: it can. */
  preparedBy: string | null;
  /** The prefix of the logins of the project that it is attached to now; null: of none. */
  attachedAs: string | null;
  /** Names of the extensions that can be created, sorted. */
  extensions: string[];
}

/** Schemas that the services keep their tables in. */
export const OWN_SCHEMAS = ['auth', 'storage', 'realtime', 'graphql_public', 'basalt'] as const;

const INSPECT = `
  select
    pg_catalog.current_setting('server_version') as version,
    pg_catalog.current_setting('server_version_num')::int / 10000 as major,
    r.rolname as user, r.rolsuper as is_superuser,
    r.rolsuper or r.rolcreaterole as may_create_roles,
    r.rolsuper or (r.rolbypassrls and pg_catalog.current_setting('server_version_num')::int >= 160000) as may_bypass_row_security,
    pg_catalog.current_setting('wal_level') = 'logical'
      and (r.rolsuper or (r.rolreplication and pg_catalog.current_setting('server_version_num')::int >= 160000))
      as may_read_changes,
    pg_catalog.has_database_privilege(pg_catalog.current_database(), 'create') as may_create_schemas,
    pg_catalog.pg_is_in_recovery() as is_in_recovery,
    pg_catalog.current_setting('server_encoding') as encoding,
    array(select n.nspname::text from pg_catalog.pg_namespace as n where n.nspname = any ($1) order by 1) as taken_schemas,
    a.owner is not null as is_prepared,
    case when not pg_catalog.pg_has_role(a.owner, 'usage') then pg_catalog.pg_get_userbyid(a.owner)::text end as prepared_by,
    array(select e.name::text from pg_catalog.pg_available_extensions as e order by 1) as extensions
  from pg_catalog.pg_roles as r
  -- Not by its name as such: that is refused where the schema may not be used.
  left join (
    select c.relowner as owner from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'basalt' and c.relname = 'attachment'
  ) as a on true
  where r.rolname = current_user`;

/**
 * Finds out what a server offers. Nothing is left behind: whether event triggers may be made is tried in a transaction that is
 * rolled back.
 * @throws {QueryError} the server does not let us in
 */
export function inspectServer(target: ConnectionTarget): Promise<ServerOffer> {
  return withClient(target, async (client) => {
    const { rows } = await client.query(INSPECT, [OWN_SCHEMAS]);
    const [row] = rows;
    const mayMakeEventTriggers =
      row.is_superuser ||
      (row.may_create_schemas && !row.is_in_recovery && (await triesEventTrigger(client)));
    const attached =
      row.is_prepared && row.prepared_by === null
        ? await client.query('select logins from basalt.attachment where logins is not null')
        : null;
    return {
      version: String(row.version).split(' ')[0] as string,
      major: row.major,
      user: row.user,
      isSuperuser: row.is_superuser,
      mayCreateRoles: row.may_create_roles,
      mayBypassRowSecurity: row.may_bypass_row_security,
      mayReadChanges: row.may_read_changes,
      mayMakeEventTriggers,
      mayCreateSchemas: row.may_create_schemas,
      isInRecovery: row.is_in_recovery,
      encoding: row.encoding,
      takenSchemas: row.taken_schemas,
      isPrepared: row.is_prepared,
      preparedBy: row.prepared_by,
      attachedAs: attached?.rows[0]?.logins ?? null,
      extensions: row.extensions,
    };
  });
}

/** Managed servers let some roles make event triggers that are no superusers, each in its own way. */
async function triesEventTrigger(client: { query(sql: string): Promise<unknown> }): Promise<boolean> {
  try {
    await client.query(`begin; create schema basalt_probe;
      create function basalt_probe.probe() returns event_trigger language plpgsql as $$ begin end $$;
      create event trigger basalt_probe on ddl_command_end execute function basalt_probe.probe()`);
    return true;
  } catch {
    return false;
  } finally {
    await client.query('rollback');
  }
}

/**
 * Why a server cannot be attached, each as a sentence that says what to do. Empty: it can.
 * @param prefix of the logins of the project that it is to be attached to; null: of a new one
 */
export function attachProblems(offer: ServerOffer, prefix: string | null = null): string[] {
  const taken = offer.isPrepared ? [] : offer.takenSchemas;
  const [first, last] = [POSTGRES_MAJORS[0], POSTGRES_MAJORS.at(-1)];
  return [
    isServed(offer.major)
      ? ''
      : `The server runs PostgreSQL ${offer.version}. Versions ${first} to ${last} can be attached.`,
    offer.isInRecovery
      ? 'The server is a standby, or it is recovering: it takes no changes. Attach the primary server.'
      : '',
    offer.encoding === 'UTF8'
      ? ''
      : `The database is encoded in ${offer.encoding}. Only databases in UTF8 can be attached.`,
    offer.mayCreateRoles
      ? ''
      : `The role ${offer.user} may not create roles. Give it CREATEROLE, or use one that has it.`,
    offer.mayCreateSchemas
      ? ''
      : `The role ${offer.user} may not create schemas in this database. Grant it CREATE on the database.`,
    offer.preparedBy === null
      ? ''
      : `The database has been attached before as ${offer.preparedBy}, and what it needs belongs to that role. Attach it as ${offer.preparedBy} again, or make ${offer.user} a member of it.`,
    offer.attachedAs === null || offer.attachedAs === prefix
      ? ''
      : 'The database is attached to another project already. Delete that one first, or attach another database.',
    taken.length === 0
      ? ''
      : `The database has schemas that the services need for themselves: ${taken.join(', ')}. Rename them, or attach another database.`,
  ].filter((sentence) => sentence !== '');
}

function isServed(major: number): major is PostgresMajor {
  return (POSTGRES_MAJORS as readonly number[]).includes(major);
}

/** What is missing of a project's services on a server that can be attached, as sentences. */
export function attachLimits(offer: ServerOffer): string[] {
  return [
    offer.mayReadChanges
      ? ''
      : 'Realtime does not send changes of tables: the server needs wal_level = logical, and the role must be allowed to make roles with REPLICATION. Broadcast and presence work.',
    offer.mayBypassRowSecurity
      ? ''
      : `The role ${offer.user} cannot make a role that row level security does not bind. So policies hold for the secret key too: write them for service_role.`,
    offer.mayMakeEventTriggers
      ? ''
      : "Changes of the schema are not noticed by themselves. Run NOTIFY pgrst, 'reload schema' after a change that the API should know.",
  ].filter((sentence) => sentence !== '');
}
