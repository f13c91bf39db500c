/** The roles that the services of a project work with: what each is for. They are looked at and not changed. */
const SERVICE_ROLES: Readonly<Record<string, string>> = {
  postgres:
    'The owner of your tables, with which you run SQL. Its password is changed in the database settings.',
  anon: 'Runs requests of the Data API whose caller has not signed in.',
  authenticated: 'Runs requests of the Data API whose caller has signed in.',
  service_role: 'Runs requests with a secret key. It bypasses row level security.',
  authenticator: 'The Data API connects as this role, and becomes the role of each request.',
  dashboard_user: 'Holds rights that dashboards need.',
  supabase_admin: 'The superuser, with which the platform keeps the database in order.',
  supabase_auth_admin: 'The auth service works as this role.',
  supabase_storage_admin: 'The storage service works as this role.',
  supabase_realtime_admin: 'The realtime service works as this role.',
  supabase_replication_admin: 'Reads the stream of changes.',
  supabase_read_only_user: 'Reads everything and changes nothing: read-only SQL runs as this role.',
  supabase_functions_admin: 'Database webhooks work as this role.',
  pgbouncer: 'The connection pooler works as this role.',
  basalt_sql_pages: 'Keeps the connections that the SQL pages of the dashboard use.',
};

/** What a role of the services is for; null: it is the developer's own. */
export function serviceRole(name: string): string | null {
  if (Object.hasOwn(SERVICE_ROLES, name)) return SERVICE_ROLES[name] ?? null;
  if (name.startsWith('pg_')) return 'PostgreSQL’s own: being its member gives certain rights.';
  return name.startsWith('basalt_') ? 'The platform works as this role.' : null;
}
