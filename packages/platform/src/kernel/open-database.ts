import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;
/** A command that must not be half-done takes this instead of a {@link Database}. */
export type Transaction = KyselyTransaction<Schema>;

const INT8 = 20;

/** One small pool, shared by queries and the operations engine. Identities fit a JavaScript number. */
export function openDatabase(
  connectionString: string,
  onError: (error: Error) => void,
): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    idleTimeoutMillis: 30_000,
    application_name: 'basalt-platform',
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
    },
  });
  pool.on('error', onError);
  // The pool listens to idle connections only. One that breaks at work also fails its query, and that is enough.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }), pool };
}
