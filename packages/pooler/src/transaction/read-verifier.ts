import { type ConnectionTarget, withClient } from '@basalt/postgres';

/** Every name says its schema: whoever owns the database can put others in the way. */
const SQL = `select pg_catalog.current_setting('max_connections')::pg_catalog.int4 as max_connections,
  (select rolpassword from pg_catalog.pg_authid
    where rolname operator(pg_catalog.=) $1 and rolcanlogin
      and (rolvaliduntil is null or rolvaliduntil operator(pg_catalog.>) pg_catalog.now())) as stored`;

export interface StoredPassword {
  /** What the database keeps of the password of a role that may log in at the moment; null: no such role, or no password. */
  stored: string | null;
  /** Of the server. */
  maxConnections: number;
}

/**
 * What must be known to log somebody in.
 * @param database as its superuser
 * @throws {QueryError} when the database cannot be asked
 */
export async function readVerifier(database: ConnectionTarget, role: string): Promise<StoredPassword> {
  const { rows } = await withClient(database, (client) =>
    client.query<{ stored: string | null; max_connections: number }>(SQL, [role]),
  );
  return { stored: rows[0]?.stored ?? null, maxConnections: rows[0]?.max_connections ?? 0 };
}
