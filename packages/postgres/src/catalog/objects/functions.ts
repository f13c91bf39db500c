import { describe, isWanted, type ObjectKind, PAGE, settingsOf, unlessLocked } from './object-scope.ts';

export interface FunctionObject {
  id: number;
  schema: string;
  name: string;
  /** Aggregates are left out: they have no definition of their own. */
  kind: 'function' | 'procedure' | 'window';
  language: string;
  /** Its body; empty for what is built in, null when it cannot be read now. */
  definition: string | null;
  /** The statement that makes it; of what is built in the name of its C function. Null when it cannot be read now. */
  complete_statement: string | null;
  args: {
    mode: 'in' | 'out' | 'inout' | 'variadic' | 'table';
    name: string;
    type_id: number;
    has_default: boolean;
  }[];
  argument_types: string;
  identity_argument_types: string;
  return_type_id: number;
  return_type: string;
  /** The table whose rows it gives. */
  return_type_relation_id: number | null;
  is_set_returning_function: boolean;
  /** How many rows the planner expects of a set. */
  prorows: number | null;
  behavior: 'IMMUTABLE' | 'STABLE' | 'VOLATILE';
  security_definer: boolean;
  /** Settings that hold while it runs. */
  config_params: Record<string, string> | null;
}

// Defaults belong to the last arguments that are passed in.
const ARGUMENTS = `
  select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
    'mode', case a.mode when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic' when 't' then 'table' else 'in' end,
    'name', coalesce(a.name, ''), 'type_id', a.type::pg_catalog.int8,
    'has_default', a.is_input and a.input_number > f.pronargs - f.pronargdefaults) order by a.position), '[]')
  from (
    select u.*, m.is_input, pg_catalog.count(*) filter (where m.is_input) over (order by u.position) as input_number
    from rows from (
      pg_catalog.unnest(coalesce(f.proallargtypes, f.proargtypes::pg_catalog.oid[])),
      pg_catalog.unnest(f.proargmodes),
      pg_catalog.unnest(f.proargnames)
    ) with ordinality as u(type, mode, name, position)
    cross join lateral (select coalesce(u.mode, 'i') in ('i', 'b', 'v') as is_input) as m
    where u.type is not null
  ) as a`;

export const FUNCTION_OBJECTS: ObjectKind<FunctionObject> = {
  page: `page as materialized (
  select f.oid, n.nspname, f.proname
  from pg_catalog.pg_proc f
  join schemas n on n.oid = f.pronamespace
  where f.prokind in ('f', 'p', 'w') and ${isWanted('f.oid')}
  order by n.nspname, f.proname, f.oid
  ${PAGE}
)`,
  topic: describe(`
select f.oid::pg_catalog.int8 as id, p.nspname as schema, f.proname as name,
  case f.prokind when 'p' then 'procedure' when 'w' then 'window' else 'function' end as kind,
  l.lanname as language,
  case
    when l.lanname = 'internal' then ''
    when f.prosqlbody is not null then ${unlessLocked('pg_proc', 'f.oid', 'pg_catalog.pg_get_function_sqlbody(f.oid)')}
    else f.prosrc
  end as definition,
  case
    when l.lanname = 'internal' then f.prosrc
    else ${unlessLocked('pg_proc', 'f.oid', 'pg_catalog.pg_get_functiondef(f.oid)')}
  end as complete_statement,
  (${ARGUMENTS}) as args,
  pg_catalog.pg_get_function_arguments(f.oid) as argument_types,
  pg_catalog.pg_get_function_identity_arguments(f.oid) as identity_argument_types,
  f.prorettype::pg_catalog.int8 as return_type_id,
  coalesce(pg_catalog.pg_get_function_result(f.oid), pg_catalog.format_type(f.prorettype, null)) as return_type,
  nullif(t.typrelid, 0)::pg_catalog.int8 as return_type_relation_id,
  f.proretset as is_set_returning_function,
  case when f.proretset then nullif(f.prorows, 0) end as prorows,
  case f.provolatile when 'i' then 'IMMUTABLE' when 's' then 'STABLE' else 'VOLATILE' end as behavior,
  f.prosecdef as security_definer,
  (${settingsOf('f.proconfig')}) as config_params
from page p
join pg_catalog.pg_proc f on f.oid = p.oid
left join pg_catalog.pg_language l on l.oid = f.prolang
left join pg_catalog.pg_type t on t.oid = f.prorettype
order by p.nspname, p.proname, p.oid`),
};
