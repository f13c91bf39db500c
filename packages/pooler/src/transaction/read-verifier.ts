import { type ConnectionTarget, withClient } from '@basalt/postgres';

/** Every name says its schema: whoever owns the database can put others in the way. */
const SQL = `select rolpassword from pg_catalog.pg_authid
  where rolname operator(pg_catalog.=) $1 and rolcanlogin
    and (rolvaliduntil is null or rolvaliduntil operator(pg_catalog.>) pg_catalog.now())`;

/**
 * What a database keeps of the password of a role that may log in at the moment; null: no such role, or no password.
 * @param database as its superuser
 * @throws {QueryError} when the database cannot be asked
 */
export async function readVerifier(database: ConnectionTarget, role: string): Promise<string | null> {
  const { rows } = await withClient(database, (client) =>
    client.query<{ rolpassword: string | null }>(SQL, [role]),
  );
  return rows[0]?.rolpassword ?? null;
}
