/**
 * Rows `function`, sorted by name and age: [oid, schema, name, comment, prokind, IN types, all types or null, modes or null, names or null,
 * defaults, return type, returns a set, rows, volatility, variadic, settings or null].
 */
export const FUNCTIONS_SQL = `
(select 'function' as kind, json_build_array(
  p.oid::int8, n.nspname, p.proname, d.description, p.prokind,
  p.proargtypes::oid[]::int8[], p.proallargtypes::int8[], p.proargmodes, p.proargnames, p.pronargdefaults,
  p.prorettype::int8, p.proretset, p.prorows, p.provolatile, p.provariadic <> 0, p.proconfig)::text as payload
from routines r
join pg_proc p on p.oid = r.oid
join pg_namespace n on n.oid = p.pronamespace
left join pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass and d.objsubid = 0
order by n.nspname, p.proname, p.oid)`;

/** Rows `schema`: [name, comment], those with a comment. */
export const SCHEMAS_SQL = `
select 'schema' as kind, json_build_array(e.nspname, d.description)::text as payload
from exposed e
join pg_description d on d.objoid = e.oid and d.classoid = 'pg_namespace'::regclass`;
