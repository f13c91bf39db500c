import { FUNCTIONS, type FunctionRow } from '../catalog/functions.ts';
import { UNIQUE_KEYS, type UniqueKeyRow } from '../catalog/keys.ts';
import { type CatalogClient, createPace, readCatalog, type Topic } from '../catalog/read-catalog.ts';
import { RELATIONS, type RelationRow } from '../catalog/relations.ts';
import { ATTRIBUTES, INTERNAL_RESULTS, type Scope, SYSTEM_SCHEMAS } from '../catalog/scope.ts';
import { TYPES, type TypeRow } from '../catalog/types.ts';
import { VIEWS, type ViewRow } from '../catalog/views.ts';
import { toQueryError } from '../errors/query-error.ts';

/** Columns that a client may not write, and who gives them their values. */
export interface ColumnRuleRow {
  readonly relation: number;
  readonly number: number;
  /** `always`: given by the database, and an error when a client gives one. */
  readonly values: 'always' | 'by default';
}

/** What a type is made of. */
export interface TypePartsRow {
  readonly oid: number;
  /** Of an array: oid of the type of its elements, otherwise 0. */
  readonly element: number;
  /** Of a composite type that no table has: its attributes. */
  readonly attributes: readonly (readonly [name: string, type: number])[];
}

/** A foreign key, with the names of what it points at, wherever that is. */
export interface ReferenceRow {
  readonly constraint: string;
  /** Oid of the table that has the key. */
  readonly table: number;
  readonly columns: readonly number[];
  readonly referenced: number;
  readonly referencedName: string;
  readonly referencedColumns: readonly (readonly [number: number, name: string])[];
}

/** Everything that types of a client are made of. */
export interface TypedSchemas {
  readonly relations: readonly RelationRow[];
  readonly types: readonly TypeRow[];
  readonly functions: readonly FunctionRow[];
  readonly uniqueKeys: readonly UniqueKeyRow[];
  readonly views: readonly ViewRow[];
  readonly columnRules: readonly ColumnRuleRow[];
  readonly typeParts: readonly TypePartsRow[];
  readonly references: readonly ReferenceRow[];
}

/** The relations and functions of some schemas, their enums and composite types, and every type that these are made of. */
function schemasWithTypes(schemas: readonly string[]): Scope {
  return {
    sql: `
with recursive ${SYSTEM_SCHEMAS}, schemas as materialized (
  select oid, nspname from pg_catalog.pg_namespace where nspname = any($1::pg_catalog.text[])
), routines as materialized (
  select p.oid, p.prorettype, p.proargtypes, p.proallargtypes
  from pg_catalog.pg_proc p
  join schemas n on n.oid = p.pronamespace
  where p.prokind = 'f' and p.prorettype not in (${INTERNAL_RESULTS})
), relations as materialized (
  select c.oid, n.nspname, c.relname, c.relkind, c.relispartition
  from pg_catalog.pg_class c
  join schemas n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
), attributes as materialized (${ATTRIBUTES}
), used_types(oid) as (
  select oid from (
    select atttypid from attributes
    union select prorettype from routines
    union select pg_catalog.unnest(coalesce(proallargtypes, proargtypes)) from routines
    union select t.oid from pg_catalog.pg_type t
      join schemas n on n.oid = t.typnamespace
      left join pg_catalog.pg_class c on c.oid = t.typrelid
      where t.typtype = 'e' or c.relkind = 'c'
  ) as direct(oid)
  union
  select part.oid
  from used_types u
  join pg_catalog.pg_type t on t.oid = u.oid
  cross join lateral (
    select t.typbasetype where t.typtype = 'd'
    union all select t.typelem where t.typelem <> 0 and t.typlen = -1
    union all select a.atttypid from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.oid = t.typrelid and c.relkind = 'c'
  ) as part(oid)
)`,
    values: [schemas],
  };
}

const COLUMN_RULES: Topic<ColumnRuleRow> = {
  sql: `
select pg_catalog.json_build_array(a.attrelid::pg_catalog.int8, a.attnum,
  case when a.attidentity = 'd' then 'by default' else 'always' end)::pg_catalog.text as payload
from attributes a
where a.attidentity <> '' or a.attgenerated <> ''`,
  read: (payload) => {
    const [relation, number, values] = JSON.parse(payload) as [number, number, ColumnRuleRow['values']];
    return { relation, number, values };
  },
};

const TYPE_PARTS: Topic<TypePartsRow> = {
  sql: `
select pg_catalog.json_build_array(t.oid::pg_catalog.int8,
  case when t.typlen = -1 then t.typelem else 0 end::pg_catalog.int8,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_array(a.attname, a.atttypid::pg_catalog.int8) order by a.attnum)
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid = t.typrelid and c.relkind = 'c'), '[]'))::pg_catalog.text as payload
from used_types u
join pg_catalog.pg_type t on t.oid = u.oid
where t.typelem <> 0 or t.typtype = 'c'`,
  read: (payload) => {
    const [oid, element, attributes] = JSON.parse(payload) as [number, number, [string, number][]];
    return { oid, element, attributes };
  },
};

const REFERENCES: Topic<ReferenceRow> = {
  sql: `
select pg_catalog.json_build_array(k.conname, k.conrelid::pg_catalog.int8, k.conkey, k.confrelid::pg_catalog.int8, t.relname, (
  select pg_catalog.json_agg(pg_catalog.json_build_array(a.attnum, a.attname) order by key.place)
  from pg_catalog.unnest(k.confkey) with ordinality as key(number, place)
  join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = key.number
))::pg_catalog.text as payload
from pg_catalog.pg_constraint k
join pg_catalog.pg_class o on o.oid = k.conrelid and not o.relispartition
join pg_catalog.pg_class t on t.oid = k.confrelid and not t.relispartition
where k.contype = 'f' and k.conparentid = 0 and pg_catalog.to_jsonb(k) ->> 'conperiod' is distinct from 'true'
order by k.conname, k.conrelid`,
  read: (payload) => {
    const [constraint, table, columns, referenced, referencedName, referencedColumns] = JSON.parse(
      payload,
    ) as [string, number, number[], number, string, [number, string][]];
    return { constraint, table, columns, referenced, referencedName, referencedColumns };
  },
};

const TOPICS = {
  relations: RELATIONS,
  types: TYPES,
  functions: FUNCTIONS,
  uniqueKeys: UNIQUE_KEYS,
  views: VIEWS,
  columnRules: COLUMN_RULES,
  typeParts: TYPE_PARTS,
  references: REFERENCES,
};

/**
 * Reads what the types of some schemas are made of, in one query. The connection's search path is changed, so that types are
 * written with their schemas. Throws QueryError.
 */
export async function readTypedSchemas(
  client: CatalogClient,
  schemas: readonly string[],
): Promise<TypedSchemas> {
  try {
    await client.query("set search_path = pg_catalog; set statement_timeout = '15s'");
    return await readCatalog(client, schemasWithTypes(schemas), TOPICS, createPace());
  } catch (error) {
    throw toQueryError(error);
  }
}
