import type { Topic } from './read-catalog.ts';

export interface FunctionRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  /** f function, a aggregate, p procedure, w window function. */
  readonly kind: string;
  /** Oids of the types of what is passed in. */
  readonly inTypes: readonly number[];
  /** Oids of the types of all arguments; null when all are passed in. */
  readonly allTypes: readonly number[] | null;
  /** i in, o out, b both, v variadic, t a column of the result; null when all are i. */
  readonly modes: readonly string[] | null;
  readonly names: readonly string[] | null;
  /** How many of the last arguments may be left out. */
  readonly defaults: number;
  /** Oid. */
  readonly returnType: number;
  readonly returnsSet: boolean;
  /** How many rows the planner expects of a set. */
  readonly rows: number;
  /** v volatile, s stable, i immutable. */
  readonly volatility: string;
  readonly isVariadic: boolean;
  /** Such as `search_path=public`. */
  readonly settings: readonly string[] | null;
}

type FunctionTuple = [
  oid: number,
  schema: string,
  name: string,
  comment: string | null,
  kind: string,
  inTypes: number[],
  allTypes: number[] | null,
  modes: string[] | null,
  names: string[] | null,
  defaults: number,
  returnType: number,
  returnsSet: boolean,
  rows: number,
  volatility: string,
  isVariadic: boolean,
  settings: string[] | null,
];

/** The functions of the scope, sorted by name and age. */
export const FUNCTIONS: Topic<FunctionRow> = {
  sql: `
select pg_catalog.json_build_array(
  p.oid::pg_catalog.int8, n.nspname, p.proname, d.description, p.prokind,
  p.proargtypes::pg_catalog.oid[]::pg_catalog.int8[], p.proallargtypes::pg_catalog.int8[], p.proargmodes, p.proargnames,
  p.pronargdefaults, p.prorettype::pg_catalog.int8, p.proretset, p.prorows, p.provolatile, p.provariadic <> 0,
  p.proconfig)::pg_catalog.text as payload
from routines r
join pg_catalog.pg_proc p on p.oid = r.oid
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
left join pg_catalog.pg_description d
  on d.objoid = p.oid and d.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objsubid = 0
order by n.nspname, p.proname, p.oid`,
  read: (payload) => {
    const tuple = JSON.parse(payload) as FunctionTuple;
    const [oid, schema, name, comment, kind, inTypes, allTypes, modes, names, defaults, ...more] = tuple;
    const [returnType, returnsSet, rows, volatility, isVariadic, settings] = more;
    const what = { oid, schema, name, comment, kind };
    const takes = { inTypes, allTypes, modes, names, defaults, isVariadic };
    return { ...what, ...takes, returnType, returnsSet, rows, volatility, settings };
  },
};

export interface SignatureRow {
  readonly schema: string;
  readonly name: string;
  /** The arguments as they are called, such as `a integer, b text DEFAULT 'x'::text`. */
  readonly arguments: string;
}

/** How the functions of the scope are called, sorted by name and age. */
export const SIGNATURES: Topic<SignatureRow> = {
  sql: `
select pg_catalog.json_build_array(n.nspname, p.proname, pg_catalog.pg_get_function_arguments(p.oid))::pg_catalog.text as payload
from routines r
join pg_catalog.pg_proc p on p.oid = r.oid
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
order by n.nspname, p.proname, p.oid`,
  read: (payload) => {
    const [schema, name, takes] = JSON.parse(payload) as [string, string, string];
    return { schema, name, arguments: takes };
  },
};
