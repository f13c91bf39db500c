import { type ConnectionTarget, runQuery } from '@basalt/postgres';
import { PlatformError } from '../../kernel/platform-error.ts';

/** Extensions with functions that connect to whatever address they are given. PostgreSQL lets everybody call them. */
const REACHING_OUT = ['dblink', 'http', 'pg_curl', 'pgsql_http', 'plproxy'];

const CALLABLE = `
  select pg_catalog.format('%I.%I', n.nspname, p.proname) as name
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_language l on l.oid = p.prolang
  left join pg_catalog.pg_depend d
    on d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e'
  left join pg_catalog.pg_extension e on e.oid = d.refobjid
  where (e.extname = any ($1::text[]) or (l.lanispl and not l.lanpltrusted))
    and pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_function_privilege(p.oid, 'execute')
  order by p.oid limit 1`;

/**
 * A transaction that only reads does not keep a function from calling another server, or from starting a program. The operator may
 * have put such functions into a database; as long as the role of `target` may call one, no model gets to choose what is run there.
 * @throws PlatformError `forbidden` with the function and what to do
 */
export async function assertNoWayOut(target: ConnectionTarget, signal?: AbortSignal): Promise<void> {
  const { rows } = await runQuery(target, CALLABLE, [REACHING_OUT], { signal, statementTimeoutMs: 5_000 });
  const [found] = rows as { name: string }[];
  if (found !== undefined)
    throw new PlatformError(
      'forbidden',
      `Rows are not read for a model in this database: the function ${found.name} reaches other servers or programs, and everybody may call it. Revoke execute on it, and on those like it, from public.`,
    );
}
