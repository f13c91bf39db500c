import { type ConnectionTarget, withClient, withSetting } from '@basalt/postgres';
import { READ_ONLY_ROLE } from '../project-cluster/roles.ts';

/** What a row says is the project's to write, so each text has an end. */
const LONGEST_NAME = 4_096;
const ROWS_AT_ONCE = 1_000;

export interface ObjectRow {
  bucket: string;
  name: string;
  /** Of its bytes; whatever the row says. */
  version: string;
  /** Seconds since 1970. */
  modified: number;
}

const SETTINGS = {
  search_path: 'pg_catalog, pg_temp',
  // Rows that a policy would hide are an error instead of a gap.
  row_security: 'off',
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

const BUCKETS = `select left(id, ${LONGEST_NAME}) as id from storage.buckets order by id`;

const OBJECTS = `declare objects no scroll cursor for
  select left(bucket_id, ${LONGEST_NAME}) as bucket, left(name, ${LONGEST_NAME}) as name,
    left(coalesce(version, ''), 100) as version,
    extract(epoch from coalesce(updated_at, created_at, 'epoch'))::float8::text as modified
  from storage.objects where bucket_id is not null and name is not null
  order by bucket_id, name collate "C"`;

/**
 * Reads which objects a project has, as they were at one moment, as the role that can only read: bucket by bucket, names in the order
 * of their bytes.
 * @throws {QueryError} also when the tables are not what they were
 */
export function readStorageRows(
  database: ConnectionTarget,
  signal: AbortSignal,
  take: (content: { buckets: string[]; objects: AsyncIterable<ObjectRow[]> }) => Promise<void>,
): Promise<void> {
  const target = Object.entries(SETTINGS).reduce<ConnectionTarget>(
    (result, [name, value]) => withSetting(result, name, value),
    { ...database, user: READ_ONLY_ROLE, applicationName: 'basalt-storage-archive' },
  );
  return withClient(
    target,
    async (client) => {
      await client.query('begin isolation level repeatable read read only');
      const buckets = await client.query<{ id: string }>(BUCKETS);
      await client.query(OBJECTS);
      async function* objects() {
        for (;;) {
          signal.throwIfAborted();
          const { rows } = await client.query<Record<'bucket' | 'name' | 'version' | 'modified', string>>(
            `fetch ${ROWS_AT_ONCE} from objects`,
          );
          if (rows.length === 0) return;
          yield rows.map(({ modified, ...row }) => ({ ...row, modified: Number(modified) }));
        }
      }
      await take({ buckets: buckets.rows.map(({ id }) => id), objects: objects() });
    },
    { signal },
  );
}
