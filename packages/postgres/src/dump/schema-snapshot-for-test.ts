import type { ConnectionTarget } from '../connections/connection-target.ts';
import { withTransferClient } from './connection/transfer-client.ts';

const ACL = (column: string) => `array(select unnest(${column})::text order by 1)`;
const OF_USERS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;

/** Whatever can be told of a database without its object ids. Each query answers rows of any shape. */
const QUERIES: Record<string, string> = {
  roles: `select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
    rolconnlimit, rolpassword, rolvaliduntil, shobj_description(oid, 'pg_authid') from pg_authid where rolname !~ '^pg_'`,
  memberships: `select roleid::regrole, member::regrole, admin_option from pg_auth_members where roleid >= 16384 or member >= 16384`,
  membershipOptions: `select m.roleid::regrole, m.member::regrole, to_jsonb(m) -> 'set_option', to_jsonb(m) -> 'inherit_option',
    m.grantor::regrole from pg_auth_members m where roleid >= 16384 or member >= 16384`,
  settings: `select setrole::regrole, setdatabase <> 0, array(select unnest(setconfig) order by 1) from pg_db_role_setting
    where setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
  parameters: `select parname, ${ACL('paracl')} from pg_parameter_acl`,
  database: `select datdba::regrole, ${ACL('datacl')}, datconnlimit, shobj_description(oid, 'pg_database') from pg_database
    where datname = current_database()`,
  schemas: `select nspname, nspowner::regrole, ${ACL('nspacl')} from pg_namespace n where ${OF_USERS}`,
  relations: `select n.nspname, relname, relkind, relpersistence, relowner::regrole, ${ACL('relacl')}, reloptions, relrowsecurity,
    relforcerowsecurity, relreplident, relispopulated, pg_get_expr(relpartbound, c.oid), reloftype::regtype,
    pg_get_partkeydef(c.oid) from pg_class c join pg_namespace n on n.oid = relnamespace where ${OF_USERS} and relkind <> 't'`,
  columns: `select attrelid::regclass, row_number() over (partition by attrelid order by attnum), attname,
    format_type(atttypid, atttypmod), attnotnull, attgenerated, attcollation::regcollation,
    nullif(attstattarget, -1), attstorage, ${ACL('attacl')}, attoptions, attfdwoptions, pg_get_expr(adbin, adrelid), attislocal
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${OF_USERS} and relkind <> 't' and attnum > 0 and not attisdropped`,
  identities: `select attrelid::regclass, attname, attidentity from pg_attribute where attidentity <> ''`,
  constraints: `select conrelid::regclass, contypid::regtype, conname, contype, convalidated, condeferrable, condeferred,
    conislocal, pg_get_constraintdef(oid) from pg_constraint where contype <> 'n' and conparentid = 0 and oid >= 16384 and connamespace <> 'information_schema'::regnamespace`,
  indexes: `select pg_get_indexdef(indexrelid), indisclustered, indisreplident, indisvalid from pg_index where indrelid in (select oid from pg_class where oid >= 16384 and relnamespace <> 'pg_toast'::regnamespace)`,
  triggers: `select pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal`,
  eventTriggers: `select evtname, evtevent, evtowner::regrole, evtfoid::regproc, evtenabled, evttags from pg_event_trigger`,
  policies: `select * from pg_policies`,
  rules: `select pg_get_ruledef(r.oid), ev_enabled from pg_rewrite r join pg_class c on c.oid = ev_class
    where ev_class >= 16384 and rulename <> '_RETURN'`,
  views: `select c.oid::regclass, pg_get_viewdef(c.oid) from pg_class c where relkind in ('v', 'm') and c.oid >= 16384`,
  functions: `select p.oid::regprocedure, proowner::regrole, ${ACL('proacl')},
    case when prokind <> 'a' then pg_get_functiondef(p.oid) end from pg_proc p where p.oid >= 16384
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  aggregates: `select aggfnoid::regprocedure, aggtransfn, agginitval from pg_aggregate where aggfnoid >= 16384`,
  types: `select t.oid::regtype, typtype, typowner::regrole, ${ACL('typacl')}, typnotnull, typdefault, typcollation::regcollation,
    array(select enumlabel from pg_enum where enumtypid = t.oid order by enumsortorder)
    from pg_type t join pg_namespace n on n.oid = typnamespace where ${OF_USERS}`,
  casts: `select castsource::regtype, casttarget::regtype, castfunc::regprocedure, castcontext from pg_cast where oid >= 16384`,
  operators: `select oid::regoperator, oprcode from pg_operator where oid >= 16384`,
  collations: `select collname, collprovider, collisdeterministic from pg_collation where oid >= 16384`,
  searchConfigurations: `select cfgname, cfgparser from pg_ts_config where oid >= 16384`,
  sequences: `select schemaname, sequencename, sequenceowner, data_type, start_value, min_value, max_value, increment_by, cycle,
    cache_size, last_value from pg_sequences`,
  ownedSequences: `select objid::regclass, refobjid::regclass, refobjsubid > 0, deptype from pg_depend
    where classid = 'pg_class'::regclass and deptype in ('a', 'i') and objid in (select seqrelid from pg_sequence)`,
  publications: `select pubname, puballtables, pubinsert, pubupdate, pubviaroot, pubowner::regrole from pg_publication`,
  publicationLists: `select pubname, prrelid::regclass, prattrs::text, pg_get_expr(prqual, prrelid) from pg_publication_rel
    join pg_publication p on p.oid = prpubid`,
  publicationTables: `select * from pg_publication_tables`,
  extensions: `select extname, extnamespace::regnamespace from pg_extension`,
  defaultPrivileges: `select defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, ${ACL('defaclacl')} from pg_default_acl`,
  descriptions: `select (pg_identify_object(classoid, objoid, objsubid)).identity, description from pg_description where objoid >= 16384`,
  foreign: `select srvname, array(select unnest(srvoptions) order by 1), ${ACL('srvacl')}, usename, array(select unnest(umoptions) order by 1) from pg_foreign_server
    left join pg_user_mappings using (srvname)`,
  statistics: `select pg_get_statisticsobjdef(oid) from pg_statistic_ext`,
  inheritance: `select inhrelid::regclass, inhparent::regclass, inhseqno from pg_inherits`,
  largeObjects: `select oid, lomowner::regrole, ${ACL('lomacl')}, md5(lo_get(oid)) from pg_largeobject_metadata`,
};

