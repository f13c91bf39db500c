/** Schemas of the services. People put policies and triggers on tables in them; everything else is the services' own. */
const OF_SERVICES: Readonly<Record<string, string>> = {
  auth: 'the auth service',
  basalt: 'the platform',
  cron: 'scheduled jobs',
  extensions: 'extensions',
  graphql: 'the GraphQL API',
  graphql_public: 'the GraphQL API',
  realtime: 'the realtime service',
  storage: 'the storage service',
  supabase_functions: 'database webhooks',
  vault: 'the vault',
};

/** Schemas that tools and extensions make. What is in them can be changed, but not by hand in an editor. */
const OF_TOOLS: Readonly<Record<string, string>> = {
  net: 'database webhooks',
  pgbouncer: 'the pooler',
  pgsodium: 'the vault',
  supabase_migrations: 'command-line tools',
};

/** Whose a schema is: PostgreSQL's, one of the services', or the project's own. */
export function ownerOfSchema(schema: string): 'postgres' | 'service' | 'project' {
  if (schema.startsWith('pg_') || schema === 'information_schema') return 'postgres';
  return Object.hasOwn(OF_SERVICES, schema) ? 'service' : 'project';
}

/** Who keeps what is in a schema in order, as part of a sentence; null: its developers do. */
export function keeperOfSchema(schema: string): string | null {
  if (ownerOfSchema(schema) === 'postgres') return 'PostgreSQL';
  const keepers = { ...OF_TOOLS, ...OF_SERVICES };
  return Object.hasOwn(keepers, schema) ? (keepers[schema] ?? null) : null;
}

/** The names of all schemas that somebody else than developers keeps in order, without those of PostgreSQL. */
export const KEPT_SCHEMAS: readonly string[] = Object.keys({ ...OF_TOOLS, ...OF_SERVICES }).sort();
