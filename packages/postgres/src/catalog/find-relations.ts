import type { CatalogClient } from './read-catalog.ts';
import { type RelationKind, relationKind } from './relations.ts';

export interface FoundRelation {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
}

/**
 * Tables and views whose name has this part, whatever its case; `schema.name` counts too. Those that are called just so come
 * first, then those of `public`. PostgreSQL's own schemas and partitions are left out. Throws what `client.query` throws.
 */
export async function findRelations(
  client: CatalogClient,
  part: string,
  limit: number,
): Promise<FoundRelation[]> {
  const { rows } = await client.query(
    `select c.oid::pg_catalog.int8::pg_catalog.text as id, n.nspname as schema, c.relname as name, c.relkind as kind
     from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
       and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
       and pg_catalog.strpos(pg_catalog.lower(n.nspname || '.' || c.relname), pg_catalog.lower($1::pg_catalog.text)) > 0
     order by pg_catalog.lower(c.relname) = pg_catalog.lower($1::pg_catalog.text) desc,
       pg_catalog.strpos(pg_catalog.lower(c.relname), pg_catalog.lower($1::pg_catalog.text)) = 0,
       n.nspname = 'public' desc, n.nspname, c.relname
     limit $2`,
    [part, limit],
  );
  return (rows as RelationRow[]).map(({ id, schema, name, kind }) => ({
    id: Number(id),
    schema,
    name,
    kind: relationKind(kind),
  }));
}

interface RelationRow {
  id: string;
  schema: string;
  name: string;
  kind: string;
}

export interface ListedRelation extends Omit<FoundRelation, 'kind'> {
  readonly kind: RelationKind | 'partitioned table';
  readonly is_partition: boolean;
  readonly rls_enabled: boolean;
}

/**
 * A page of the tables and views of one schema, PostgreSQL's own too, by name; with `part` only those that have it in their name.
 * Throws what `client.query` throws.
 */
export async function listRelations(
  client: CatalogClient,
  page: { schema: string; part: string; limit: number; offset: number },
): Promise<ListedRelation[]> {
  const { rows } = await client.query(
    `select c.oid::pg_catalog.int8::pg_catalog.text as id, n.nspname as schema, c.relname as name, c.relkind as kind,
       c.relispartition as is_partition, c.relrowsecurity as rls_enabled
     from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname = $1
       and pg_catalog.strpos(pg_catalog.lower(c.relname), pg_catalog.lower($2::pg_catalog.text)) > 0
     order by c.relname
     limit $3 offset $4`,
    [page.schema, page.part, page.limit, page.offset],
  );
  return (rows as (RelationRow & Pick<ListedRelation, 'is_partition' | 'rls_enabled'>)[]).map((row) => ({
    ...row,
    id: Number(row.id),
    kind: row.kind === 'p' ? 'partitioned table' : relationKind(row.kind),
  }));
}
