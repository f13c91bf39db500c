import { quoteIdent, quoteLiteral } from '@basalt/sql';
import type pg from 'pg';

/** What a view reads is written down as dependencies of its rewrite rule. The farther a view reaches, the later it comes. */
const POPULATED = `
with recursive views as (
  select c.oid, c.relkind from pg_catalog.pg_class c where c.relkind in ('v', 'm')
), reads as (
  select r.ev_class as view, d.refobjid as source
  from pg_catalog.pg_rewrite r
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
      and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid <> r.ev_class
    join views on views.oid = d.refobjid
  group by 1, 2
), reach (view, source) as (
  select view, source from reads
  union
  select reach.view, reads.source from reach join reads on reads.view = reach.source
)
select n.nspname as schema, c.relname as name
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'm' and c.relispopulated and c.oid >= 16384
order by (select count(*) from reach where reach.view = c.oid), 1, 2`;

/**
 * Statements that fill the materialized views which are filled, each after those it reads. The server runs their queries as
 * their owners, so functions in them may look for names where they are used to. Nothing else may run after this search path.
 */
export async function refreshStatements(client: pg.Client, searchPath: string): Promise<string[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(POPULATED);
  if (rows.length === 0) return [];
  const path = `SELECT pg_catalog.set_config('search_path', ${quoteLiteral(searchPath)}, false)`;
  const refreshes = rows.map(
    ({ schema, name }) => `REFRESH MATERIALIZED VIEW ${quoteIdent(schema)}.${quoteIdent(name)}`,
  );
  return [path, ...refreshes];
}
