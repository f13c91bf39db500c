import { columnPage, describe, type ObjectKind, relationPage } from './object-scope.ts';

export interface GrantedPrivilege {
  grantor: string;
  /** `PUBLIC` stands for all roles. */
  grantee: string;
  privilege_type: string;
  is_grantable: boolean;
}

export interface TablePrivilegesObject {
  relation_id: number;
  schema: string;
  name: string;
  kind: 'table' | 'view' | 'materialized_view' | 'foreign_table' | 'partitioned_table';
  privileges: GrantedPrivilege[];
}

export interface ColumnPrivilegesObject {
  /** As that of the column. */
  column_id: string;
  relation_schema: string;
  relation_name: string;
  column_name: string;
  privileges: GrantedPrivilege[];
}

/** SELECT of the JSON of what an expression with the columns of `aclexplode` gives. */
const granted = (from: string) => `
  select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
    'grantor', pg_catalog.pg_get_userbyid(g.grantor),
    'grantee', case when g.grantee = 0 then 'PUBLIC' else pg_catalog.pg_get_userbyid(g.grantee) end,
    'privilege_type', g.privilege_type, 'is_grantable', g.is_grantable)
    order by g.grantee, g.privilege_type, g.grantor), '[]')
  from ${from} as g`;

const OF_RELATION = "pg_catalog.aclexplode(coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner)))";
const OF_ITS_COLUMNS = `(
    select t.* from ${OF_RELATION} as t where t.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES')
  )`;
const KINDS = ['r', 'p', 'v', 'm', 'f'];

export const TABLE_PRIVILEGES: ObjectKind<TablePrivilegesObject> = {
  page: relationPage(...KINDS),
  topic: describe(`
select r.oid::pg_catalog.int8 as relation_id, r.nspname as schema, r.relname as name,
  case r.relkind
    when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized_view' when 'f' then 'foreign_table'
    else 'partitioned_table'
  end as kind,
  (${granted(OF_RELATION)}) as privileges
from relations r
join pg_catalog.pg_class c on c.oid = r.oid
order by r.nspname, r.relname`),
};

/** What is granted on the column, and on all columns with the table. Most columns have no more than their table, told once. */
export const COLUMN_PRIVILEGES: ObjectKind<ColumnPrivilegesObject> = {
  page: `${columnPage(...KINDS)}, granted_on_relation as materialized (
  select c.oid, (${granted(OF_ITS_COLUMNS)}) as privileges
  from pg_catalog.pg_class c
  where c.oid in (select attrelid from attributes)
)`,
  topic: describe(`
select a.attrelid::pg_catalog.text || '.' || a.attnum::pg_catalog.text as column_id, r.nspname as relation_schema,
  r.relname as relation_name, a.attname as column_name,
  case
    when o.attacl is null then t.privileges
    else (${granted(`(
      ${OF_ITS_COLUMNS} union select o.* from pg_catalog.aclexplode(o.attacl) as o)`)})
  end as privileges
from attributes a
join relations r on r.oid = a.attrelid
join pg_catalog.pg_class c on c.oid = a.attrelid
join pg_catalog.pg_attribute o on o.attrelid = a.attrelid and o.attnum = a.attnum
join granted_on_relation t on t.oid = a.attrelid
order by r.nspname, r.relname, a.attnum`),
};
