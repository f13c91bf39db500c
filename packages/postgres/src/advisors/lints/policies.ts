import { quoteIdent } from '@basalt/sql';
import { lint, type Named, qualified, spoken } from '../lint.ts';
import { believesUsers, type CalledFunction, callsPerRow, whatItAsks, wrapCalls } from '../policy-text.ts';

interface Policy extends Named {
  policy: string;
  qual: string | null;
  check: string | null;
}

const COLUMNS = `
p.nspname::pg_catalog.text as schema, p.relname::pg_catalog.text as name, p.polname::pg_catalog.text as policy, p.qual, p.with_check as check`;

export const authRlsInitplan = lint<Policy & { functions: CalledFunction[] }>({
  name: 'auth_rls_initplan',
  title: 'Auth RLS Initialization Plan',
  level: 'WARN',
  category: 'PERFORMANCE',
  keyPrefix: 'auth_rls_init_plan',
  description:
    'Policies that ask who the caller is once for each row. In a subselect the database asks once for each query.',
  remediation: 'Write `(select auth.uid())` in place of `auth.uid()`, and so for the others.',
  // Functions somebody made count where they take nothing and promise to give the same throughout a query.
  sql: `
select ${COLUMNS}, coalesce((
  select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('schema', n.nspname, 'name', f.proname))
  from pg_catalog.pg_depend d join pg_catalog.pg_proc f on f.oid = d.refobjid join own_schemas n on n.oid = f.pronamespace
  where d.classid = 'pg_catalog.pg_policy'::pg_catalog.regclass and d.objid = p.oid
    and d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass and f.pronargs = 0 and f.provolatile = 's' and not f.proretset
), '[]') as functions
from policies p
where p.relrowsecurity and (p.nspname = 'realtime' or p.nspname in (select s.nspname from own_schemas s))
order by 1, 2, 3`,
  read: (row) => {
    const wrap = (sql: string | null) => {
      const spans = sql === null ? [] : callsPerRow(sql, row.name, row.functions);
      return sql === null || spans.length === 0 ? null : wrapCalls(sql, spans);
    };
    const qual = wrap(row.qual);
    const check = wrap(row.check);
    if (qual === null && check === null) return null;
    const changes = [
      ...(qual === null ? [] : [`  using (${qual})`]),
      ...(check === null ? [] : [`  with check (${check})`]),
    ];
    return {
      key: [row.schema, row.name, row.policy],
      detail: `Table ${spoken(row)} has a row level security policy \`${row.policy}\` that re-evaluates current_setting() or auth.<function>() for each row. This produces suboptimal query performance at scale.`,
      metadata: { schema: row.schema, name: row.name, type: 'table', policy: row.policy },
      fix: `alter policy ${quoteIdent(row.policy)} on ${qualified(row)}\n${changes.join('\n')};`,
    };
  },
});

interface Permissive {
  policy: string;
  command: string;
  roles: string[];
  qual: string | null;
  check: string | null;
}

const COMMAND_WORDS: Readonly<Record<string, string>> = {
  r: 'select',
  a: 'insert',
  w: 'update',
  d: 'delete',
  '*': 'all',
};

export const multiplePermissivePolicies = lint<Named & { policies: Permissive[]; granted: string[] }>({
  name: 'multiple_permissive_policies',
  title: 'Multiple Permissive Policies',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Tables with several permissive policies for the same role and the same command: each of them is asked for every row.',
  remediation: 'Make one policy of them, whose conditions are joined by `or`.',
  // Only roles that may do it are slowed down by it.
  sql: `
select p.nspname::pg_catalog.text as schema, p.relname::pg_catalog.text as name,
  pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('policy', p.polname, 'command', p.polcmd, 'roles', p.role_names,
    'qual', p.qual, 'check', p.with_check) order by p.polname) as policies,
  array(
    select r.rolname::pg_catalog.text from pg_catalog.pg_roles r
    where not r.rolsuper and not r.rolbypassrls and r.rolname !~ '^pg_'
      and pg_catalog.has_any_column_privilege(r.oid, p.polrelid, 'SELECT, INSERT, UPDATE') order by 1
  ) as granted
from policies p join relations c on c.oid = p.polrelid
where p.relrowsecurity and p.polpermissive
group by p.nspname, p.relname, p.polrelid having pg_catalog.count(*) > 1
order by 1, 2`,
  read: (row) => {
    const doubled = doubledPolicies(row.policies, row.granted);
    const [worst] = doubled;
    if (worst === undefined) return null;
    const concerned = new Set(doubled.flatMap(({ policies }) => policies));
    return {
      key: [row.schema, row.name, worst.role, worst.command.toUpperCase()],
      detail: `Table ${spoken(row)} has multiple permissive policies for role \`${worst.role}\` for action \`${worst.command.toUpperCase()}\`. Policies include {${worst.policies.join(',')}}`,
      metadata: {
        schema: row.schema,
        name: row.name,
        type: 'table',
        cases: doubled.slice(0, 20),
      },
      fix: joined(
        row,
        row.policies.filter(({ policy }) => concerned.has(policy)),
      ),
    };
  },
});

