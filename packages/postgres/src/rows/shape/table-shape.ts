import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { describe, type ObjectKind, relationPage } from '../../catalog/objects/object-scope.ts';
import { JOIN_BASE_TYPE } from './column-type.ts';
import { COMPARISON, type Comparison } from './compare.ts';

/** A column as statements about rows need it. */
export interface ShapeColumn {
  readonly name: string;
  /** As SQL writes it, with its modifier: what a value must fit to be stored. */
  readonly type: string;
  /** The type without modifier, of a domain the one it stands on: what values are compared as. Nothing is cut by casting to it. */
  readonly plainType: string;
  /** Of `plainType`, as pg_type has it: b base, c composite, e enum, m multirange, r range. */
  readonly typeKind: string;
  /** Of `plainType`, without its schema. */
  readonly typeName: string;
  readonly isBuiltIn: boolean;
  readonly isArray: boolean;
  /** Bytes of every value; -1 when they differ. */
  readonly length: number;
  readonly notNull: boolean;
  readonly isGenerated: boolean;
  /** Whether its numbers are always the table's to give. */
  readonly isIdentity: boolean;
  /** Null: PostgreSQL cannot sort it, so that its text is compared. */
  readonly comparison: Comparison | null;
}

/** A table or view as statements about its rows need it. */
export interface TableShape {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  /** r table, p partitioned table, v view, m materialized view, f foreign table. */
  readonly kind: string;
  /** Without those that the reading role may not read, and those of other tables that inherit from it. */
  readonly columns: readonly ShapeColumn[];
  /** The columns that tell its rows apart; null when nothing does. Of a view, see `viewKey`. */
  readonly key: readonly string[] | null;
  /** Whether PostgreSQL tells by `xmin` when a row was changed, and the role may read that. */
  readonly hasVersions: boolean;
  /** Whether a row's place (`ctid`) tells it from all others. */
  readonly hasPlaces: boolean;
}

// Children of a table that others inherit from have rows of their own, which its key does not keep apart.
const SINGLE = `(r.relkind <> 'r' or not exists (select from pg_catalog.pg_inherits h where h.inhparent = r.oid))`;

/**
 * The columns that tell the rows of `r` apart: of the primary key, else of the smallest unique index over columns that are never
 * null.
 */
const KEY = `(
  select pg_catalog.json_agg(a.attname order by k.position)
  from (
    select i.indexrelid, i.indkey::pg_catalog.int2[] as numbers, i.indnkeyatts
    from pg_catalog.pg_index i
    where i.indrelid = r.oid and i.indisunique and i.indisvalid and (i.indisprimary or i.indimmediate)
      and i.indpred is null and i.indexprs is null and ${SINGLE}
      and not exists (
        select from pg_catalog.unnest((i.indkey::pg_catalog.int2[])[0:i.indnkeyatts - 1]) as k(number)
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where not a.attnotnull or exists (
          select from pg_catalog.pg_constraint c
          where c.conrelid = i.indrelid and c.contype = 'n' and c.conkey = array[k.number] and not c.convalidated))
    order by i.indisprimary desc, i.indnkeyatts, i.indexrelid
    limit 1
  ) as i
  cross join lateral pg_catalog.unnest(i.numbers) with ordinality as k(number, position)
  join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum = k.number
  where k.position <= i.indnkeyatts)`;

/** Columns of `r` that this role may read. The rest of SELECT, from FROM on, is `FROM_COLUMNS`. */
export const READABLE = (reader: string) =>
  `pg_catalog.has_column_privilege(${quoteLiteral(reader)}, a.attrelid, a.attnum, 'SELECT')`;

interface StoredShape extends Omit<TableShape, 'hasPlaces' | 'hasVersions'> {
  is_single: boolean;
  reads_all: boolean;
}

/** A table with what statements about its rows need. @param reader the role that reads: what it may not read is left out */
export function tableShape(reader: string): ObjectKind<TableShape> {
  const topic = describe<StoredShape>(`
select r.oid::pg_catalog.int8 as id, r.nspname as schema, r.relname as name, r.relkind as kind,
  ${KEY} as key, ${SINGLE} as is_single,
  pg_catalog.has_table_privilege(${quoteLiteral(reader)}, r.oid, 'SELECT') as reads_all,
  (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'plainType', pg_catalog.format_type(b.oid, -1), 'typeKind', b.typtype, 'typeName', b.typname,
      'isBuiltIn', b.typnamespace = 'pg_catalog'::pg_catalog.regnamespace,
      'isArray', b.typelem <> 0 and b.typlen = -1, 'length', b.typlen, 'notNull', a.attnotnull,
      'isGenerated', a.attgenerated <> '', 'isIdentity', a.attidentity = 'a',
      'comparison', ${COMPARISON}
    ) order by a.attnum), '[]')
    from attributes a
    ${JOIN_BASE_TYPE}
    where a.attrelid = r.oid and ${READABLE(reader)}
  ) as columns
from relations r`);
  return {
    page: relationPage('r', 'p', 'v', 'm', 'f'),
    topic: { sql: topic.sql, read: (payload) => read(topic.read(payload)) },
  };
}

function read({ is_single, reads_all, key, columns, ...table }: StoredShape): TableShape {
  const names = new Set(columns.map(({ name }) => name));
  return {
    ...table,
    columns: columns.map((column) => ({ ...column, comparison: usable(column.comparison) })),
    key: key?.every((name) => names.has(name)) ? key : null,
    hasVersions: reads_all && (table.kind === 'r' || table.kind === 'p'),
    hasPlaces: reads_all && is_single && (table.kind === 'r' || table.kind === 'm'),
  };
}

const OPERATOR = /^[-+*/<>=~!@#%^&|`?]+$/;

/** Operators are written into SQL, where quotes would not help. */
function usable(found: Comparison | null): Comparison | null {
  return found !== null && [found.less, found.equal, found.greater].every((name) => OPERATOR.test(name))
    ? found
    : null;
}

/** Schema and name as SQL. */
export function qualifiedName({ schema, name }: { schema: string; name: string }): string {
  return `${quoteIdent(schema)}.${quoteIdent(name)}`;
}
