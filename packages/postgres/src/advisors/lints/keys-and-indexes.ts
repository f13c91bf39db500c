import { quoteIdent } from '@basalt/sql';
import { limit } from '../common-names.ts';
import { createIndex, lint, type Named, qualified, spoken } from '../lint.ts';

interface Table extends Named {
  kind: string;
}

/** The first so many columns of an index, as a set that has those of a key in it. */
const COVERS = `
  i.indisvalid and i.indpred is null and i.indnkeyatts >= pg_catalog.cardinality(k.conkey)
  and (i.indkey::pg_catalog.int2[])[0:pg_catalog.cardinality(k.conkey) - 1] @> k.conkey`;

export const unindexedForeignKeys = lint<Table & { fkey: string; columns: string[]; numbers: number[] }>({
  name: 'unindexed_foreign_keys',
  title: 'Unindexed foreign keys',
  level: 'INFO',
  category: 'PERFORMANCE',
  description:
    'Foreign keys without an index on their columns: whoever deletes or changes a row of the table they point at makes the database read all of the table with the key.',
  remediation: 'Create an index that begins with the columns of the key.',
  // A key of a partition is its parent's, and so is the index.
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind,
  k.conname::pg_catalog.text as fkey, k.conkey as numbers,
  array(
    select a.attname::pg_catalog.text from pg_catalog.unnest(k.conkey) with ordinality as part(number, place)
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = part.number order by part.place
  ) as columns
from pg_catalog.pg_constraint k join relations c on c.oid = k.conrelid
where k.contype = 'f' and k.conparentid = 0
  and not exists (select from pg_catalog.pg_index i where i.indrelid = k.conrelid and ${COVERS})
order by c.reltuples desc, 1, 2, 4`,
  read: (row) => ({
    key: [row.schema, row.name, row.fkey],
    detail: `Table ${spoken(row)} has a foreign key \`${row.fkey}\` without a covering index. This can lead to suboptimal query performance.`,
    metadata: {
      schema: row.schema,
      name: row.name,
      type: 'table',
      fkey_name: row.fkey,
      fkey_columns: row.numbers,
    },
    fix: createIndex(row, row.columns),
  }),
});

export const noPrimaryKey = lint<Table>({
  name: 'no_primary_key',
  title: 'No primary key',
  level: 'INFO',
  category: 'PERFORMANCE',
  description:
    'Tables without a primary key: their rows cannot be told apart, so they cannot be edited one by one, and changes cannot be replicated well.',
  remediation: 'Make the columns that tell rows apart the primary key, or add an identity column.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind
from relations c
where c.relkind in ('r', 'p') and not c.relispartition
  and not exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary)
order by 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} does not have a primary key`,
    metadata: { schema: row.schema, name: row.name, type: 'table' },
    fix: null,
  }),
});

export const unusedIndex = lint<Table & { index: string; bytes: number; definition: string; days: number }>({
  name: 'unused_index',
  title: 'Unused index',
  level: 'INFO',
  category: 'PERFORMANCE',
  description:
    'Indexes that no query has used for as long as statistics were kept, at least a month: every write has to keep them up to date.',
  remediation:
    'Drop the index if nothing that runs rarely needs it. Its definition is kept with this finding.',
  // The age of statistics that were never reset is that of the database's folder, which only a superuser may ask for.
  asSuperuser: true,
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind,
  x.relname::pg_catalog.text as index, x.relpages::pg_catalog.float8 * pg_catalog.current_setting('block_size')::pg_catalog.float8 as bytes,
  pg_catalog.pg_get_indexdef(x.oid) as definition, age.days
from pg_catalog.pg_index i
join relations c on c.oid = i.indrelid
join pg_catalog.pg_class x on x.oid = i.indexrelid
join pg_catalog.pg_stat_all_indexes s on s.indexrelid = i.indexrelid
cross join (
  select extract(epoch from pg_catalog.now() - coalesce(d.stats_reset,
    (pg_catalog.pg_stat_file('base/' || d.datid::pg_catalog.text || '/PG_VERSION')).modification))::pg_catalog.float8 / 86400 as days
  from pg_catalog.pg_stat_database d where d.datname = pg_catalog.current_database()
) as age
where s.idx_scan = 0 and i.indisvalid and not i.indisunique and not i.indisprimary and not i.indisreplident
  and age.days >= ${limit('unusedDays')}
  and x.relpages::pg_catalog.float8 * pg_catalog.current_setting('block_size')::pg_catalog.float8 >= ${limit('unusedBytes')}
  and not exists (select from pg_catalog.pg_inherits h where h.inhrelid = x.oid)
  and not exists (select from pg_catalog.pg_constraint k where k.conindid = x.oid)
  and not exists (select from pg_catalog.pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and ${COVERS})
order by 5 desc, 1, 2, 4`,
  read: (row) => ({
    key: [row.schema, row.name, row.index],
    detail: `Index \`${row.index}\` on table ${spoken(row)} has not been used`,
    metadata: {
      schema: row.schema,
      name: row.name,
      type: 'table',
      index: row.index,
      bytes: row.bytes,
      days: Math.floor(row.days),
      definition: row.definition,
    },
    fix: `drop index concurrently ${qualified({ schema: row.schema, name: row.index })};`,
  }),
});

