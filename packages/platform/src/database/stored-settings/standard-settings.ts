import { quoteLiteral } from '@basalt/sql';

/** A setting that every project is made with. */
interface StandardSetting {
  /** Null: of the project's database. */
  role: string | null;
  name: string;
  /** As the catalog stores it. */
  value: string;
  /** What stands behind the `=` of the statement that stores it. */
  assigned: string;
}

const ofRole = (role: string, name: string, value: string): StandardSetting => ({
  role,
  name,
  value,
  assigned: quoteLiteral(value),
});

/** What the template of a project's database stores, roles of the platform alone left out. A test compares the two. */
export const STANDARD_SETTINGS: readonly StandardSetting[] = [
  ofRole('anon', 'statement_timeout', '3s'),
  ofRole('authenticated', 'statement_timeout', '8s'),
  ofRole('authenticator', 'statement_timeout', '8s'),
  ofRole('authenticator', 'lock_timeout', '8s'),
  ofRole('postgres', 'createrole_self_grant', 'set, inherit'),
  ofRole('supabase_auth_admin', 'idle_in_transaction_session_timeout', '60s'),
  ofRole('supabase_read_only_user', 'default_transaction_read_only', 'on'),
  {
    role: null,
    name: 'search_path',
    value: '"$user", public, extensions',
    // A list: as one quoted text it would be the name of one schema.
    assigned: `"$user", public, extensions`,
  },
];