async function tables(read: (sql: string) => Promise<string[]>): Promise<string[]> {
  return read(`select format('%I.%I', n.nspname, relname) from pg_class c join pg_namespace n on n.oid = relnamespace
    where ${OF_USERS} and relkind in ('r', 'm') and relispopulated order by 1`);
}

/** A database in words: definitions by subject, and a hash of the rows of every table. Equal snapshots: equal databases. */
export async function schemaSnapshotOf(target: ConnectionTarget): Promise<Record<string, string[]>> {
  const settings = { search_path: 'pg_catalog' };
  return withTransferClient(
    target,
    new AbortController().signal,
    async (client) => {
      const read = async (sql: string) => {
        const { rows } = await client.query({ text: sql, rowMode: 'array' });
        return rows.map((row: unknown[]) => (row.length === 1 ? String(row[0]) : JSON.stringify(row)));
      };
      const snapshot: Record<string, string[]> = {};
      for (const [subject, sql] of Object.entries(QUERIES)) snapshot[subject] = (await read(sql)).sort();
      snapshot.rows = [];
      for (const table of await tables(read)) {
        const sql = `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') from only ${table} as t`;
        snapshot.rows.push(`${table} ${(await read(sql)).join()}`);
      }
      for (const name of await read(
        `select format('%I.%I', schemaname, sequencename) from pg_sequences order by 1`,
      ))
        snapshot.rows.push(`${name} ${await read(`select last_value, is_called from ${name}`)}`);
      return snapshot;
    },
    settings,
  );
}
