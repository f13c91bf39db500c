import { describe, isWanted, joinComment, type ObjectKind, PAGE, unlessLocked } from './object-scope.ts';
import type { KeyAction } from './tables.ts';

/** A constraint of a table or foreign table; those on NOT NULL are objects of their own from PostgreSQL 18 on. */
export interface ConstraintObject {
  id: number;
  schema: string;
  table_id: number;
  table: string;
  name: string;
  type: 'PRIMARY KEY' | 'UNIQUE' | 'CHECK' | 'FOREIGN KEY' | 'EXCLUDE' | 'NOT NULL' | 'TRIGGER';
  /** What comes after its name in SQL. Null when it cannot be read now. */
  definition: string | null;
  columns: string[];
  /** Whether the rows that were there before have been checked. */
  is_validated: boolean;
  is_deferrable: boolean;
  is_initially_deferred: boolean;
  /** What a foreign key points at; null or empty for other constraints. */
  referenced_table_id: number | null;
  referenced_schema: string | null;
  referenced_table: string | null;
  referenced_columns: string[];
  deletion_action: KeyAction | null;
  update_action: KeyAction | null;
  comment: string | null;
}

const columnNames = (table: string, numbers: string) => `(
    select coalesce(pg_catalog.json_agg(a.attname order by c.position), '[]')
    from pg_catalog.unnest(${numbers}) with ordinality as c(number, position)
    join pg_catalog.pg_attribute a on a.attrelid = ${table} and a.attnum = c.number)`;

export const CONSTRAINT_OBJECTS: ObjectKind<ConstraintObject> = {
  page: `page as materialized (
  select k.oid, n.nspname, c.relname, k.conname
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join schemas n on n.oid = c.relnamespace
  where ${isWanted('k.oid')}
  order by n.nspname, c.relname, k.conname, k.oid
  ${PAGE}
)`,
  topic: describe(`
select k.oid::pg_catalog.int8 as id, p.nspname as schema, k.conrelid::pg_catalog.int8 as table_id, p.relname as "table",
  k.conname as name,
  case k.contype
    when 'p' then 'PRIMARY KEY' when 'u' then 'UNIQUE' when 'c' then 'CHECK' when 'f' then 'FOREIGN KEY'
    when 'x' then 'EXCLUDE' when 'n' then 'NOT NULL' else 'TRIGGER'
  end as type,
  ${unlessLocked('pg_class', 'k.conrelid', 'pg_catalog.pg_get_constraintdef(k.oid, true)')} as definition,
  ${columnNames('k.conrelid', 'k.conkey')} as columns,
  k.convalidated as is_validated, k.condeferrable as is_deferrable, k.condeferred as is_initially_deferred,
  t.oid::pg_catalog.int8 as referenced_table_id, tn.nspname as referenced_schema, t.relname as referenced_table,
  ${columnNames('k.confrelid', 'k.confkey')} as referenced_columns,
  case when k.contype = 'f' then k.confdeltype end as deletion_action,
  case when k.contype = 'f' then k.confupdtype end as update_action,
  d.description as comment
from page p
join pg_catalog.pg_constraint k on k.oid = p.oid
left join pg_catalog.pg_class t on t.oid = k.confrelid
left join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
${joinComment('d', 'pg_constraint', 'k.oid')}
order by p.nspname, p.relname, p.conname, p.oid`),
};
