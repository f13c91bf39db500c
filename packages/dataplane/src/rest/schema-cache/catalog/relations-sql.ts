/**
 * Rows `relation`, sorted by name: [oid, schema, name, relkind, isPartition, writable, comment, primary key's attnums or null, columns]
 * with columns [attnum, name, type oid, format or null, not null, default or null, typmod, comment or null].
 * `writable` is the bit mask of pg_relation_is_updatable: 4 update, 8 insert, 16 delete.
 */
export const RELATIONS_SQL = `
(select 'relation' as kind, json_build_array(
  r.oid::int8, r.nspname, r.relname, r.relkind, r.relispartition,
  case when r.relkind in ('r', 'p') then 28 when r.relkind in ('v', 'f') then pg_relation_is_updatable(r.oid, true)
    else 0 end,
  d.description,
  (select to_json(k.conkey) from pg_constraint k where k.conrelid = r.oid and k.contype = 'p'),
  coalesce(c.list, '[]'))::text as payload
from relations r
left join pg_description d on d.objoid = r.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
left join (
  select a.attrelid, json_agg(json_build_array(
    a.attnum, a.attname, a.atttypid::int8,
    case when a.atttypmod <> -1 then format_type(a.atttypid, a.atttypmod) end,
    a.attnotnull,
    case
      when a.attidentity <> '' then (
        select format('nextval(%L::regclass)', s.objid::regclass) from pg_depend s
        where s.refclassid = 'pg_class'::regclass and s.refobjid = a.attrelid and s.refobjsubid = a.attnum
          and s.classid = 'pg_class'::regclass and s.deptype = 'i')
      when a.attgenerated = '' and a.atthasdef then pg_get_expr(v.adbin, v.adrelid)
    end,
    a.atttypmod, n.description) order by a.attnum) as list
  from attributes a
  left join pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum
  left join pg_description n
    on n.objoid = a.attrelid and n.classoid = 'pg_class'::regclass and n.objsubid = a.attnum
  group by a.attrelid
) c on c.attrelid = r.oid
order by r.nspname, r.relname)`;
