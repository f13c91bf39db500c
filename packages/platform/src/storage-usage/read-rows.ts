import { withClient } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import type { NamedVersion } from './compare-versions.ts';

/** Sorting the rows of a project with tens of millions takes minutes. */
const PATIENCE_MS = 15 * 60_000;
const ROWS = 5_000;
/** As names of files are. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** What a project's database says of its objects. */
export interface ObjectRows {
  /** Of one moment: what each bucket holds, and all versions that rows name, ascending by their bytes. */
  buckets(most: number): Promise<BucketUse[]>;
  versions(): AsyncGenerator<NamedVersion[]>;
  /** Which of these versions rows name by now. */
  namedOf(versions: readonly string[]): Promise<Set<string>>;
}

export interface BucketUse {
  id: string;
  objects: number;
  bytes: number;
}

/**
 * Reads as the role that may only read, so that nothing in the project runs with rights that its people lack. Policies that would hide
 * rows from it are an error: a row that is overlooked would cost its file.
 * @throws PlatformError as `sqlDatabase`
 */
export async function withObjectRows<Result>(
  dependencies: Pick<Dependencies, 'db' | 'clusters' | 'operations' | 'sqlConnections'>,
  project: ProjectRow,
  use: (rows: ObjectRows) => Promise<Result>,
): Promise<Result> {
  const { target, release } = await sqlDatabase(dependencies, project, READ_ONLY_ROLE);
  try {
    return await withClient(
      { ...target, applicationName: 'basalt-storage-usage' },
      async (client) => {
        await client.query(
          `set row_security = off; set search_path = pg_catalog; set statement_timeout = ${PATIENCE_MS};
           set idle_in_transaction_session_timeout = 0`,
        );
        await client.query('begin isolation level repeatable read read only');
        const ask = async (sql: string, values: unknown[]) => (await client.query(sql, values)).rows;
        return use({
          buckets: (most) => ask(BUCKETS, [most]),
          async *versions() {
            await client.query(VERSIONS);
            for (;;) {
              const { rows } = await client.query(`fetch ${ROWS} from versions`);
              if (rows.length === 0) break;
              yield rows.map(({ version, bucket, name }) => ({
                version,
                object: bucket === null ? null : { bucket, name: name ?? '' },
              }));
            }
            // From here on the present counts.
            await client.query('commit');
          },
          async namedOf(versions) {
            return new Set((await ask(NAMED, [versions])).map(({ version }) => String(version)));
          },
        });
      },
      { answerTimeoutMs: PATIENCE_MS },
    );
  } finally {
    release();
  }
}

/** Sizes come from a table that the project's people write. */
const BUCKETS = `
  select b.id, count(o.id)::float8 as objects, least(coalesce(sum(
    case when jsonb_typeof(o.metadata -> 'size') = 'number' then greatest(0, least(1e15, (o.metadata ->> 'size')::numeric)) end
  ), 0), 9e15)::float8 as bytes
  from storage.buckets as b left join storage.objects as o on o.bucket_id = b.id
  group by b.id order by 3 desc, 2 desc, 1 limit $1`;

const VERSIONS = `
  declare versions no scroll cursor for
  select case when r.version ~ '${UUID}' then r.version else '' end as version, r.bucket, r.name
  from (
    select o.version, coalesce(o.bucket_id, '') as bucket, o.name from storage.objects as o
    union all
    select p.version, null, null from storage.s3_multipart_uploads_parts as p
  ) as r
  order by (case when r.version ~ '${UUID}' then r.version else '' end) collate "C"`;

const NAMED = `
  select o.version from storage.objects as o where o.version = any($1::text[])
  union
  select p.version from storage.s3_multipart_uploads_parts as p where p.version = any($1::text[])`;
