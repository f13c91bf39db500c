import type { ClientBase } from 'pg';
import { toQueryError } from '../errors/query-error.ts';

/** A table or view, and who reaches it through the APIs. */
export interface TableAccess {
  /** Oid. */
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'partitioned table' | 'foreign table' | 'view' | 'materialized view';
  readonly rls_enabled: boolean;
  readonly policy_count: number;
  /** Whether the role may do anything with it at all. */
  readonly anon_access: boolean;
  readonly authenticated_access: boolean;
  /** Null when the table was never analyzed. */
  readonly estimated_rows: number | null;
  /** True: one of the two roles has access, and no row level security can keep rows from it. */
  readonly exposed_without_policy: boolean;
}

/** SQL: whether the role may do anything at all with the relation `c` of the schema `n`. */
export function apiAccess(role: 'anon' | 'authenticated'): string {
  return `(pg_catalog.has_schema_privilege('${role}', n.oid, 'USAGE') and (
    pg_catalog.has_any_column_privilege('${role}', c.oid, 'SELECT, INSERT, UPDATE')
    or pg_catalog.has_table_privilege('${role}', c.oid, 'DELETE, TRUNCATE')))`;
}

const LIST = `
  select c.oid::pg_catalog.int8 as id, n.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name,
    case c.relkind
      when 'r' then 'table' when 'p' then 'partitioned table' when 'f' then 'foreign table'
      when 'v' then 'view' else 'materialized view'
    end as kind,
    c.relrowsecurity as rls_enabled,
    (select pg_catalog.count(*)::pg_catalog.int4 from pg_catalog.pg_policy p where p.polrelid = c.oid) as policy_count,
    anon.access as anon_access,
    authenticated.access as authenticated_access,
    case when c.reltuples >= 0 and c.relkind <> 'v' then c.reltuples::pg_catalog.float8 end as estimated_rows,
    (anon.access or authenticated.access) and not protected.yes as exposed_without_policy
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral (select ${apiAccess('anon')} as access) anon
  cross join lateral (select ${apiAccess('authenticated')} as access) authenticated
  -- A view reads with the power of its owner, past row level security, unless it was told to read as its caller.
  cross join lateral (
    select c.relrowsecurity or c.relkind = 'v' and exists (
      select from pg_catalog.unnest(c.reloptions) as option
      where pg_catalog.lower(option) = any (array['security_invoker=true', 'security_invoker=on', 'security_invoker=yes', 'security_invoker=1'])
    ) as yes
  ) protected
  where n.nspname = any ($1::pg_catalog.text[]) and c.relkind in ('r', 'p', 'f', 'v', 'm')
  order by n.nspname, c.relname
  limit 5000`;

/**
 * Every table and view of these schemas with the access of `anon` and `authenticated`, sorted by name, at most 5000.
 * Throws QueryError.
 */
export async function listTableAccess(
  client: ClientBase,
  schemas: readonly string[],
): Promise<TableAccess[]> {
  try {
    return (await client.query<TableAccess>(LIST, [schemas])).rows;
  } catch (error) {
    throw toQueryError(error);
  }
}
