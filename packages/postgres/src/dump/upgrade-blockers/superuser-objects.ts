import { PLATFORM_SCHEMAS } from '../objects/project-rules.ts';
import type { BlockerCheck } from './upgrade-blocker.ts';

const kind = 'unsupported_object';
const parameters = () => [PLATFORM_SCHEMAS];

/** Neither of an extension nor, like the functions that make a range, of another object. */
const standsAlone = (catalog: string, oid: string) => `not exists (select from pg_catalog.pg_depend e
  where e.classid = 'pg_catalog.${catalog}'::regclass and e.objid = ${oid} and e.deptype in ('e', 'i'))`;

/** What only a superuser can have made, outside of the platform's schemas. Nothing of it runs as one in the new database. */
const functions: BlockerCheck = {
  kind,
  parameters,
  sql: `select case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end as type,
      p.oid::regprocedure::text as name
    from pg_catalog.pg_proc p
      join pg_catalog.pg_roles o on o.oid = p.proowner and o.rolsuper
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace and n.nspname <> all ($1)
    where p.oid >= 16384 and ${standsAlone('pg_proc', 'p.oid')} order by 2`,
  message: ({ type, name }) => ownedMessage(type, name),
};

const views: BlockerCheck = {
  kind,
  parameters,
  sql: `select case c.relkind when 'v' then 'view' else 'materialized view' end as type, c.oid::regclass::text as name
    from pg_catalog.pg_class c
      join pg_catalog.pg_roles o on o.oid = c.relowner and o.rolsuper
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname <> all ($1)
    where c.relkind in ('v', 'm') and c.oid >= 16384 and ${standsAlone('pg_class', 'c.oid')} order by 2`,
  message: ({ type, name }) => ownedMessage(type, name),
};

/** A table runs expressions of its indexes and statistics, rules and foreign keys with the powers of its owner. */
const tables: BlockerCheck = {
  kind,
  parameters,
  sql: `select c.oid::regclass::text as name
    from pg_catalog.pg_class c
      join pg_catalog.pg_roles o on o.oid = c.relowner and o.rolsuper
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname <> all ($1)
    where c.relkind in ('r', 'p') and c.oid >= 16384 and ${standsAlone('pg_class', 'c.oid')} and (
      exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and (i.indexprs is not null or i.indpred is not null))
      or exists (select from pg_catalog.pg_statistic_ext s where s.stxrelid = c.oid and pg_catalog.to_jsonb(s) ->> 'stxexprs' is not null)
      or exists (select from pg_catalog.pg_rewrite r where r.ev_class = c.oid)
    ) order by 1`,
  message: ({ name }) => ownedMessage('table', name),
};

function ownedMessage(type = 'object', name = ''): string {
  return `The ${type} ${name} belongs to a superuser and would run with all power. Give it to the role postgres first: ALTER ${type.toUpperCase()} ${name} OWNER TO postgres.`;
}

/** Kinds that only a superuser can make at all. */
const kindsOfSuperuser: BlockerCheck = {
  kind,
  parameters,
  sql: `with found (class, oid, type) as (
      select 'pg_catalog.pg_opclass'::regclass, oid, 'operator class' from pg_catalog.pg_opclass
      union all select 'pg_catalog.pg_opfamily'::regclass, oid, 'operator family' from pg_catalog.pg_opfamily
      union all select 'pg_catalog.pg_language'::regclass, oid, 'language' from pg_catalog.pg_language
      union all select 'pg_catalog.pg_am'::regclass, oid, 'access method' from pg_catalog.pg_am
      union all select 'pg_catalog.pg_foreign_data_wrapper'::regclass, oid, 'foreign data wrapper'
        from pg_catalog.pg_foreign_data_wrapper
      union all select 'pg_catalog.pg_ts_parser'::regclass, oid, 'text search parser' from pg_catalog.pg_ts_parser
      union all select 'pg_catalog.pg_ts_template'::regclass, oid, 'text search template' from pg_catalog.pg_ts_template
      union all select 'pg_catalog.pg_transform'::regclass, oid, 'transform' from pg_catalog.pg_transform
      union all select 'pg_catalog.pg_cast'::regclass, oid, 'cast' from pg_catalog.pg_cast where castmethod = 'b'
      union all select 'pg_catalog.pg_type'::regclass, oid, 'base type' from pg_catalog.pg_type
        where typtype = 'b' and typelem = 0 and typisdefined
      union all select 'pg_catalog.pg_proc'::regclass, p.oid, 'leakproof function' from pg_catalog.pg_proc p
        join pg_catalog.pg_namespace n on n.oid = p.pronamespace and n.nspname <> all ($1)
        where p.proleakproof
      union all select 'pg_catalog.pg_proc'::regclass, p.oid, 'internal function' from pg_catalog.pg_proc p
        join pg_catalog.pg_namespace n on n.oid = p.pronamespace and n.nspname <> all ($1)
        join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'internal' and p.prokind <> 'a'
    )
    select found.type, named.identity as name
    from found cross join pg_catalog.pg_identify_object(found.class, found.oid, 0) as named
    where found.oid >= 16384 and not exists (select from pg_catalog.pg_depend e
      where e.classid = found.class and e.objid = found.oid and e.deptype in ('e', 'i'))
    order by 1, 2`,
  message: ({ type, name }) =>
    `The ${type} ${name} can only be made by a superuser, and an upgrade makes nothing of a project as one. Drop it first.`,
};

/** Rights taken from what PostgreSQL has itself would be back in the new database. */
const takenFromSystem: BlockerCheck = {
  kind,
  sql: `select p.oid::regprocedure::text as name
    from pg_catalog.pg_proc p
    where p.oid < 16384 and p.proacl is not null and not exists (
        select from pg_catalog.aclexplode(p.proacl) as acl where acl.grantee = 0
      ) and not exists (
        select from pg_catalog.pg_init_privs i
        where i.classoid = 'pg_catalog.pg_proc'::regclass and i.objoid = p.oid
      )
    order by 1`,
  message: ({ name }) =>
    `The right to run ${name} was taken from everybody, which an upgrade does not repeat. Grant it to PUBLIC again first.`,
};

/** What belongs to superusers, or only they can make: no part of a copy may run as one of them. */
export const SUPERUSER_CHECKS: readonly BlockerCheck[] = [
  functions,
  views,
  tables,
  kindsOfSuperuser,
  takenFromSystem,
];
