import { isSecurityInvoker } from '../common-names.ts';
import { type Lint, lint, type Named, qualified, spoken } from '../lint.ts';

interface View extends Named {
  kind: string;
  readers: string[];
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
};

/** PUBLIC is whom both roles may have it from. */
const revoke = (view: Named) => `revoke all on ${qualified(view)} from public, anon, authenticated;`;

export const authUsersExposed = lint<View>({
  name: 'auth_users_exposed',
  title: 'Exposed Auth Users',
  level: 'ERROR',
  category: 'SECURITY',
  description:
    'Views of the Data API that show rows of auth.users, perhaps by way of other views, to whoever asks.',
  remediation:
    'Take the grants away, or make a table with what others may see of a user and keep it up to date with a trigger.',
  // A view that asks with the caller's rights still leaks what a view below it reads with its owner's.
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind, c.readers
from (
  with recursive users as (
    select u.oid, u.relrowsecurity from pg_catalog.pg_class u join pg_catalog.pg_namespace n on n.oid = u.relnamespace
    where n.nspname = 'auth' and u.relname = 'users' and u.relkind = 'r'
  ), reaching(view) as (
    select v.view from view_uses v join users on users.oid = v.used
    union select v.view from reaching r join view_uses v on v.used = r.view
  ), leaking(view) as (
    select r.view from reaching r join pg_catalog.pg_class c on c.oid = r.view
    where c.relkind = 'm' or not ${isSecurityInvoker('c.reloptions')} or exists (select from users where not relrowsecurity)
    union select v.view from leaking l join view_uses v on v.used = l.view
  ) select view from leaking
) as found
join (select n.nspname, c.relname, c.relkind, c.oid, array(
    select r.rolname::pg_catalog.text from api_roles r
    where pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE') and pg_catalog.has_any_column_privilege(r.oid, c.oid, 'SELECT')
    order by 1
  ) as readers
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and n.nspname in (select name from exposed_schemas)
) as c on c.oid = found.view
where pg_catalog.cardinality(c.readers) > 0 order by 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `${row.kind === 'm' ? 'Materialized view' : 'View'} ${spoken(row)} may expose \`auth.users\` data to ${row.readers.join(' and ')}`,
    metadata: { schema: row.schema, name: row.name, type: 'view', exposed_to: row.readers },
    fix: revoke(row),
  }),
});

export const securityDefinerView = lint<View & { passesRls: boolean }>({
  name: 'security_definer_view',
  title: 'Security Definer View',
  level: 'ERROR',
  category: 'SECURITY',
  description:
    'Views of the Data API that read with the rights of their owner: row level security of the tables below does not apply to whoever asks.',
  remediation:
    'Let the view read with the rights of whoever asks. Those who shall see more than their policies allow get a function that checks who they are.',
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind, c.readers,
  exists (
    with recursive reached(oid) as (
      select v.used from view_uses v where v.view = c.oid
      union select v.used from reached r join view_uses v on v.view = r.oid
    )
    select from reached r join pg_catalog.pg_class t on t.oid = r.oid
    join pg_catalog.pg_roles o on o.oid = c.relowner
    where t.relrowsecurity and (o.rolsuper or o.rolbypassrls or (t.relowner = o.oid and not t.relforcerowsecurity))
  ) as "passesRls"
from api_relations c
where c.relkind = 'v' and pg_catalog.cardinality(c.readers) > 0 and not ${isSecurityInvoker('c.reloptions')}
order by 1, 2`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: row.passesRls
      ? `View ${spoken(row)} is defined with the SECURITY DEFINER property, and shows rows past the policies of its tables`
      : `View ${spoken(row)} is defined with the SECURITY DEFINER property`,
    metadata: { schema: row.schema, name: row.name, type: 'view', exposed_to: row.readers },
    // A view above no policies is what many want.
    level: row.passesRls ? 'ERROR' : 'WARN',
    fix: `alter view ${qualified(row)} set (security_invoker = on);`,
  }),
});

export const materializedViewInApi = withoutPolicies({
  name: 'materialized_view_in_api',
  title: 'Materialized View in API',
  kind: 'm',
  description:
    'Materialized views that can be read over the Data API. They have no policies: whoever may read one reads all of it.',
});

export const foreignTableInApi = withoutPolicies({
  name: 'foreign_table_in_api',
  title: 'Foreign Table in API',
  kind: 'f',
  description:
    'Foreign tables that can be read over the Data API. They have no policies: whoever may read one reads all of it.',
});

/** What can be read over the Data API and cannot have policies. */
function withoutPolicies(declared: Pick<Lint, 'name' | 'title' | 'description'> & { kind: 'm' | 'f' }): Lint {
  const { kind, ...words } = declared;
  return lint<View>({
    ...words,
    level: 'WARN',
    category: 'SECURITY',
    remediation: 'Take the grants away, or move it to a schema that the Data API does not serve.',
    sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, c.relkind::pg_catalog.text as kind, c.readers
from api_relations c where c.relkind = '${kind}' and pg_catalog.cardinality(c.readers) > 0 order by 1, 2`,
    read: (row) => ({
      key: [row.schema, row.name],
      detail: `${kind === 'm' ? 'Materialized view' : 'Foreign table'} ${spoken(row)} is selectable by ${row.readers.join(' and ')}`,
      metadata: { schema: row.schema, name: row.name, type: KIND_WORDS[kind], exposed_to: row.readers },
      fix: revoke(row),
    }),
  });
}
