/** The role a project's people work with: owner of what they make, not a superuser. */
export const OWNER_ROLE = 'postgres';
/** The role that can read everything and change nothing. */
export const READ_ONLY_ROLE = 'supabase_read_only_user';
