/**
 * The roles that the services of a project and the platform's pages log in with, beside the superuser. What they open counts as
 * the platform's and not as the project's own, and is taken from the connections that are kept.
 */
export const ROLES_OF_SERVICES: readonly string[] = [
  'supabase_read_only_user',
  'basalt_sql_pages',
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin',
  'supabase_replication_admin',
];
