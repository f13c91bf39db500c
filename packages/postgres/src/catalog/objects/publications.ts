import { describe, isWanted, type ObjectKind, PAGE } from './object-scope.ts';

export interface PublicationObject {
  id: number;
  name: string;
  owner: string;
  publish_insert: boolean;
  publish_update: boolean;
  publish_delete: boolean;
  publish_truncate: boolean;
  /** With those of schemas that are published whole. Null: all tables. */
  tables: { id: number; name: string; schema: string }[] | null;
}

export const PUBLICATION_OBJECTS: ObjectKind<PublicationObject> = {
  page: `page as materialized (
  select b.oid
  from pg_catalog.pg_publication b
  where ${isWanted('b.oid')}
  order by b.pubname
  ${PAGE}
)`,
  topic: describe(`
select b.oid::pg_catalog.int8 as id, b.pubname as name, pg_catalog.pg_get_userbyid(b.pubowner) as owner,
  b.pubinsert as publish_insert, b.pubupdate as publish_update, b.pubdelete as publish_delete,
  b.pubtruncate as publish_truncate,
  case when not b.puballtables then (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'id', c.oid::pg_catalog.int8, 'name', c.relname, 'schema', n.nspname) order by n.nspname, c.relname), '[]')
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.oid in (select r.prrelid from pg_catalog.pg_publication_rel r where r.prpubid = b.oid)
      or c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace in (select s.pnnspid from pg_catalog.pg_publication_namespace s where s.pnpubid = b.oid)
  ) end as tables
from page p
join pg_catalog.pg_publication b on b.oid = p.oid
order by b.pubname`),
};
