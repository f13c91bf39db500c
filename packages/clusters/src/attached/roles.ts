/** A role that the services of a project work as. */
export interface AttachedRole {
  name: string;
  /** A login role of the project's own becomes it. */
  logsIn: boolean;
  /** Its login role reads the stream of changes. */
  replicates?: true;
  /** Row level security does not bind it, where the server lets us make such a role. */
  bypassesRowSecurity?: true;
  /** Settings that its sessions begin with. */
  settings: Readonly<Record<string, string>>;
  /** Roles that may become it. */
  members: readonly string[];
}

const CALLERS = ['authenticator', 'supabase_storage_admin', 'supabase_realtime_admin'] as const;

/** The same roles as in the database of any project, but for those of its owner: that is whoever attached it. */
export const ATTACHED_ROLES: readonly AttachedRole[] = [
  {
    name: 'authenticator',
    logsIn: true,
    settings: { statement_timeout: '8s', lock_timeout: '8s' },
    members: [],
  },
  {
    name: 'supabase_auth_admin',
    logsIn: true,
    settings: { idle_in_transaction_session_timeout: '60s' },
    members: [],
  },
  { name: 'supabase_storage_admin', logsIn: true, settings: {}, members: [] },
  { name: 'supabase_realtime_admin', logsIn: true, settings: {}, members: [] },
  { name: 'supabase_replication_admin', logsIn: true, replicates: true, settings: {}, members: [] },
  {
    name: 'supabase_read_only_user',
    logsIn: true,
    bypassesRowSecurity: true,
    settings: { default_transaction_read_only: 'on' },
    members: [],
  },
  { name: 'anon', logsIn: false, settings: { statement_timeout: '3s' }, members: CALLERS },
  { name: 'authenticated', logsIn: false, settings: { statement_timeout: '8s' }, members: CALLERS },
  { name: 'service_role', logsIn: false, bypassesRowSecurity: true, settings: {}, members: CALLERS },
  { name: 'dashboard_user', logsIn: false, settings: {}, members: [] },
];
