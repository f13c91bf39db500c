/**
 * The budget of connections to one project's database. Every service opens its connections by what stands here, so that all of
 * them at their busiest still fit into the smallest server. A service that comes later gets its line here.
 */
export const CONNECTION_SHARES = {
  /**
   * Short reads of all services that run SQL as the caller (REST; storage and GraphQL shall use the same connections). They log
   * in as `authenticator`. More than the machine has processors only makes fewer groups travel together.
   */
  callerShort: 4,
  /** Everything else that runs as the caller: writes and long reads, one at a time on each connection. */
  callerLong: 12,
  /** Hears of changes of the schema, and reads the schema. */
  schemaListener: 1,
  /** The auth service, as `supabase_auth_admin`. */
  auth: 5,
  /** Messages of realtime. What it reads from replication are WAL senders, which the server counts apart. */
  realtime: 1,
  /** Functions reach the database through the project's API and have no connection of their own. */
  functions: 0,
  /** SQL pages and everything else that the platform asks: a connection for each run. */
  sqlPages: 2,
  /** For what the project's people connect themselves. */
  direct: 2,
} as const;

/** PostgreSQL's own default: the last ones are for superusers, so that somebody can look into a full server. */
export const RESERVED_CONNECTIONS = 3;
