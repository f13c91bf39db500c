/** The role a project's people work with: owner of what they make, not a superuser. */
export const OWNER_ROLE = 'postgres';
/** The role that can read everything and change nothing. */
export const READ_ONLY_ROLE = 'supabase_read_only_user';
/** The platform's own role in a project's database, a superuser. Only for statements with qualified names. */
export const SUPERUSER_ROLE = 'supabase_admin';
/** Logs in for the owner's role where all of its connections are taken: some are kept for it. */
export const SQL_PAGES_ROLE = 'basalt_sql_pages';
/** Every connection of another role, but for the superuser's, is one of the project's people. */
export { ROLES_OF_SERVICES } from '@basalt/clusters';
