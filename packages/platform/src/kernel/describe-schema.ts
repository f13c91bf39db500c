import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/**
 * The schema as text, one line a column, constraint or index, in a fixed order: committed, so that a migration that
 * changes more than it meant to shows in review.
 */
export async function describeSchema(db: Database): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    with ours as (
      select c.oid, c.relname from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%'
    ), lines as (
      select relname, 0 as part, 0::bigint as place, 'table ' || relname as line from ours
      union all
      select relname, 1, attnum, '  ' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then ' not null' else '' end
        || case when attidentity <> '' then ' identity' else '' end
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
      from ours join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      union all
      select relname, 2, row_number() over (order by conname), '  constraint ' || conname || ' ' || pg_get_constraintdef(con.oid)
      from ours join pg_constraint con on conrelid = ours.oid and contype <> 'n'
      union all
      select relname, 3, row_number() over (order by indexrelid::regclass::text), '  ' || pg_get_indexdef(indexrelid)
      from ours join pg_index on indrelid = oid
    )
    select line from lines order by relname, part, place`.execute(db);
  return `${rows.map(({ line }) => line).join('\n')}\n`;
}