interface Doubled {
  role: string;
  command: string;
  policies: string[];
}

/** For which roles and commands more than one of the policies is asked. */
function doubledPolicies(policies: readonly Permissive[], granted: readonly string[]): Doubled[] {
  return granted.flatMap((role) =>
    ['r', 'a', 'w', 'd'].flatMap((command): Doubled[] => {
      const asked = policies.filter(
        (policy) =>
          (policy.command === command || policy.command === '*') &&
          (policy.roles.includes(role) || policy.roles.includes('-')),
      );
      if (asked.length < 2) return [];
      const word = COMMAND_WORDS[command] ?? command;
      return [{ role, command: word, policies: asked.map(({ policy }) => policy) }];
    }),
  );
}

/** One policy that means the same as all of them, where they are for the same command and the same roles; null otherwise. */
function joined(table: Named, policies: readonly Permissive[]): string | null {
  const [first, ...rest] = policies;
  if (first === undefined) return null;
  const isAlike = rest.every(
    ({ command, roles }) => command === first.command && roles.join() === first.roles.join(),
  );
  if (!isAlike) return null;
  const or = (parts: readonly (string | null)[]) => parts.map((part) => `(${part ?? 'true'})`).join(' or ');
  const roles = first.roles.map((role) => (role === '-' ? 'public' : quoteIdent(role))).join(', ');
  const hasCheck = first.command !== 'r' && first.command !== 'd';
  return [
    'begin;',
    ...policies.map(({ policy }) => `drop policy ${quoteIdent(policy)} on ${qualified(table)};`),
    `create policy ${quoteIdent(first.policy)} on ${qualified(table)}`,
    `  for ${COMMAND_WORDS[first.command]} to ${roles}`,
    ...(first.command === 'a' ? [] : [`  using (${or(policies.map(({ qual }) => qual))})`]),
    // Where a policy has no check of its own, what it asks of rows is asked of new ones too.
    ...(hasCheck ? [`  with check (${or(policies.map(({ qual, check }) => check ?? qual))})`] : []),
  ]
    .join('\n')
    .concat(';\ncommit;');
}

export const rlsReferencesUserMetadata = lint<Policy>({
  name: 'rls_references_user_metadata',
  title: 'RLS references user metadata',
  level: 'ERROR',
  category: 'SECURITY',
  description: 'Policies that trust `user_metadata`: users can change their own, and so let themselves in.',
  remediation: 'Keep what decides about access in `app_metadata`, which only servers change, or in a table.',
  sql: `
select ${COLUMNS} from policies p
where p.nspname in (select s.nspname from own_schemas s) or p.nspname in ('storage', 'realtime')
order by 1, 2, 3`,
  read: (row) => {
    if (![row.qual, row.check].some((sql) => sql !== null && believesUsers(sql))) return null;
    return {
      key: [row.schema, row.name, row.policy],
      detail: `Table ${spoken(row)} has a row level security policy \`${row.policy}\` that references Supabase Auth \`user_metadata\`. \`user_metadata\` is editable by end users and should never be used in a security context.`,
      metadata: { schema: row.schema, name: row.name, type: 'table', policy: row.policy },
      fix: null,
    };
  },
});

export const rlsPolicyAlwaysTrue = lint<Policy & { command: string; roles: string[] }>({
  name: 'rls_policy_always_true',
  title: 'RLS Policy Always True',
  level: 'WARN',
  category: 'SECURITY',
  description:
    'Policies that let everybody, or everybody who has signed in, write any row: row level security is on, and keeps nobody out.',
  remediation: 'Say in the policy whose rows may be written, such as those with the id of the caller.',
  sql: `
select ${COLUMNS}, p.polcmd::pg_catalog.text as command, p.role_names as roles
from policies p join relations c on c.oid = p.polrelid
where p.relrowsecurity and p.polpermissive and p.polcmd <> 'r'
  and p.role_names && array['-', 'anon', 'authenticated']
order by 1, 2, 3`,
  read: (row) => {
    const hasUsing = row.command !== 'a';
    const hasCheck = row.command !== 'd';
    const using = hasUsing ? whatItAsks(row.qual) : 'something';
    const check = hasCheck ? whatItAsks(row.check ?? row.qual) : 'something';
    if (using === 'something' && check === 'something') return null;
    const command = (COMMAND_WORDS[row.command] ?? row.command).toUpperCase();
    const asks =
      using === 'nothing' || check === 'nothing' ? '' : ' (it asks only whether they have signed in)';
    return {
      key: [row.schema, row.name, row.policy],
      detail: `Table ${spoken(row)} has an RLS policy \`${row.policy}\` for \`${command}\` that allows unrestricted access${asks}. This effectively bypasses row-level security for ${row.roles.join(', ')}.`,
      metadata: {
        schema: row.schema,
        name: row.name,
        type: 'table',
        policy_name: row.policy,
        command,
        roles: row.roles,
        qual: row.qual,
        with_check: row.check,
        permissive_using: using !== 'something',
        permissive_with_check: check !== 'something',
      },
      fix: null,
    };
  },
});
