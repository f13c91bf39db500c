/** What the current role may do in one schema. */
export interface SchemaPrivileges {
  relations: ReadonlyMap<string, RelationPrivileges>;
  /** Oids of the functions it may call. */
  functions: ReadonlySet<number>;
}

/** `select`, `insert` and `update` are true with any column of it. */
export interface RelationPrivileges {
  select: boolean;
  insert: boolean;
  update: boolean;
  delete: boolean;
}

/**
 * To be run under the caller's role. $1: the schema. No row when there is no such schema, else one row with one column,
 * the text that `parsePrivileges` reads.
 */
export const PRIVILEGES_SQL = `
select pg_catalog.json_build_object(
  'relations', (
    select pg_catalog.json_agg(pg_catalog.json_build_array(c.relname,
      pg_catalog.has_any_column_privilege(c.oid, 'SELECT'), pg_catalog.has_any_column_privilege(c.oid, 'INSERT'),
      pg_catalog.has_any_column_privilege(c.oid, 'UPDATE'), pg_catalog.has_table_privilege(c.oid, 'DELETE')))
    from pg_catalog.pg_class c
    where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
  ),
  'functions', (
    select pg_catalog.json_agg(p.oid::pg_catalog.int8)
    from pg_catalog.pg_proc p
    where p.pronamespace = n.oid and p.prokind = 'f' and pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      and pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
  ))::pg_catalog.text as privileges
from pg_catalog.pg_namespace n where n.nspname = $1`;

type RelationRow = [name: string, select: boolean, insert: boolean, update: boolean, remove: boolean];

/** @param text the column of the answer, null without a row: then nothing is allowed */
export function parsePrivileges(text: string | null): SchemaPrivileges {
  const { relations, functions } = JSON.parse(text ?? '{}') as {
    relations?: RelationRow[] | null;
    functions?: number[] | null;
  };
  return {
    relations: new Map(
      (relations ?? []).map(([name, select, insert, update, remove]) => [
        name,
        { select, insert, update, delete: remove },
      ]),
    ),
    functions: new Set(functions ?? []),
  };
}