interface Twin {
  name: string;
  isUnique: boolean;
  nulls: boolean;
  isNeeded: boolean;
}

export const duplicateIndex = lint<Table & { indexes: Twin[] }>({
  name: 'duplicate_index',
  title: 'Duplicate index',
  level: 'WARN',
  category: 'PERFORMANCE',
  description: 'Indexes of one table that are the same: each write pays for all of them.',
  remediation: 'Drop all of them but one. The one that a constraint is made of stays.',
  // Unlike texts of definitions, these fields are also equal for an index of a constraint and a plain one.
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind,
  pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
    'name', x.relname, 'isUnique', i.indisunique,
    'nulls', coalesce((pg_catalog.to_jsonb(i) ->> 'indnullsnotdistinct')::pg_catalog.bool, false),
    'isNeeded', i.indisreplident or exists (select from pg_catalog.pg_constraint k where k.conindid = x.oid)
  ) order by x.relname) as indexes
from pg_catalog.pg_index i
join relations c on c.oid = i.indrelid
join pg_catalog.pg_class x on x.oid = i.indexrelid
where c.relkind in ('r', 'm') and i.indisvalid
  and not exists (select from pg_catalog.pg_inherits h where h.inhrelid = x.oid)
group by c.nspname, c.relname, c.relkind, c.oid, x.relam, i.indnkeyatts, i.indkey::pg_catalog.text, i.indclass::pg_catalog.text,
  i.indcollation::pg_catalog.text, i.indoption::pg_catalog.text, pg_catalog.pg_get_expr(i.indexprs, i.indrelid),
  pg_catalog.pg_get_expr(i.indpred, i.indrelid)
