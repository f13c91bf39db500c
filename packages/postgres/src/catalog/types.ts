import type { Topic } from './read-catalog.ts';

export interface TypeRow {
  readonly oid: number;
  /** As SQL writes it. */
  readonly name: string;
  /** b base, c composite, d domain, e enum, p pseudo, r range, m multirange. */
  readonly kind: string;
  readonly isArray: boolean;
  /** Of a domain: oid of the type it stands on, otherwise 0. */
  readonly base: number;
  /** Of a domain: the modifier of the type it stands on, -1 without. */
  readonly modifier: number;
  readonly notNull: boolean;
  readonly default: string | null;
  /** The table or view whose rows are of this type. */
  readonly relation: readonly [schema: string, name: string] | null;
  readonly enumLabels: readonly string[] | null;
  readonly schema: string;
  /** Without schema and quotes. */
  readonly bareName: string;
}

type TypeTuple = [
  oid: number,
  name: string,
  kind: string,
  isArray: boolean,
  base: number,
  modifier: number,
  notNull: boolean,
  defaultText: string | null,
  relation: [schema: string, name: string] | null,
  enumLabels: string[] | null,
  schema: string,
  bareName: string,
];

/** Every type that a column, an argument or a result of the scope has, and the base types of domains. */
export const TYPES: Topic<TypeRow> = {
  sql: `
select pg_catalog.json_build_array(
  t.oid::pg_catalog.int8, pg_catalog.format_type(t.oid, -1), t.typtype,
  t.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc and t.typlen = -1,
  t.typbasetype::pg_catalog.int8, t.typtypmod, t.typnotnull, pg_catalog.pg_get_expr(t.typdefaultbin, 0),
  case when c.relkind <> 'c' then pg_catalog.json_build_array(cn.nspname, c.relname) end,
  case when t.typtype = 'e' then (
    select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder)
    from pg_catalog.pg_enum e where e.enumtypid = t.oid) end,
  n.nspname, t.typname)::pg_catalog.text as payload
from used_types u
join pg_catalog.pg_type t on t.oid = u.oid
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
left join pg_catalog.pg_class c on c.oid = t.typrelid
left join pg_catalog.pg_namespace cn on cn.oid = c.relnamespace`,
  read: (payload) => {
    const [
      oid,
      name,
      kind,
      isArray,
      base,
      modifier,
      notNull,
      defaultText,
      relation,
      enumLabels,
      schema,
      bareName,
    ] = JSON.parse(payload) as TypeTuple;
    return {
      oid,
      name,
      kind,
      isArray,
      base,
      modifier,
      notNull,
      default: defaultText,
      relation,
      enumLabels,
      schema,
      bareName,
    };
  },
};

export interface CastRow {
  /** Oid. */
  readonly source: number;
  /** Oid. */
  readonly target: number;
  /** The function that casts. */
  readonly schema: string;
  readonly name: string;
}

/** Implicit casts by function of the whole database: domain → json, json → domain, text → domain. */
export const DOMAIN_CASTS: Topic<CastRow> = {
  sql: `
select pg_catalog.json_build_array(
  c.castsource::pg_catalog.int8, c.casttarget::pg_catalog.int8, n.nspname, p.proname)::pg_catalog.text as payload
from pg_catalog.pg_cast c
join pg_catalog.pg_type s on s.oid = c.castsource
join pg_catalog.pg_type t on t.oid = c.casttarget
join pg_catalog.pg_proc p on p.oid = c.castfunc
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f'
  and (s.typtype = 'd' and c.casttarget = 'pg_catalog.json'::pg_catalog.regtype
    or t.typtype = 'd'
      and c.castsource in ('pg_catalog.json'::pg_catalog.regtype, 'pg_catalog.text'::pg_catalog.regtype))`,
  read: (payload) => {
    const [source, target, schema, name] = JSON.parse(payload) as [number, number, string, string];
    return { source, target, schema, name };
  },
};
