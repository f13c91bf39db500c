/**
 * The budget of connections to one project's database. The gateway opens the connections of each service by what stands here,
 * and the platform those of SQL pages by `sqlPagesShare`, so that all of them at their busiest still fit into the smallest
 * server. A service that comes later gets its line here.
 */
export const CONNECTION_SHARES = {
  /**
   * Short reads of all services that run SQL as the caller (REST, GraphQL and storage). They log
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
  /** At least so many are left for what the project's people connect themselves. */
  direct: 8,
} as const;

/** The platform's own: the last ones are for superusers, so that somebody can look into a full server. */
export const PLATFORM_CONNECTIONS = 3;

/**
 * Connections that SQL pages (runs of the SQL editor and of reports, exports, what the dashboard reads) may hold at a time.
 * What asks as the superuser takes the reserved ones and is not counted.
 * @param maxConnections of the server: the compute size gives it, or the project's people
 */
export function sqlPagesShare(maxConnections: number): number {
  return Math.max(2, Math.floor(maxConnections / 10));
}

/** Connections that the services and SQL pages may hold together, and that the project's people leave to them. */
export function servicesShare(maxConnections: number): number {
  const { direct: _, ...services } = CONNECTION_SHARES;
  return (
    Object.values(services).reduce<number>((sum, share) => sum + share, 0) + sqlPagesShare(maxConnections)
  );
}

/** What is left for what the project's people connect themselves: never nothing, however small the server. */
export function directShare(maxConnections: number): number {
  return Math.max(1, maxConnections - PLATFORM_CONNECTIONS - servicesShare(maxConnections));
}

/** Clients of one project that the pooler serves at a time. */
export const POOLER_CLIENTS = 5_000;
const MOST_POOLED = 20;

/**
 * Connections that the clients of the pooler use by turns in transactions. They count as what the project's people connect
 * themselves, so half of that is left for those who come directly or for a session.
 */
export function poolerShare(maxConnections: number): number {
  return Math.min(MOST_POOLED, Math.max(1, Math.ceil(directShare(maxConnections) / 2)));
}
