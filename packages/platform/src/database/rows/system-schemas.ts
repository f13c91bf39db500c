/** Schemas of the services, the platform and extensions: their tables are read here, and changed by whoever they belong to. */
const OF_SERVICES: ReadonlySet<string> = new Set([
  'information_schema',
  'auth',
  'basalt',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'net',
  'pgsodium',
  'realtime',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'vault',
]);

export function isSystemSchema(name: string): boolean {
  return name.startsWith('pg_') || OF_SERVICES.has(name);
}
