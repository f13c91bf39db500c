import type { Topic } from './read-catalog.ts';

export interface SchemaRow {
  readonly name: string;
  readonly comment: string | null;
}

/** The schemas of the scope, sorted by name. */
export const SCHEMAS: Topic<SchemaRow> = {
  sql: `
select pg_catalog.json_build_array(s.nspname, d.description)::pg_catalog.text as payload
from schemas s
left join pg_catalog.pg_description d
  on d.objoid = s.oid and d.classoid = 'pg_catalog.pg_namespace'::pg_catalog.regclass
order by s.nspname`,
  read: (payload) => {
    const [name, comment] = JSON.parse(payload) as [string, string | null];
    return { name, comment };
  },
};

/** One row: the schemas in which the client finds a name without its schema, without PostgreSQL's own. */
export const SEARCH_PATH: Topic<string[]> = {
  sql: 'select pg_catalog.to_json(pg_catalog.current_schemas(false))::pg_catalog.text as payload',
  read: (payload) => JSON.parse(payload),
};
