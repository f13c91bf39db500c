import { quoteIdent } from '@basalt/sql';
import { limit } from '../common-names.ts';
import { lint, type Named, qualified, spoken } from '../lint.ts';

interface Column extends Named {
  column: string;
  share: number;
}

const percent = (share: number) => `${Math.floor(share * 100)} %`;

const WIDEN_ADVICE =
  'Make the column a bigint before it is full. The table is written anew meanwhile, and nobody else can use it; columns that point at it should follow.';

export const sequenceNearLimit = lint<
  Column & { sequence: Named; ends: string; isOwned: boolean; isNarrow: boolean; last: number }
>({
  name: 'sequence_near_limit',
  title: 'Sequence near its limit',
  level: 'ERROR',
  category: 'PERFORMANCE',
  description:
    'Sequences that have used up most of their numbers, or of those that their column can hold: when none are left, no row can be added.',
  remediation: WIDEN_ADVICE,
  // What is owned by a column is known by a dependency: a for serial, i for identity.
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, a.attname::pg_catalog.text as column,
  pg_catalog.jsonb_build_object('schema', s.schemaname, 'name', s.sequencename) as sequence, s.last_value::pg_catalog.float8 as last,
  s.max_value::pg_catalog.text as ends, d.deptype = 'a' as "isOwned",
  a.atttypid in ('pg_catalog.int2'::pg_catalog.regtype, 'pg_catalog.int4'::pg_catalog.regtype) as "isNarrow",
  s.last_value::pg_catalog.float8 / most.value as share
from pg_catalog.pg_sequences s
join pg_catalog.pg_namespace n on n.nspname = s.schemaname
join pg_catalog.pg_class q on q.relnamespace = n.oid and q.relname = s.sequencename and q.relkind = 'S'
join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = q.oid and d.deptype in ('a', 'i')
  and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjsubid > 0
join relations c on c.oid = d.refobjid
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
cross join lateral (
  select least(s.max_value, case a.atttypid when 'pg_catalog.int2'::pg_catalog.regtype then 32767
    when 'pg_catalog.int4'::pg_catalog.regtype then 2147483647 else s.max_value end)::pg_catalog.float8 as value
) as most
where not s.cycle and s.increment_by > 0 and most.value > 0 and s.last_value::pg_catalog.float8 / most.value > ${limit('usedShare')}
order by 9 desc, 1, 2, 3`,
  read: (row) => {
    const sequence = qualified(row.sequence);
    return {
      key: [row.schema, row.name, row.column],
      detail: `The sequence of column \`${row.column}\` of table ${spoken(row)} has used up ${percent(row.share)} of its numbers`,
      metadata: {
        schema: row.schema,
        name: row.name,
        type: 'table',
        column: row.column,
        sequence: row.sequence.name,
        last_value: row.last,
        share: row.share,
      },
      fix: row.isNarrow
        ? [
            `alter table ${qualified(row)} alter column ${quoteIdent(row.column)} type bigint;`,
            // An identity column's follows by itself.
            ...(row.isOwned ? [`alter sequence ${sequence} as bigint;`] : []),
          ].join('\n')
        : row.ends === '9223372036854775807'
          ? null
          : `alter sequence ${sequence} no maxvalue;`,
    };
  },
});

export const intKeyNearLimit = lint<Column & { top: number }>({
  name: 'int_key_near_limit',
  title: 'Integer key near its limit',
  level: 'ERROR',
  category: 'PERFORMANCE',
  description:
    'Primary keys of a small integer type whose highest values are near the last that the type can hold.',
  remediation: WIDEN_ADVICE,
  // The highest value that the planner's statistics saw: nothing has to be read for it.
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, a.attname::pg_catalog.text as column, seen.top,
  seen.top / seen.most as share
from pg_catalog.pg_index i
join relations c on c.oid = i.indrelid
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
  and a.atttypid in ('pg_catalog.int2'::pg_catalog.regtype, 'pg_catalog.int4'::pg_catalog.regtype)
join pg_catalog.pg_stats s on s.schemaname = c.nspname and s.tablename = c.relname and s.attname = a.attname and not s.inherited
cross join lateral (
  select (s.histogram_bounds::pg_catalog.text::pg_catalog.int8[])[pg_catalog.array_upper(s.histogram_bounds, 1)]::pg_catalog.float8 as top,
    case a.atttypid when 'pg_catalog.int2'::pg_catalog.regtype then 32767 else 2147483647 end::pg_catalog.float8 as most
) as seen
where i.indisprimary and i.indnkeyatts = 1 and seen.top / seen.most > ${limit('usedShare')}
  and not exists (select from pg_catalog.pg_depend d where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
    and d.refobjid = c.oid and d.refobjsubid = a.attnum and d.deptype in ('a', 'i')
    and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass)
order by 5 desc, 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name, row.column],
    detail: `The key \`${row.column}\` of table ${spoken(row)} has reached ${row.top}, ${percent(row.share)} of what its type can hold`,
    metadata: {
      schema: row.schema,
      name: row.name,
      type: 'table',
      column: row.column,
      highest: row.top,
      share: row.share,
    },
    fix: `alter table ${qualified(row)} alter column ${quoteIdent(row.column)} type bigint;`,
  }),
});
