import { quoteIdent, removeComments } from '@basalt/sql';
import { type Lint, lint, type Named, qualified, spoken } from '../lint.ts';

interface Routine extends Named {
  /** `integer, text` */
  arguments: string;
  kind: string;
}

const routineSql = (row: Routine) =>
  `${row.kind === 'p' ? 'procedure' : 'function'} ${qualified(row)}(${row.arguments})`;

const NOT_OF_EXTENSION = `not exists (select from extension_members e
  where e.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and e.objid = f.oid)`;

export const functionSearchPathMutable = lint<
  Routine & { isDefiner: boolean; schemas: string[]; path: string[] }
>({
  name: 'function_search_path_mutable',
  title: 'Function Search Path Mutable',
  level: 'WARN',
  category: 'SECURITY',
  description:
    'Functions without a search path of their own: what the names in them mean is decided by whoever calls them.',
  remediation:
    'Give the function a search path. The safest is an empty one, with every name in the body written with its schema.',
  // Bodies that were parsed when the function was made do not depend on a search path, and neither does C.
  sql: `
select n.nspname::pg_catalog.text as schema, f.proname::pg_catalog.text as name,
  pg_catalog.pg_get_function_identity_arguments(f.oid) as arguments, f.prokind::pg_catalog.text as kind, f.prosecdef as "isDefiner",
  array(select s.nspname::pg_catalog.text from pg_catalog.pg_namespace s where s.nspname in ('public', 'extensions')
    order by s.nspname desc) as schemas
from pg_catalog.pg_proc f join own_schemas n on n.oid = f.pronamespace
join pg_catalog.pg_language l on l.oid = f.prolang
where f.prokind in ('f', 'p') and l.lanname not in ('c', 'internal') and f.prosqlbody is null and ${NOT_OF_EXTENSION}
  and not exists (select from pg_catalog.unnest(f.proconfig) as c(setting) where pg_catalog.starts_with(c.setting, 'search_path='))
order by f.prosecdef desc, 1, 2, 3`,
  read: (row) => ({
    key: [row.schema, row.name, row.arguments],
    detail: `Function ${spoken(row)} has a role mutable search_path`,
    metadata: { schema: row.schema, name: row.name, type: 'function', arguments: row.arguments },
    // Without the rights of its owner nobody gains anything by it.
    level: row.isDefiner ? 'WARN' : 'INFO',
    // What it most likely means now. Temporary tables come last, so that they take nobody's place.
    fix: `alter ${routineSql(row)}\n  set search_path = ${[...new Set([row.schema, ...row.schemas])].map(quoteIdent).join(', ')}, pg_temp;`,
  }),
});

export const anonDefinerFunction = definerFunction(
  'anon',
  'anon_security_definer_function_executable',
  'Public Can Execute SECURITY DEFINER Function',
);

export const authenticatedDefinerFunction = definerFunction(
  'authenticated',
  'authenticated_security_definer_function_executable',
  'Signed-In Users Can Execute SECURITY DEFINER Function',
);

/** Asks who calls, so it may well know what it does. */
const ASKS_CALLER = /\bauth\s*\.\s*(uid|jwt|role|email)\b|request\.jwt|current_setting/i;

/** What a role of the API can run with its owner's rights. */
function definerFunction(role: 'anon' | 'authenticated', name: string, title: string): Lint {
  const others = role === 'anon' ? ['authenticated', 'service_role'] : ['service_role'];
  return lint<Routine & { language: string; body: string; keeps: string[] }>({
    name,
    title,
    level: 'WARN',
    category: 'SECURITY',
    description: `Functions of the Data API that ${role === 'anon' ? 'everybody' : 'whoever has signed in'} can call and that run with the rights of an owner whom row level security does not bind.`,
    remediation:
      'Take the right to execute it away, move the function to a schema that the Data API does not serve, let it run with the rights of the caller, or ask in it who calls.',
    // Triggers are not called over the API. An owner whom policies bind too gives little away.
    sql: `
select n.nspname::pg_catalog.text as schema, f.proname::pg_catalog.text as name,
  pg_catalog.pg_get_function_identity_arguments(f.oid) as arguments, f.prokind::pg_catalog.text as kind,
  l.lanname::pg_catalog.text as language, pg_catalog.left(f.prosrc, 50000) as body,
  array(select r.rolname::pg_catalog.text from pg_catalog.pg_roles r
    where r.rolname = any(array[${others.map((other) => `'${other}'`).join(', ')}]::pg_catalog.text[])
      and pg_catalog.has_function_privilege(r.oid, f.oid, 'EXECUTE') order by 1) as keeps
from pg_catalog.pg_proc f
join pg_catalog.pg_namespace n on n.oid = f.pronamespace
join pg_catalog.pg_language l on l.oid = f.prolang
join pg_catalog.pg_roles o on o.oid = f.proowner
join pg_catalog.pg_roles r on r.rolname = '${role}'
where f.prosecdef and f.prokind in ('f', 'p') and n.nspname in (select name from exposed_schemas) and ${NOT_OF_EXTENSION}
  and (o.rolsuper or o.rolbypassrls)
  and f.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
  and pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE') and pg_catalog.has_function_privilege(r.oid, f.oid, 'EXECUTE')
order by 1, 2, 3`,
    read: (row) => {
      if (ASKS_CALLER.test(removeComments(row.body))) return null;
      const routine = routineSql(row);
      const keeps = row.keeps.map(quoteIdent).join(', ');
      return {
        key: [row.schema, row.name, row.arguments],
        detail: `Function ${spoken(row)} can be executed by the \`${role}\` role as a SECURITY DEFINER function via the Data API`,
        metadata: {
          schema: row.schema,
          name: row.name,
          type: 'function',
          arguments: row.arguments,
          language: row.language,
          security_definer: true,
        },
        // Most have the right from PUBLIC, and so do those who shall keep it.
        fix: [
          `revoke execute on ${routine} from public, ${role};`,
          ...(keeps === '' ? [] : [`grant execute on ${routine} to ${keeps};`]),
        ].join('\n'),
      };
    },
  });
}
