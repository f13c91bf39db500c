import { KEPT_SCHEMAS } from '@basalt/contract';
import { type ConnectionTarget, runQuery } from '@basalt/postgres';
import { PlatformError } from '../../kernel/platform-error.ts';

/** Extensions with functions that connect to whatever address they are given. PostgreSQL lets everybody call them. */
const REACHING_OUT = ['dblink', 'http', 'pg_curl', 'pgsql_http', 'plproxy'];
/** Roles whose members may start programs, or read and write files of the machine. */
const OF_THE_MACHINE = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

/**
 * As whom a statement may come to run: the role itself, the owners of SECURITY DEFINER functions that it may call, and so on. Those of
 * the template and of extensions are trusted not to run what they are given.
 */
const ACTING = `definers as materialized (
  select p.oid, p.proowner, n.oid as schema, pg_catalog.format('%I.%I', n.nspname, p.proname) as name
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_roles o on o.oid = p.proowner
  where p.prosecdef
    and p.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
    and not (o.rolsuper and (n.nspname = any ($2::text[]) or exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e')))
), acting(role) as (
  select oid from pg_catalog.pg_roles where rolname = current_user
  union
  select d.proowner from acting a
  join definers d on pg_catalog.has_schema_privilege(a.role, d.schema, 'usage')
    and pg_catalog.has_function_privilege(a.role, d.oid, 'execute')
), called as materialized (
  select a.role, r.rolname, r.rolsuper, (
    select d.name from definers d, acting b
    where d.proowner = a.role and pg_catalog.has_schema_privilege(b.role, d.schema, 'usage')
      and pg_catalog.has_function_privilege(b.role, d.oid, 'execute')
    order by d.oid limit 1) as by
  from acting a join pg_catalog.pg_roles r on r.oid = a.role
)`;

const WAYS_OUT = `with recursive ${ACTING}, reaching as materialized (
  select p.oid, n.oid as schema, pg_catalog.format('%I.%I', n.nspname, p.proname) as name
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_language l on l.oid = p.prolang
  left join pg_catalog.pg_depend d
    on d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e'
  left join pg_catalog.pg_extension e on e.oid = d.refobjid
  where e.extname = any ($1::text[]) or (l.lanispl and not l.lanpltrusted)
)
select * from (
  select 'call' as kind, r.name, null as by, null as role from reaching r
  where pg_catalog.has_schema_privilege(r.schema, 'usage') and pg_catalog.has_function_privilege(r.oid, 'execute')
  order by r.oid limit 1
) as open
union all
select * from (
  select 'act', r.name, c.by, c.rolname from called c
  left join lateral (
    select r.name from reaching r
    where pg_catalog.has_schema_privilege(c.role, r.schema, 'usage')
      and pg_catalog.has_function_privilege(c.role, r.oid, 'execute')
    order by r.oid limit 1
  ) as r on not c.rolsuper
  where c.rolname <> current_user and (r.name is not null or c.rolsuper or exists (
    select from pg_catalog.pg_roles m
    where m.rolname = any ($3::text[]) and pg_catalog.pg_has_role(c.role, m.oid, 'usage')))
  order by c.rolname limit 1
) as acted
union all
select * from (
  select 'table', pg_catalog.format('%I.%I', n.nspname, c.relname), null, null
  from pg_catalog.pg_foreign_table f
  join pg_catalog.pg_class c on c.oid = f.ftrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where exists (select from pg_catalog.pg_user_mappings m where m.srvid = f.ftserver)
  order by c.oid limit 1
) as foreign_table`;

interface WayOut {
  kind: 'call' | 'act' | 'table';
  /** What reaches out; null for whoever may start programs or use files. */
  name: string | null;
  by: string | null;
  role: string | null;
}

/**
 * A transaction that only reads does not keep a function from calling another server, or from starting a program. The operator may
 * have put such functions into a database; as long as the role of `target` may call one, itself or through a function that runs with
 * its owner's rights, no model gets to choose what is run there. Nor where tables of other servers can be read: a condition on one is
 * sent there.
 * @throws PlatformError `forbidden` with the function or table and what to do
 */
export async function assertNoWayOut(target: ConnectionTarget, signal?: AbortSignal): Promise<void> {
  const parameters = [REACHING_OUT, [...KEPT_SCHEMAS, 'pg_catalog', 'information_schema'], OF_THE_MACHINE];
  const { rows } = await runQuery(target, WAYS_OUT, parameters, { signal, statementTimeoutMs: 5_000 });
  const [found] = rows as unknown as WayOut[];
  if (found !== undefined)
    throw new PlatformError('forbidden', `Rows are not read for a model in this database: ${sayWay(found)}`);
}

function sayWay({ kind, name, by, role }: WayOut): string {
  if (kind === 'call')
    return `the function ${name} reaches other servers or programs, and everybody may call it. Revoke execute on it, and on those like it, from public.`;
  if (kind === 'table')
    return `the foreign table ${name} reads from another server, which would be sent what is asked for. Drop it or the user mappings of its server.`;
  const may = name === null ? 'may use files or programs of the machine' : `may call ${name}`;
  return `everybody may call the function ${by}, which runs with the rights of ${role}, who ${may}. Revoke execute on ${by}, and on those like it, from public, or take that right away from ${role}.`;
}
