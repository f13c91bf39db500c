import { describe, isWanted, type ObjectKind, PAGE } from './object-scope.ts';

export interface ProjectEventTrigger {
  id: number;
  name: string;
  event: 'ddl_command_start' | 'ddl_command_end' | 'sql_drop' | 'table_rewrite';
  /** The commands it is run for; empty: all of the event. */
  tags: string[];
  function_schema: string;
  function_name: string;
  /** Whether there is such a function, with the arguments (text, text). */
  has_function: boolean;
  enabled: boolean;
}

/** Event triggers of the project's people, which stand in a table of the project's template. */
export const PROJECT_EVENT_TRIGGERS: ObjectKind<ProjectEventTrigger> = {
  page: `page as materialized (
  select t.id
  from basalt.event_triggers t
  where ${isWanted('t.id')}
  order by t.name
  ${PAGE}
)`,
  topic: describe(`
select t.id, t.name, t.event, t.tags, t.function_schema, t.function_name, t.enabled, exists (
  select from pg_catalog.pg_proc f
  join pg_catalog.pg_namespace n on n.oid = f.pronamespace
  where n.nspname = t.function_schema and f.proname = t.function_name and f.prokind = 'f'
    and f.proargtypes = '25 25'::pg_catalog.oidvector
) as has_function
from page p
join basalt.event_triggers t on t.id = p.id
order by t.name`),
};
