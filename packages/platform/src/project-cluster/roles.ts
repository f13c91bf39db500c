/** The role a project's people work with: owner of what they make, not a superuser. */
export const OWNER_ROLE = 'postgres';
/** The role that can read everything and change nothing. */
export const READ_ONLY_ROLE = 'supabase_read_only_user';
/** The platform's own role in a project's database, a superuser. Only for statements with qualified names. */
export const SUPERUSER_ROLE = 'supabase_admin';
