import type { ClientBase } from 'pg';
import { toQueryError } from '../to-query-error.ts';

export type RelationKind = 'table' | 'view' | 'materialized view' | 'foreign table';

export interface CatalogRelation {
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
  /** In the order of the table. `type` as PostgreSQL writes it, such as `character varying(20)`. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export interface CatalogFunction {
  readonly schema: string;
  readonly name: string;
  /** The arguments as they are called, such as `a integer, b text DEFAULT 'x'::text`. */
  readonly arguments: string;
}

/** What an editor needs to complete names. Sorted by name. PostgreSQL's own schemas are left out. */
export interface CompletionCatalog {
  readonly schemas: readonly string[];
  /** The schemas in which a name is found without writing the schema. */
  readonly searchPath: readonly string[];
  readonly relations: readonly CatalogRelation[];
  readonly functions: readonly CatalogFunction[];
}

// One text column with the final JSON: nothing to decode per row. Trigger functions are left out, nobody calls them.
const CATALOG = `
with visible as materialized (
  select oid, nspname from pg_catalog.pg_namespace
  where nspname not like 'pg\\_%' and nspname <> 'information_schema'
), columns as materialized (
  select a.attrelid, pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum) as list
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm', 'f')
  join visible n on n.oid = c.relnamespace
  where a.attnum > 0 and not a.attisdropped
  group by a.attrelid
)
select pg_catalog.json_build_object(
  'schemas', (select coalesce(pg_catalog.json_agg(nspname order by nspname), '[]') from visible),
  'searchPath', pg_catalog.to_json(pg_catalog.current_schemas(false)),
  'relations', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'schema', n.nspname, 'name', c.relname,
      'kind', case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'f' then 'foreign table' else 'table' end,
      'columns', coalesce(k.list, '[]')) order by n.nspname, c.relname), '[]')
    from pg_catalog.pg_class c
    join visible n on n.oid = c.relnamespace
    left join columns k on k.attrelid = c.oid
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
  ),
  'functions', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'schema', n.nspname, 'name', p.proname,
      'arguments', pg_catalog.pg_get_function_arguments(p.oid)) order by n.nspname, p.proname, p.oid), '[]')
    from pg_catalog.pg_proc p
    join visible n on n.oid = p.pronamespace
    where p.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
  )
)::text as catalog`;

/** Reads all names of the database in one query. Throws QueryError. */
export async function loadCompletionCatalog(client: ClientBase): Promise<CompletionCatalog> {
  try {
    const { rows } = await client.query<{ catalog: string }>(CATALOG);
    return JSON.parse(rows[0]?.catalog ?? '') as CompletionCatalog;
  } catch (error) {
    throw toQueryError(error);
  }
}
