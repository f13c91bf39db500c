import {
  describe,
  expression,
  isWanted,
  joinComment,
  type ObjectKind,
  PAGE,
  unlessLocked,
} from './object-scope.ts';

export interface IndexObject {
  id: number;
  table_id: number;
  schema: string;
  name: string;
  table: string;
  number_of_attributes: number;
  /** Without those of INCLUDE. */
  number_of_key_attributes: number;
  is_unique: boolean;
  is_primary: boolean;
  is_exclusion: boolean;
  is_immediate: boolean;
  is_clustered: boolean;
  is_valid: boolean;
  check_xmin: boolean;
  is_ready: boolean;
  is_live: boolean;
  is_replica_identity: boolean;
  /** Numbers of the table's columns; 0 for an expression. */
  key_attributes: number[];
  /** Oids of collations. */
  collation: number[];
  /** Oids of operator classes. */
  class: number[];
  /** Bit masks: 1 descending, 2 nulls first. */
  options: number[];
  index_predicate: string | null;
  comment: string | null;
  /** The statement that makes it. Null when it cannot be read now. */
  index_definition: string | null;
  access_method: string;
  /** The index's own columns. */
  index_attributes: { attribute_number: number; attribute_name: string; data_type: string }[];
}

export const INDEX_OBJECTS: ObjectKind<IndexObject> = {
  page: `page as materialized (
  select x.oid, n.nspname, x.relname
  from pg_catalog.pg_class x
  join schemas n on n.oid = x.relnamespace
  where x.relkind in ('i', 'I') and ${isWanted('x.oid')}
  order by n.nspname, x.relname
  ${PAGE}
)`,
  topic: describe(`
select p.oid::pg_catalog.int8 as id, i.indrelid::pg_catalog.int8 as table_id, p.nspname as schema, p.relname as name,
  t.relname as "table",
  i.indnatts as number_of_attributes, i.indnkeyatts as number_of_key_attributes,
  i.indisunique as is_unique, i.indisprimary as is_primary, i.indisexclusion as is_exclusion,
  i.indimmediate as is_immediate, i.indisclustered as is_clustered, i.indisvalid as is_valid,
  i.indcheckxmin as check_xmin, i.indisready as is_ready, i.indislive as is_live, i.indisreplident as is_replica_identity,
  i.indkey::pg_catalog.int2[] as key_attributes,
  i.indcollation::pg_catalog.oid[]::pg_catalog.int8[] as collation,
  i.indclass::pg_catalog.oid[]::pg_catalog.int8[] as class,
  i.indoption::pg_catalog.int2[] as options,
  ${expression('pg_class', 'i.indrelid', 'i.indpred', 'i.indrelid')} as index_predicate,
  d.description as comment,
  ${unlessLocked('pg_class', 'i.indrelid', 'pg_catalog.pg_get_indexdef(p.oid)')} as index_definition,
  m.amname as access_method,
  (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'attribute_number', a.attnum, 'attribute_name', a.attname,
      'data_type', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a where a.attrelid = p.oid and a.attnum > 0
  ) as index_attributes
from page p
join pg_catalog.pg_index i on i.indexrelid = p.oid
join pg_catalog.pg_class x on x.oid = p.oid
join pg_catalog.pg_class t on t.oid = i.indrelid
join pg_catalog.pg_am m on m.oid = x.relam
${joinComment('d', 'pg_class', 'p.oid')}
order by p.nspname, p.relname`),
};
