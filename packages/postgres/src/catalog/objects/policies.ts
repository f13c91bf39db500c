import { describe, isWanted, joinComment, type ObjectKind, PAGE, unlessLocked } from './object-scope.ts';

export interface PolicyObject {
  id: number;
  schema: string;
  table: string;
  table_id: number;
  name: string;
  action: 'PERMISSIVE' | 'RESTRICTIVE';
  /** `public` stands for all roles. */
  roles: string[];
  command: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'ALL';
  /** USING: which rows are seen. */
  definition: string | null;
  /** WITH CHECK: which rows may be written. */
  check: string | null;
  comment: string | null;
}

const expressionOf = (tree: string) =>
  unlessLocked(
    'pg_class',
    'l.polrelid',
    unlessLocked('pg_policy', 'l.oid', `pg_catalog.pg_get_expr(${tree}, l.polrelid)`),
  );

export const POLICY_OBJECTS: ObjectKind<PolicyObject> = {
  page: `page as materialized (
  select l.oid, n.nspname, c.relname, l.polname
  from pg_catalog.pg_policy l
  join pg_catalog.pg_class c on c.oid = l.polrelid
  join schemas n on n.oid = c.relnamespace
  where ${isWanted('l.oid')}
  order by n.nspname, c.relname, l.polname
  ${PAGE}
)`,
  topic: describe(`
select l.oid::pg_catalog.int8 as id, p.nspname as schema, p.relname as "table", l.polrelid::pg_catalog.int8 as table_id,
  l.polname as name,
  case when l.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end as action,
  (
    select pg_catalog.json_agg(r.name order by r.name)
    from (
      select case when g = 0 then 'public' else pg_catalog.pg_get_userbyid(g) end as name
      from pg_catalog.unnest(l.polroles) as g
    ) as r
  ) as roles,
  case l.polcmd
    when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL'
  end as command,
  ${expressionOf('l.polqual')} as definition,
  ${expressionOf('l.polwithcheck')} as "check",
  d.description as comment
from page p
join pg_catalog.pg_policy l on l.oid = p.oid
${joinComment('d', 'pg_policy', 'l.oid')}
order by p.nspname, p.relname, p.polname`),
};
