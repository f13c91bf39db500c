import type { CatalogClient } from './read-catalog.ts';
import { type RelationKind, relationKind } from './relations.ts';

export interface FoundRelation {
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
    `select n.nspname as schema, c.relname as name, c.relkind as kind
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
  return (rows as { schema: string; name: string; kind: string }[]).map((row) => ({
    ...row,
    kind: relationKind(row.kind),
  }));
}
