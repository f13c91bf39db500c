import type { ApiTable } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { readDatabaseSide } from './database-side.ts';
import { readDataApiSettings, splitNames } from './settings.ts';

const LIST = `
  select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name,
    case c.relkind
      when 'r' then 'table' when 'p' then 'partitioned table' when 'f' then 'foreign table'
      when 'v' then 'view' else 'materialized view'
    end as kind,
    c.relrowsecurity as rls_enabled,
    (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policy_count,
    anon.access as anon_access,
    authenticated.access as authenticated_access,
    case when c.reltuples >= 0 and c.relkind <> 'v' then c.reltuples::float8 end as estimated_rows,
    (anon.access or authenticated.access) and not protected.yes as exposed_without_policy
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select has_schema_privilege('anon', n.oid, 'USAGE') and (
      has_any_column_privilege('anon', c.oid, 'SELECT, INSERT, UPDATE') or has_table_privilege('anon', c.oid, 'DELETE, TRUNCATE')
    ) as access
  ) anon
  cross join lateral (
    select has_schema_privilege('authenticated', n.oid, 'USAGE') and (
      has_any_column_privilege('authenticated', c.oid, 'SELECT, INSERT, UPDATE')
      or has_table_privilege('authenticated', c.oid, 'DELETE, TRUNCATE')
    ) as access
  ) authenticated
  -- A view reads with the power of its owner, past row level security, unless it was told to read as its caller.
  cross join lateral (
    select c.relrowsecurity or c.relkind = 'v' and exists (
      select from unnest(c.reloptions) as option
      where lower(option) = any (array['security_invoker=true', 'security_invoker=on', 'security_invoker=yes', 'security_invoker=1'])
    ) as yes
  ) protected
  where n.nspname = any ($1::text[]) and c.relkind in ('r', 'p', 'f', 'v', 'm')
  order by n.nspname, c.relname
  limit 5000`;

/** Every table and view that the Data API exposes, and who can reach it. */
export async function listTables(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
): Promise<{ exposed_schemas: string[]; tables: ApiTable[] }> {
  const { db } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'read_sql');
  const settings = await readDataApiSettings(db, project.id);
  const target = await readyDatabase(dependencies, project, SUPERUSER_ROLE);
  return withClient(target, async (client) => {
    const { stored } = await readDatabaseSide(client);
    const exposed = splitNames(settings.db_schema && (stored.db_schema ?? settings.db_schema));
    const { rows } = await client.query<ApiTable>(LIST, [exposed]);
    return { exposed_schemas: exposed, tables: rows };
  });
}
