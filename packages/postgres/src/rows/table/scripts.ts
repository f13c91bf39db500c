import { DEFINED_TYPES, TYPE_DEFINITION } from '../../catalog/details/definitions.ts';
import { describe, type ObjectKind, relationPage, unlessLocked } from '../../catalog/objects/object-scope.ts';
import { TYPE_OBJECTS } from '../../catalog/objects/types.ts';
import { TABLE_WITHOUT_FOREIGN_KEYS } from './definition.ts';

/** What makes one object of a schema again, together with others. */
export interface ScriptObject {
  schema: string;
  name: string;
  /** Null when it cannot be written out now. */
  sql: string | null;
  /** To be run when all objects are there; null when there is nothing. */
  after: string | null;
  /** Objects with a smaller one come first: those with a larger one may need them. */
  rank: number;
}

// A default may take numbers from a sequence that belongs to the column, which the table needs before it is made.
const SEQUENCES = `
  from pg_catalog.pg_depend d
  join pg_catalog.pg_class s on s.oid = d.objid and s.relkind = 'S'
  join pg_catalog.pg_namespace n on n.oid = s.relnamespace
  join pg_catalog.pg_sequence q on q.seqrelid = s.oid
  join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
    and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
    and d.refobjid = r.oid and d.deptype = 'a'`;

const MADE_SEQUENCES = `(
  select pg_catalog.string_agg(pg_catalog.format(e'create sequence %I.%I as %s;\\n\\n', n.nspname, s.relname,
    pg_catalog.format_type(q.seqtypid, null)), '' order by s.relname)
  ${SEQUENCES})`;

const OWNED_SEQUENCES = `(
  select pg_catalog.string_agg(pg_catalog.format(e'\\n\\nalter sequence %I.%I owned by %I.%I.%I;', n.nspname, s.relname,
    r.nspname, r.relname, a.attname), '' order by s.relname)
  ${SEQUENCES})`;

const FOREIGN_KEYS = `(
  select pg_catalog.string_agg(pg_catalog.format('alter table %I.%I add constraint %I %s;', r.nspname, r.relname, k.conname,
    pg_catalog.pg_get_constraintdef(k.oid, true)), e'\\n' order by k.conname)
  from pg_catalog.pg_constraint k
  where k.conrelid = r.oid and k.contype = 'f' and k.conislocal and k.conparentid = 0)`;

/** How many tables stand above a partition or a table that inherits. */
const DEPTH = `(
  with recursive above(oid) as (
    select h.inhparent from pg_catalog.pg_inherits h where h.inhrelid = r.oid
    union
    select h.inhparent from pg_catalog.pg_inherits h join above on h.inhrelid = above.oid
  )
  select pg_catalog.count(*)::pg_catalog.int4 from above)`;

/** Tables, their foreign keys apart: so tables that refer to each other can be made in any order. */
export const TABLE_SCRIPTS: ObjectKind<ScriptObject> = {
  page: relationPage('r', 'p'),
  topic: describe(`
select r.nspname as schema, r.relname as name,
  ${unlessLocked('pg_class', 'r.oid', `pg_catalog.concat(${MADE_SEQUENCES}, ${TABLE_WITHOUT_FOREIGN_KEYS}, ${OWNED_SEQUENCES})`)} as sql,
  ${unlessLocked('pg_class', 'r.oid', FOREIGN_KEYS)} as after, ${DEPTH} as rank
from relations r
join pg_catalog.pg_class c on c.oid = r.oid
order by r.nspname, r.relname`),
};

/** Enums, domains, ranges and composite types, the oldest first. */
export const TYPE_SCRIPTS: ObjectKind<ScriptObject> = {
  page: TYPE_OBJECTS.page,
  topic: describe(`
select n.nspname as schema, t.typname as name, ${TYPE_DEFINITION} as sql, null as after, t.oid::pg_catalog.int8 as rank
from page p
join pg_catalog.pg_type t on t.oid = p.oid
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
where t.typtype in (${DEFINED_TYPES})
order by n.nspname, t.typname`),
};
