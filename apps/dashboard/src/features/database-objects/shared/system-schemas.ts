/** Schemas that PostgreSQL or a service of the project keeps in order: they are looked at here, and not changed. */
const SERVICES: Readonly<Record<string, string>> = {
  auth: 'the auth service',
  storage: 'the storage service',
  realtime: 'the realtime service',
  extensions: 'extensions',
  graphql: 'the GraphQL API',
  graphql_public: 'the GraphQL API',
  supabase_functions: 'database webhooks',
  supabase_migrations: 'command-line tools',
  vault: 'the vault',
  basalt: 'the platform',
  pgbouncer: 'the pooler',
  pgsodium: 'the vault',
  cron: 'scheduled jobs',
  net: 'database webhooks',
};

/** Who keeps a schema in order; null: it is the developer's own. */
export function keeperOf(schema: string): string | null {
  if (schema === 'information_schema' || schema.startsWith('pg_')) return 'PostgreSQL';
  return Object.hasOwn(SERVICES, schema) ? (SERVICES[schema] ?? null) : null;
}

/** Why something in a schema is not changed here; null when it can be. */
export function systemReason(schema: string): string | null {
  const keeper = keeperOf(schema);
  return keeper === null ? null : `The schema ${schema} belongs to ${keeper}. It is read-only here.`;
}
