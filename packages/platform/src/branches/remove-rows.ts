import type { ClusterAddress } from '@basalt/clusters';
import { withClient } from '@basalt/postgres';
import { quoteIdent } from '@basalt/sql';
import type { Client } from 'pg';
import { PlatformError } from '../kernel/platform-error.ts';
import type { StepContext } from '../operations/definition.ts';
import { startApart } from './start-apart.ts';

const LARGE_OBJECTS_AT_ONCE = 500;

/**
 * Tables whose rows belong to the definitions: what an extension brought along, which migrations have run, and the buckets that
 * policies name.
 */
const TABLES = `
select n.nspname as schema, c.relname as name
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and c.relpersistence <> 't'
  and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  and (n.nspname <> 'basalt' or c.relname = 'mailbox')
  and not (c.relname in ('schema_migrations', 'migrations')
    and n.nspname in ('auth', 'storage', 'realtime', 'supabase_migrations', 'supabase_functions'))
  and not (n.nspname = 'storage' and c.relname in ('buckets', 'buckets_analytics', 'buckets_vectors'))
  and not exists (
    select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.deptype = 'e')
order by c.oid`;

/** Tables whose rows a copy without rows does not have, in the order in which they were made. */
export async function tablesOfRows(client: Client): Promise<{ schema: string; name: string }[]> {
  return (await client.query<{ schema: string; name: string }>(TABLES)).rows;
}

const MATERIALIZED_VIEWS = `
select pg_catalog.format('%I.%I', n.nspname, c.relname) as name
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'm' and c.relispopulated
order by c.oid`;

/** Code of users that would run all the same, as a superuser. */
const STUBBORN_TRIGGERS = `
select 'trigger ' || pg_catalog.format('%I on %s', tgname, tgrelid::pg_catalog.regclass) as name
from pg_catalog.pg_trigger
where not tgisinternal and tgenabled in ('R', 'A') and tgtype & 32 <> 0
union all
select 'event trigger ' || pg_catalog.quote_ident(evtname)
from pg_catalog.pg_event_trigger
where evtenabled in ('R', 'A')
limit 1`;

/**
 * Empties a copied database before anybody reaches it. Leaves the cluster stopped; done again, it does no harm.
 * @param ref of the cluster, which need not be the project's
 * @throws as {@link emptyDatabase}
 */
export async function removeRows({ clusters, project }: StepContext, ref: string): Promise<void> {
  await emptyDatabase(await startApart({ clusters, project }, ref));
  await clusters.stop(ref);
}

/**
 * Empties a database: tables, materialized views, large objects, and the statistics that hold values of rows. No code of users runs. Done
 * again, it does no harm.
 * @throws PlatformError `conflict` when a trigger would run
 */
export async function emptyDatabase(address: ClusterAddress): Promise<void> {
  await withClient(
    address,
    async (client) => {
      await client.query('set search_path = pg_catalog; set session_replication_role = replica');
      const names = async (sql: string) =>
        (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
      const [stubborn] = await names(STUBBORN_TRIGGERS);
      if (stubborn !== undefined)
        throw new PlatformError(
          'conflict',
          `The rows were not left out, because the ${stubborn} runs in replicas too. Change it to run at the origin only, or create the branch with data.`,
        );
      const tables = (await tablesOfRows(client)).map(
        ({ schema, name }) => `${quoteIdent(schema)}.${quoteIdent(name)}`,
      );
      if (tables.length > 0) await client.query(`truncate table ${tables.join(', ')} restart identity`);
      for (const view of await names(MATERIALIZED_VIEWS))
        await client.query(`refresh materialized view ${view} with no data`);
      await removeLargeObjects(async (sql) => (await client.query(sql)).rows.length);
      // What was found out about rows holds some of their values.
      await client.query('set allow_system_table_mods = on');
      await client.query('delete from pg_catalog.pg_statistic');
      await client.query('delete from pg_catalog.pg_statistic_ext_data');
      await client.query('checkpoint');
    },
    { answerTimeoutMs: null },
  );
}

/** @param run answers how many rows a query has */
export async function removeLargeObjects(run: (sql: string) => Promise<number>): Promise<void> {
  const several = `
    select pg_catalog.lo_unlink(oid)
    from (select oid from pg_catalog.pg_largeobject_metadata limit ${LARGE_OBJECTS_AT_ONCE}) as several`;
  while ((await run(several)) > 0);
}
