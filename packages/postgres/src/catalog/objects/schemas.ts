import { describe, isWanted, joinComment, type ObjectKind, PAGE } from './object-scope.ts';

export interface SchemaObject {
  id: number;
  name: string;
  owner: string;
  comment: string | null;
}

export const SCHEMA_OBJECTS: ObjectKind<SchemaObject> = {
  page: `page as materialized (
  select s.oid, s.nspname
  from schemas s
  where ${isWanted('s.oid')}
  order by s.nspname
  ${PAGE}
)`,
  topic: describe(`
select p.oid::pg_catalog.int8 as id, p.nspname as name, pg_catalog.pg_get_userbyid(n.nspowner) as owner,
  d.description as comment
from page p
join pg_catalog.pg_namespace n on n.oid = p.oid
${joinComment('d', 'pg_namespace', 'p.oid')}
order by p.nspname`),
};
