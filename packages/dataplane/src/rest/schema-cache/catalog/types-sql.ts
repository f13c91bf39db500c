/**
 * Rows `type`, for every type that a column, an argument or a result has, and for the base types of domains:
 * [oid, name, typtype, isArray, base type's oid or 0, typmod, not null, default or null, [schema, relation] or null,
 * enum labels or null, schema, bare name].
 */
export const TYPES_SQL = `
select 'type' as kind, json_build_array(
  t.oid::int8, format_type(t.oid, -1), t.typtype,
  t.typsubscript = 'array_subscript_handler'::regproc and t.typlen = -1,
  t.typbasetype::int8, t.typtypmod, t.typnotnull, pg_get_expr(t.typdefaultbin, 0),
  case when c.relkind <> 'c' then json_build_array(cn.nspname, c.relname) end,
  case when t.typtype = 'e' then (
    select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) end,
  n.nspname, t.typname)::text as payload
from used_types u
join pg_type t on t.oid = u.oid
join pg_namespace n on n.oid = t.typnamespace
left join pg_class c on c.oid = t.typrelid
left join pg_namespace cn on cn.oid = c.relnamespace`;

/** Rows `cast`, implicit ones by function domain → json, json → domain, text → domain: [source, target, schema, name]. */
export const CASTS_SQL = `
select 'cast' as kind, json_build_array(c.castsource::int8, c.casttarget::int8, n.nspname, p.proname)::text as payload
from pg_cast c
join pg_type s on s.oid = c.castsource
join pg_type t on t.oid = c.casttarget
join pg_proc p on p.oid = c.castfunc
join pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f'
  and (s.typtype = 'd' and c.casttarget = 'json'::regtype
    or t.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype))`;