having pg_catalog.count(*) > 1
order by 1, 2`,
  read: (row) => {
    const names = row.indexes.map(({ name }) => name);
    const drops = dropped(row.indexes);
    return {
      key: [row.schema, row.name, `{${names.join(',')}}`],
      detail: `Table ${spoken(row)} has identical indexes {${names.join(',')}}. Drop all except one of them`,
      metadata: {
        schema: row.schema,
        name: row.name,
        type: row.kind === 'm' ? 'materialized view' : 'table',
        indexes: names,
      },
      // Where several constraints need one each, somebody has to decide which constraint goes.
      fix:
        drops.length < row.indexes.length - 1
          ? null
          : drops
              .map((name) => `drop index concurrently ${qualified({ schema: row.schema, name })};`)
              .join('\n'),
    };
  },
});

/** The twins that nobody would miss: all but the one that does most. */
export function dropped(twins: readonly Twin[]): string[] {
  const keeper =
    twins.find(({ isNeeded, isUnique }) => isNeeded && isUnique) ??
    twins.find(({ isUnique }) => isUnique) ??
    twins.find(({ isNeeded }) => isNeeded) ??
    twins[0];
  return twins
    .filter((twin) => twin !== keeper && !twin.isNeeded && (!twin.isUnique || twin.nulls === keeper?.nulls))
    .map(({ name }) => name);
}

export const invalidIndex = lint<Table & { index: string; isUnique: boolean }>({
  name: 'invalid_index',
  title: 'Invalid index',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Indexes that were not finished, because their creation failed or was interrupted: queries do not use them, and writes pay for them.',
  remediation: 'Build the index again, or drop it.',
  // Only a superuser sees which indexes others are building now.
  asSuperuser: true,
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind,
  x.relname::pg_catalog.text as index, i.indisunique as "isUnique"
from pg_catalog.pg_index i
join relations c on c.oid = i.indrelid
join pg_catalog.pg_class x on x.oid = i.indexrelid
where not i.indisvalid and x.relkind = 'i'
  and not exists (select from pg_catalog.pg_stat_progress_create_index p
    where p.datname = pg_catalog.current_database() and (p.index_relid = x.oid or p.relid = c.oid))
order by 1, 2, 4`,
  read: (row) => {
    const index = qualified({ schema: row.schema, name: row.index });
    // What REINDEX CONCURRENTLY leaves behind when it fails is a copy: the index itself is there too.
    const isLeftOver = /_cc(new|old)\d*$/.test(row.index);
    return {
      key: [row.schema, row.name, row.index],
      detail: `Index \`${row.index}\` on table ${spoken(row)} is not valid${row.isUnique ? ': it keeps nothing unique' : ''}`,
      metadata: { schema: row.schema, name: row.name, type: 'table', index: row.index },
      fix: isLeftOver ? `drop index concurrently ${index};` : `reindex index concurrently ${index};`,
    };
  },
});

export const constraintNotValidated = lint<Table & { constraint: string }>({
  name: 'constraint_not_validated',
  title: 'Constraint not validated',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Constraints that hold for new rows, but were never checked for those that were there before. The planner does not rely on them.',
  remediation: 'Validate the constraint. Reads and writes go on meanwhile.',
  // `conenforced` came with PostgreSQL 18: what is not enforced is not validated on purpose.
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind,
  k.conname::pg_catalog.text as constraint
from pg_catalog.pg_constraint k join relations c on c.oid = k.conrelid
where not k.convalidated and k.conparentid = 0
  and coalesce((pg_catalog.to_jsonb(k) ->> 'conenforced')::pg_catalog.bool, true)
order by 1, 2, 4`,
  read: (row) => ({
    key: [row.schema, row.name, row.constraint],
    detail: `Constraint \`${row.constraint}\` of table ${spoken(row)} has not been checked for the rows that were there before it`,
    metadata: { schema: row.schema, name: row.name, type: 'table', constraint: row.constraint },
    fix: `alter table ${qualified(row)} validate constraint ${quoteIdent(row.constraint)};`,
  }),
});

export const policyColumnUnindexed = lint<Table & { column: string; policies: string[] }>({
  name: 'policy_column_unindexed',
  title: 'Policy without an index',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Columns that policies of large tables compare and that no index begins with: every query that the policy applies to reads the whole table.',
  remediation: 'Create an index on the column.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind,
  a.attname::pg_catalog.text as column, pg_catalog.array_agg(distinct p.polname::pg_catalog.text) as policies
from policies p
join relations c on c.oid = p.polrelid
join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass and d.objid = p.oid
  and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid = c.oid and d.refobjsubid > 0
join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and p.polcmd <> 'a'
  and c.reltuples >= ${limit('manyRows')}
  -- One of two values is no use for an index.
  and a.atttypid <> 'pg_catalog.bool'::pg_catalog.regtype
  and not exists (select from pg_catalog.pg_index i
    where i.indrelid = c.oid and i.indisvalid and i.indpred is null and i.indkey[0] = a.attnum)
group by c.nspname, c.relname, c.relkind, a.attname
order by 1, 2, 4`,
  read: (row) => ({
    key: [row.schema, row.name, row.column],
    detail: `Policies of table ${spoken(row)} use the column \`${row.column}\`, which no index begins with: ${row.policies.join(', ')}`,
    metadata: {
      schema: row.schema,
      name: row.name,
      type: 'table',
      column: row.column,
      policies: row.policies,
    },
    fix: createIndex(row, [row.column]),
  }),
});
