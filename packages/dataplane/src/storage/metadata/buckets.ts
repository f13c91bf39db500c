import type { RunSql } from './storage-sql.ts';

export interface Bucket {
  id: string;
  public: boolean | null;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: string | null;
}

/** What a bucket asks of its objects. */
export type BucketRules = Pick<Bucket, 'file_size_limit' | 'allowed_mime_types'>;

const COLUMNS = `json_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner_id, b.owner::text, ''), 'public', b.public,
  'type', b.type, 'file_size_limit', b.file_size_limit, 'allowed_mime_types', b.allowed_mime_types,
  'created_at', b.created_at, 'updated_at', b.updated_at)::text`;

export async function findBucket(run: RunSql, id: string): Promise<Bucket | null> {
  const sql = `select ${COLUMNS} from storage.buckets as b where b.id = $1`;
  return (await run<Bucket>(sql, [id], { readOnly: true }))[0] ?? null;
}

const SORTABLE = new Set(['id', 'name', 'created_at', 'updated_at']);

export interface BucketPage {
  limit: number;
  offset: number;
  search: string;
  column: string;
  descending: boolean;
}

export function listBuckets(run: RunSql, page: BucketPage): Promise<Bucket[]> {
  const column = SORTABLE.has(page.column) ? page.column : 'name';
  const order = page.descending ? 'desc' : 'asc';
  return run<Bucket>(
    `select ${COLUMNS} from storage.buckets as b where $1 = '' or position(lower($1) in lower(b.name)) > 0
     order by b.${column} ${order}, b.id limit $2::bigint offset $3::bigint`,
    [page.search, String(page.limit), String(page.offset)],
    { readOnly: true },
  );
}

export async function insertBucket(
  run: RunSql,
  bucket: {
    id: string;
    public: boolean;
    sizeLimit: number | null;
    mimeTypes: string[] | null;
    subject: string;
  },
): Promise<void> {
  const { id, sizeLimit, mimeTypes, subject } = bucket;
  await run(
    `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $1, case when $2 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $2::uuid end, nullif($2, ''), $3::boolean, $4::bigint,
       (select array_agg(t) from jsonb_array_elements_text($5::jsonb) as t))`,
    [
      id,
      subject,
      String(bucket.public),
      sizeLimit === null ? null : String(sizeLimit),
      mimeTypes === null ? null : JSON.stringify(mimeTypes),
    ],
  );
}

/** What is left out stays. False when the caller may not change it, or it is not there. */
export async function updateBucket(
  run: RunSql,
  id: string,
  changes: { public?: boolean | undefined; sizeLimit?: number | null; mimeTypes?: string[] | null },
): Promise<boolean> {
  const { sizeLimit, mimeTypes } = changes;
  const rows = await run(
    `update storage.buckets as b set updated_at = now(), public = coalesce($2::boolean, b.public),
       file_size_limit = case when $3::boolean then $4::bigint else b.file_size_limit end,
       allowed_mime_types = case when $5::boolean
         then (select array_agg(t) from jsonb_array_elements_text($6::jsonb) as t) else b.allowed_mime_types end
     where b.id = $1 returning ${COLUMNS}`,
    [
      id,
      changes.public === undefined ? null : String(changes.public),
      String(sizeLimit !== undefined),
      sizeLimit === undefined || sizeLimit === null ? null : String(sizeLimit),
      String(mimeTypes !== undefined),
      mimeTypes === undefined || mimeTypes === null ? null : JSON.stringify(mimeTypes),
    ],
  );
  return rows.length > 0;
}

export async function deleteBucket(run: RunSql, id: string): Promise<boolean> {
  return (
    (await run(`delete from storage.buckets as b where b.id = $1 returning ${COLUMNS}`, [id])).length > 0
  );
}
