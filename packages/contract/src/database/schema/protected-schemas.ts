/** Schemas of the services. People put policies and triggers on tables in them; everything else is the services' own. */
const SERVICE_SCHEMAS: ReadonlySet<string> = new Set([
  'auth',
  'basalt',
  'extensions',
  'graphql',
  'graphql_public',
  'realtime',
  'storage',
  'supabase_functions',
  'vault',
]);

/** Whose a schema is: PostgreSQL's, one of the services', or the project's own. */
export function ownerOfSchema(schema: string): 'postgres' | 'service' | 'project' {
  if (schema.startsWith('pg_') || schema === 'information_schema') return 'postgres';
  return SERVICE_SCHEMAS.has(schema) ? 'service' : 'project';
}
