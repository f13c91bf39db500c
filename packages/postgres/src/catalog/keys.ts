import type { Topic } from './read-catalog.ts';

// Constraints that partitions inherit, or have on their own, would only repeat or split what their parent says.

export interface ForeignKeyRow {
  readonly constraint: string;
  /** Oid of the table that has the key. */
  readonly table: number;
  /** Oid of the table it points at. */
  readonly referenced: number;
  /** Numbers of columns, those of both tables in the same order. */
  readonly columns: readonly number[];
  readonly referencedColumns: readonly number[];
}

/** Foreign keys of the whole database, sorted by name; not those over periods (18 and later), whose columns need not be equal. */
export const FOREIGN_KEYS: Topic<ForeignKeyRow> = {
  sql: `
select pg_catalog.json_build_array(
  k.conname, k.conrelid::pg_catalog.int8, k.confrelid::pg_catalog.int8, k.conkey, k.confkey)::pg_catalog.text as payload
from pg_catalog.pg_constraint k
join pg_catalog.pg_class o on o.oid = k.conrelid and not o.relispartition
join pg_catalog.pg_class t on t.oid = k.confrelid and not t.relispartition
where k.contype = 'f' and k.conparentid = 0 and pg_catalog.to_jsonb(k) ->> 'conperiod' is distinct from 'true'
order by k.conname, k.conrelid`,
  read: (payload) => {
    const [constraint, table, referenced, columns, referencedColumns] = JSON.parse(payload) as [
      string,
      number,
      number,
      number[],
      number[],
    ];
    return { constraint, table, referenced, columns, referencedColumns };
  },
};

export interface UniqueKeyRow {
  /** Oid. */
  readonly table: number;
  readonly isPrimary: boolean;
  /** Numbers of columns. */
  readonly columns: readonly number[];
}

/** Primary and unique keys of the whole database, without PostgreSQL's own. */
export const UNIQUE_KEYS: Topic<UniqueKeyRow> = {
  sql: `
select pg_catalog.json_build_array(k.conrelid::pg_catalog.int8, k.contype = 'p', k.conkey)::pg_catalog.text as payload
from pg_catalog.pg_constraint k
join pg_catalog.pg_class c on c.oid = k.conrelid and c.relnamespace not in (select oid from system_schemas)
where k.contype in ('p', 'u')`,
  read: (payload) => {
    const [table, isPrimary, columns] = JSON.parse(payload) as [number, boolean, number[]];
    return { table, isPrimary, columns };
  },
};
