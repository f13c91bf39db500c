// Constraints that partitions inherit, or have on their own, would only repeat or split what their parent says.

/** Rows `foreign`, sorted by name; not those over periods (18 and later), whose columns need not be equal: [constraint, table oid, referenced table oid, attnums, referenced attnums]. */
export const FOREIGN_KEYS_SQL = `
(select 'foreign' as kind, json_build_array(k.conname, k.conrelid::int8, k.confrelid::int8, k.conkey, k.confkey)::text as payload
from pg_constraint k
join pg_class o on o.oid = k.conrelid and not o.relispartition
join pg_class t on t.oid = k.confrelid and not t.relispartition
where k.contype = 'f' and k.conparentid = 0 and to_jsonb(k) ->> 'conperiod' is distinct from 'true'
order by k.conname, k.conrelid)`;

/** Rows `unique`: [table oid, is primary key, attnums]. */
export const UNIQUE_KEYS_SQL = `
select 'unique' as kind, json_build_array(k.conrelid::int8, k.contype = 'p', k.conkey)::text as payload
from pg_constraint k
join pg_class c on c.oid = k.conrelid and c.relnamespace not in (select oid from system_schemas)
where k.contype in ('p', 'u')`;
