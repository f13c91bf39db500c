import type { AiOptInLevel } from '@basalt/contract';

/** What the tools look at, in words. */
const SUBJECTS: Readonly<Record<string, string>> = {
  list_schemas: 'the schemas',
  list_tables: 'the tables',
  list_columns: 'the columns',
  list_functions: 'the database functions',
  list_policies: 'the policies',
  list_triggers: 'the triggers',
  list_indexes: 'the indexes',
  list_extensions: 'the extensions',
  list_migrations: 'the migrations',
  list_edge_functions: 'the edge functions',
  get_edge_function: 'an edge function',
  list_storage_buckets: 'the storage buckets',
  get_storage_config: 'the storage settings',
  get_advisors: 'the advisors',
  get_logs: 'the logs',
  get_query_performance: 'how queries perform',
  search_docs: 'the documentation',
  execute_sql: 'rows with a query',
};

/** One line about a tool. A tool that is not known here is called by its name. */
export function toolText(name: string, state: 'running' | 'done' | 'failed'): string {
  if (name === 'rename_chat') return state === 'failed' ? 'The chat was not named.' : 'Named the chat';
  const subject = SUBJECTS[name] ?? name.replaceAll('_', ' ');
  if (state === 'running') return `Reading ${subject} …`;
  return state === 'failed' ? `Could not read ${subject}.` : `Read ${subject}`;
}

const GRANTS: Readonly<Record<AiOptInLevel, string>> = {
  disabled: 'Nothing of the project was shared',
  schema: 'Shared: schema',
  schema_and_log: 'Shared: schema and logs',
  schema_and_log_and_data: 'Shared: schema, logs and data',
};

/** What the provider of the model was allowed to see. */
export function grantText(level: AiOptInLevel): string {
  return GRANTS[level] ?? '';
}
