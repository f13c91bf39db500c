import { unlessLocked } from '../../catalog/objects/object-scope.ts';

// SQL about the relation `r`, a row of `relations`. Everything that PostgreSQL must lock to write it out is null while somebody else
// has all of it, and so is the whole.

const NAME = `pg_catalog.format('%I.%I', r.nspname, r.relname)`;

const COLLATION = `(
  select pg_catalog.format(' collate %I.%I', n.nspname, l.collname)
  from pg_catalog.pg_collation l
  join pg_catalog.pg_namespace n on n.oid = l.collnamespace
  join pg_catalog.pg_type t on t.oid = a.atttypid
  where l.oid = own.attcollation and own.attcollation <> t.typcollation)`;

const COLUMN = `pg_catalog.format('  %I %s%s%s%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
  coalesce(${COLLATION}, ''),
  case
    when a.attgenerated <> '' then pg_catalog.format(' generated always as (%s) %s', pg_catalog.pg_get_expr(v.adbin, v.adrelid),
      case a.attgenerated when 's' then 'stored' else 'virtual' end)
    when a.attidentity <> '' then
      pg_catalog.format(' generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
    when a.atthasdef then pg_catalog.format(' default %s', pg_catalog.pg_get_expr(v.adbin, v.adrelid))
    else ''
  end,
  case when a.attnotnull then ' not null' else '' end)`;

const ALL_CONSTRAINTS = "'p', 'u', 'c', 'f', 'x'";

/** Columns, and constraints of these kinds, each a line of CREATE TABLE. */
const parts = (constraints: string) => `(
  select pg_catalog.string_agg(part.line, e',\n' order by part.place, part.number, part.name)
  from (
    select 0 as place, a.attnum::pg_catalog.int4 as number, a.attname as name, ${COLUMN} as line
    from attributes a
    left join pg_catalog.pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum
    join pg_catalog.pg_attribute own on own.attrelid = a.attrelid and own.attnum = a.attnum and own.attislocal
    where a.attrelid = r.oid
    union all
    select 1, pg_catalog.strpos('pucfx', k.contype::pg_catalog.text), k.conname,
      pg_catalog.format('  constraint %I %s', k.conname, pg_catalog.pg_get_constraintdef(k.oid, true))
    from pg_catalog.pg_constraint k
    where k.conrelid = r.oid and k.contype in (${constraints}) and k.conislocal and k.conparentid = 0
  ) as part)`;

const PARENTS = `(
  select pg_catalog.string_agg(h.inhparent::pg_catalog.regclass::pg_catalog.text, ', ' order by h.inhseqno)
  from pg_catalog.pg_inherits h where h.inhrelid = r.oid)`;

const table = (constraints: string) => `case when r.relispartition
  then pg_catalog.format('create table %s partition of %s %s', ${NAME}, ${PARENTS},
    pg_catalog.pg_get_expr(c.relpartbound, r.oid))
  else pg_catalog.format(e'create %stable %s (\n%s\n)%s%s', case c.relpersistence when 'u' then 'unlogged ' else '' end,
    ${NAME}, coalesce(${parts(constraints)}, ''), coalesce(' inherits (' || ${PARENTS} || ')', ''),
    case when r.relkind = 'p' then ' partition by ' || pg_catalog.pg_get_partkeydef(r.oid) else '' end)
  end`;

const OPTIONS = `(
  select ' with (' || pg_catalog.string_agg(option, ', ') || ')' from pg_catalog.unnest(c.reloptions) as option)`;

const VIEW = `pg_catalog.format(e'create %sview %s%s as\n%s', case when r.relkind = 'm' then 'materialized ' else '' end, ${NAME},
  coalesce(${OPTIONS}, ''), pg_catalog.rtrim(pg_catalog.pg_get_viewdef(r.oid, true), ';'))`;

const FOREIGN_TABLE = `(
  select pg_catalog.format(e'create foreign table %s (\n%s\n) server %I', ${NAME}, coalesce(${parts(ALL_CONSTRAINTS)}, ''), s.srvname)
  from pg_catalog.pg_foreign_table f
  join pg_catalog.pg_foreign_server s on s.oid = f.ftserver
  where f.ftrelid = r.oid)`;

const INDEXES = `
    select 0 as place, pg_catalog.pg_get_indexdef(i.indexrelid) as line
    from pg_catalog.pg_index i
    where i.indrelid = r.oid
      and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      and not exists (select from pg_catalog.pg_inherits h where h.inhrelid = i.indexrelid)`;

const ROW_SECURITY = `
    select 1 as place, pg_catalog.format('alter table %s enable row level security', ${NAME}) as line where c.relrowsecurity
    union all
    select 2, pg_catalog.format('alter table %s force row level security', ${NAME}) where c.relforcerowsecurity`;

const POLICIES_AND_TRIGGERS = `
    select 3 as place, pg_catalog.format('create policy %I on %s as %s for %s to %s%s%s', l.polname, ${NAME},
      case when l.polpermissive then 'permissive' else 'restrictive' end,
      case l.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      (
        select pg_catalog.string_agg(case when role = 0 then 'public' else
          pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(role)::pg_catalog.text) end, ', ')
        from pg_catalog.unnest(l.polroles) as role),
      coalesce(e'\n  using (' || pg_catalog.pg_get_expr(l.polqual, l.polrelid) || ')', ''),
      coalesce(e'\n  with check (' || pg_catalog.pg_get_expr(l.polwithcheck, l.polrelid) || ')', ''))
    from pg_catalog.pg_policy l where l.polrelid = r.oid
    union all
    select 4, pg_catalog.pg_get_triggerdef(t.oid, true)
    from pg_catalog.pg_trigger t where t.tgrelid = r.oid and not t.tgisinternal`;

const COMMENTS = `
    select 5 as place, pg_catalog.format('comment on %s %s is %L', case r.relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'f' then 'foreign table' else 'table' end, ${NAME}, d.description)
    from pg_catalog.pg_description d
    where d.objoid = r.oid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid = 0
    union all
    select 6, pg_catalog.format('comment on column %s.%I is %L', ${NAME}, a.attname, d.description)
    from pg_catalog.pg_description d
    join attributes a on a.attrelid = r.oid and a.attnum = d.objsubid
    where d.objoid = r.oid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass`;

/** Statements beside the one that makes the relation, from these SELECTs. */
const more = (...statements: readonly string[]) => `(
  select pg_catalog.string_agg(more.line, e';\n\n' order by more.place, more.line)
  from (${statements.join('\n    union all')}
  ) as more(place, line))`;

const MORE = more(INDEXES, ROW_SECURITY, POLICIES_AND_TRIGGERS, COMMENTS);

/** The statement that makes the table `r` without its foreign keys, with its indexes, row-level security and comments. */
export const TABLE_WITHOUT_FOREIGN_KEYS = `pg_catalog.concat(
  ${table("'p', 'u', 'c', 'x'")}, ';', e'\n\n' || ${more(INDEXES, ROW_SECURITY, COMMENTS)} || ';')`;

/** The statements that make the relation `r` (`c` in pg_class). */
export const DEFINITION = unlessLocked(
  'pg_class',
  'r.oid',
  `pg_catalog.concat(
  case when r.relkind in ('v', 'm') then ${VIEW} when r.relkind = 'f' then ${FOREIGN_TABLE} else ${table(ALL_CONSTRAINTS)} end,
  ';', e'\n\n' || ${MORE} || ';')`,
);
