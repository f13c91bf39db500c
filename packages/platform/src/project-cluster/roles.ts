/** The role a project's people work with: owner of what they make, not a superuser. */
export const OWNER_ROLE = 'postgres';
/** The role that can read everything and change nothing. */
export const READ_ONLY_ROLE = 'supabase_read_only_user';
/** The platform's own role in a project's database, a superuser. Only for statements with qualified names. */
export const SUPERUSER_ROLE = 'supabase_admin';
/** Logs in for the owner's role where all of its connections are taken: some are kept for it. */
export const SQL_PAGES_ROLE = 'basalt_sql_pages';
/** All that the platform and the services of a project log in with; every other connection is one of the project's people. */
export const ROLES_OF_SERVICES: readonly string[] = [
  READ_ONLY_ROLE,
  SQL_PAGES_ROLE,
  'authenticator',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin',
  'supabase_replication_admin',
];
