import { type ConnectionTarget, loginFor, type RemoteLogins } from '@basalt/postgres';
import { quoteIdent } from '@basalt/sql';
import { MADE_BY_US } from './attach-database.ts';
import { type Client, inOneTransaction } from './in-one-transaction.ts';
import { OWN_SCHEMAS } from './inspect-server.ts';
import { ATTACHED_ROLES } from './roles.ts';

export interface DetachOptions {
  /** The services' schemas stay, with users, buckets and everything in them: the database can be attached again as it is. */
  keepSchemas: boolean;
}

/** What became of a database that was detached. */
export interface Detached {
  /** Objects of the database's owner that need what would be removed, as PostgreSQL identifies them. Nothing was done if there are any. */
  dependents: string[];
  /** Roles that stayed because another database of the server uses them. */
  keptRoles: string[];
}

/**
 * Takes the platform's roles and schemas out of a database that somebody else runs. It is one transaction: it takes effect as a whole
 * or not at all, and may be repeated. Nothing of the owner's is dropped with it: what needs something of ours is named instead.
 * @throws {QueryError} what the server refuses
 */
export async function detachDatabase(
  target: ConnectionTarget,
  logins: RemoteLogins,
  { keepSchemas }: DetachOptions,
): Promise<Detached> {
  return inOneTransaction(target, async (client) => {
    const dependents = keepSchemas ? [] : await findDependents(client);
    if (dependents.length > 0) return { dependents, keptRoles: [] };
    await dropRoles(
      client,
      ATTACHED_ROLES.map(({ name }) => loginFor(logins, name)),
    );
    if (!keepSchemas) return { dependents, keptRoles: await dropEverything(client) };
    await attempt(client, 'update basalt.attachment set logins = null');
    return { dependents, keptRoles: [] };
  });
}

/** What names something in our schemas, or one of our roles in a policy, and is not in them itself. */
const DEPENDENTS = `
  with own as (select n.oid from pg_catalog.pg_namespace as n where n.nspname = any ($1)),
  things as (
    select 'pg_catalog.pg_class'::pg_catalog.regclass::oid as class, c.oid from pg_catalog.pg_class as c where c.relnamespace in (select oid from own)
    union all
    select 'pg_catalog.pg_proc'::pg_catalog.regclass::oid, p.oid from pg_catalog.pg_proc as p where p.pronamespace in (select oid from own)
    union all
    select 'pg_catalog.pg_type'::pg_catalog.regclass::oid, t.oid from pg_catalog.pg_type as t where t.typnamespace in (select oid from own)
  ),
  needing as (
    select d.classid, d.objid, d.objsubid,
      case d.classid
        when 'pg_catalog.pg_class'::pg_catalog.regclass then (select c.relnamespace from pg_catalog.pg_class as c where c.oid = d.objid)
        when 'pg_catalog.pg_proc'::pg_catalog.regclass then (select p.pronamespace from pg_catalog.pg_proc as p where p.oid = d.objid)
        when 'pg_catalog.pg_type'::pg_catalog.regclass then (select t.typnamespace from pg_catalog.pg_type as t where t.oid = d.objid)
        when 'pg_catalog.pg_constraint'::pg_catalog.regclass then (select o.connamespace from pg_catalog.pg_constraint as o where o.oid = d.objid)
        when 'pg_catalog.pg_policy'::pg_catalog.regclass then (
          select c.relnamespace from pg_catalog.pg_policy as p join pg_catalog.pg_class as c on c.oid = p.polrelid where p.oid = d.objid)
        when 'pg_catalog.pg_rewrite'::pg_catalog.regclass then (
          select c.relnamespace from pg_catalog.pg_rewrite as r join pg_catalog.pg_class as c on c.oid = r.ev_class where r.oid = d.objid)
        when 'pg_catalog.pg_attrdef'::pg_catalog.regclass then (
          select c.relnamespace from pg_catalog.pg_attrdef as a join pg_catalog.pg_class as c on c.oid = a.adrelid where a.oid = d.objid)
        when 'pg_catalog.pg_trigger'::pg_catalog.regclass then (
          select c.relnamespace from pg_catalog.pg_trigger as t join pg_catalog.pg_class as c on c.oid = t.tgrelid where t.oid = d.objid)
      end as schema
    from pg_catalog.pg_depend as d join things as t on t.class = d.refclassid and t.oid = d.refobjid
    where d.deptype in ('n', 'a')
  )
  select distinct i.type || ' ' || i.identity as name
  from needing as n cross join pg_catalog.pg_identify_object(n.classid, n.objid, n.objsubid) as i
  where n.schema is not null and n.schema not in (select oid from own)
  union
  select 'policy ' || i.identity
  from pg_catalog.pg_policy as p join pg_catalog.pg_class as c on c.oid = p.polrelid
    cross join pg_catalog.pg_identify_object('pg_catalog.pg_policy'::pg_catalog.regclass, p.oid, 0) as i
  where c.relnamespace not in (select oid from own)
    and p.polroles && array(select r.oid from pg_catalog.pg_roles as r where r.rolname = any ($2))
  order by 1
  limit 200`;

async function findDependents(client: Client): Promise<string[]> {
  const { rows } = await client.query(DEPENDENTS, [OWN_SCHEMAS, await rolesOfOurs(client)]);
  return rows.map(({ name }) => String(name));
}

/** Those that we have made: others were there before, and stay. */
async function rolesOfOurs(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select r.rolname as name from pg_catalog.pg_roles as r
    where r.rolname = any ($1) and pg_catalog.shobj_description(r.oid, 'pg_authid') = $2`,
    [ATTACHED_ROLES.map(({ name }) => name), MADE_BY_US],
  );
  return rows.map(({ name }) => String(name));
}

/** @returns the roles that another database of the server uses */
async function dropEverything(client: Client): Promise<string[]> {
  await client.query(`
    drop event trigger if exists basalt_tell_schema_change;
    drop event trigger if exists basalt_tell_schema_drop;
    drop publication if exists supabase_realtime;
    drop publication if exists supabase_realtime_messages_publication;
    drop schema if exists ${OWN_SCHEMAS.map(quoteIdent).join(', ')} cascade`);
  // What may have been there before goes only if nothing is in it.
  await client.query(`do $$ begin
    if to_regclass('supabase_migrations.schema_migrations') is not null
      and not exists (select from supabase_migrations.schema_migrations) then
      drop table supabase_migrations.schema_migrations;
    end if;
  end $$`);
  for (const schema of ['supabase_migrations', 'extensions']) await dropIfEmpty(client, schema);
  return dropRoles(client, await rolesOfOurs(client));
}

async function dropIfEmpty(client: Client, schema: string): Promise<void> {
  await attempt(client, `drop schema if exists ${quoteIdent(schema)} restrict`);
}

/** @returns those that cannot be dropped because another database uses them */
async function dropRoles(client: Client, names: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const name of names) {
    const { rows } = await client.query('select from pg_catalog.pg_roles where rolname = $1', [name]);
    if (rows.length === 0) continue;
    const role = quoteIdent(name);
    if (!(await attempt(client, `drop owned by ${role}; drop role ${role}`))) {
      await attempt(client, `drop owned by ${role}`);
      kept.push(name);
    }
  }
  return kept;
}

/** False: it was refused, and nothing of it happened. */
async function attempt(client: Client, sql: string): Promise<boolean> {
  await client.query('savepoint attempt');
  try {
    await client.query(sql);
    await client.query('release savepoint attempt');
    return true;
  } catch {
    await client.query('rollback to savepoint attempt');
    return false;
  }
}
