import type { ClientBase } from 'pg';
import { toQueryError } from '../to-query-error.ts';

/** The size on disk of the database the client is connected to, in bytes. Throws QueryError. */
export async function databaseSize(client: ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ bytes: string }>(
      'select pg_catalog.pg_database_size(pg_catalog.current_database())::text as bytes',
    );
    return Number(rows[0]?.bytes);
  } catch (error) {
    throw toQueryError(error);
  }
}
