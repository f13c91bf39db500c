import type { Pipeline, PipelineResult, PipelineStatement } from '@basalt/postgres';

export interface TableColumn {
  name: string;
  /** As the catalog names it: `int4`, `_text`. */
  type: string;
  typeSchema: string;
  /** Of domains, what they are made of; the type itself else. */
  base: string;
  baseSchema: string;
  /** The base type of the elements of an array; null: none. */
  element: string | null;
  isKey: boolean;
  isEnum: boolean;
  /** Whether equal values are those with equal bytes. */
  isDeterministic: boolean;
  isReadable: boolean;
}

/** A table, and what a role may read of it, at the moment of asking. */
export interface TableForRole {
  schema: string;
  name: string;
  role: string;
  hasRowSecurity: boolean;
  /** Whether row level security does not hold for the role. */
  isExempt: boolean;
  isPublished: boolean;
  columns: readonly TableColumn[];
}

export interface TableQuestion {
  schema: string;
  name: string;
  role: string;
}

/** What is asked: `[{"schema", "name", "role"}]`. Rows of one text each; tables and roles that are not there have none. */
const SQL = `
  select pg_catalog.json_build_object(
    'schema', n.nspname, 'name', c.relname, 'role', r.rolname,
    'hasRowSecurity', c.relrowsecurity,
    'isExempt', r.rolsuper or r.rolbypassrls
      or (not c.relforcerowsecurity and pg_catalog.pg_has_role(r.oid, c.relowner, 'USAGE')),
    'isPublished', exists (
      select from pg_catalog.pg_publication as p
      where p.pubname = 'supabase_realtime' and (
        p.puballtables
        or exists (
          select from pg_catalog.pg_publication_namespace as pn where pn.pnpubid = p.oid and pn.pnnspid = n.oid
        )
        or exists (
          select from pg_catalog.pg_publication_rel as pr
          where pr.prpubid = p.oid and pr.prrelid in (
            select c.oid union all
            select a.relid from pg_catalog.pg_partition_ancestors(c.oid) as a (relid) where c.relispartition
          )
        )
      )
    ),
    'columns', (
      select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
        'name', a.attname, 'type', t.typname, 'typeSchema', tn.nspname,
        'base', b.typname, 'baseSchema', bn.nspname, 'element', e.typname,
        'isKey', coalesce(a.attnum = any (k.indkey), false),
        'isEnum', b.typtype = 'e',
        'isDeterministic', coalesce(l.collisdeterministic, true),
        'isReadable', pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE')
          and pg_catalog.has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')
      ) order by a.attnum), '[]')
      from pg_catalog.pg_attribute as a
      join pg_catalog.pg_type as t on t.oid = a.atttypid
      join pg_catalog.pg_namespace as tn on tn.oid = t.typnamespace
      cross join lateral (
        with recursive base (oid, typbasetype) as (
          select t.oid, t.typbasetype
          union all
          select d.oid, d.typbasetype from base join pg_catalog.pg_type as d on d.oid = base.typbasetype
        )
        select base.oid from base where base.typbasetype = 0
      ) as bottom
      join pg_catalog.pg_type as b on b.oid = bottom.oid
      join pg_catalog.pg_namespace as bn on bn.oid = b.typnamespace
      left join pg_catalog.pg_type as e on e.oid = b.typelem and b.typcategory = 'A'
      left join pg_catalog.pg_collation as l on l.oid = a.attcollation
      left join pg_catalog.pg_index as k on k.indrelid = c.oid and k.indisprimary
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    )
  )::pg_catalog.text
  from pg_catalog.json_to_recordset($1::pg_catalog.json) as asked (schema pg_catalog.text, name pg_catalog.text, role pg_catalog.text)
  join pg_catalog.pg_namespace as n on n.nspname = asked.schema
  join pg_catalog.pg_class as c on c.relnamespace = n.oid and c.relname = asked.name and c.relkind in ('r', 'p')
  join pg_catalog.pg_roles as r on r.rolname = asked.role`;

// Numbers of transactions come without their epoch: the one that is nearest to the snapshot's end is meant.
const ALL_VISIBLE = `
  select coalesce(pg_catalog.bool_and(pg_catalog.pg_visible_in_snapshot(
    (near.xid + case when near.xid > now.top + 2147483648 then -4294967296
      when near.xid < now.top - 2147483648 then 4294967296 else 0 end)::pg_catalog.text::pg_catalog.xid8, now.snapshot)), true)::pg_catalog.text
  from (select s as snapshot, pg_catalog.pg_snapshot_xmax(s)::pg_catalog.text::pg_catalog.int8 as top
    from pg_catalog.pg_current_snapshot() as s) as now
  cross join lateral (select now.top - now.top % 4294967296 + given as xid
    from pg_catalog.unnest($1::pg_catalog.int8[]) as given) as near`;

const LOOK_AGAIN_MS = 1;
const MAX_LOOKS = 2_000;

/** Tables for roles by `tableKey`. Those that are not there are missing. @throws {QueryError} */
export async function readTables(
  pipeline: Pipeline,
  questions: readonly TableQuestion[],
): Promise<ReadonlyMap<string, TableForRole>> {
  const [result] = await pipeline.run([tablesStatement(questions)], { pool: 'short' });
  return tablesOf(result);
}

/**
 * The same, once what these transactions did is seen by whoever asks from now on: the stream tells of a commit a moment before
 * others see it. @throws {QueryError}
 */
export async function readTablesAfter(
  pipeline: Pipeline,
  xids: Iterable<number>,
  questions: readonly TableQuestion[],
): Promise<ReadonlyMap<string, TableForRole>> {
  const seen = { sql: ALL_VISIBLE, values: [`{${[...new Set(xids)].join(',')}}`], reuse: true };
  for (let look = 1; ; look += 1) {
    // In one round trip: the second statement sees at least what the first one saw.
    const [visible, tables] = await pipeline.run([seen, tablesStatement(questions)], { pool: 'short' });
    if (visible?.rows[0]?.[0]?.toString() === 'true' || look === MAX_LOOKS) return tablesOf(tables);
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
}

function tablesStatement(questions: readonly TableQuestion[]): PipelineStatement {
  return { sql: SQL, values: [JSON.stringify(questions)], reuse: true };
}

function tablesOf(result: PipelineResult | undefined): ReadonlyMap<string, TableForRole> {
  const tables = (result?.rows ?? []).map(([json]) => JSON.parse(json?.toString() ?? 'null') as TableForRole);
  return new Map(tables.map((table) => [tableKey(table), table]));
}

export function tableKey({ schema, name, role }: TableQuestion): string {
  return JSON.stringify([schema, name, role]);
}
