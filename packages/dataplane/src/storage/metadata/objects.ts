import type { BucketRules } from './buckets.ts';
import type { RunSql } from './storage-sql.ts';

/** As it stands in the table. The project's people can write there, so nothing of it is sure. */
export interface ObjectRow {
  id: string;
  name: string;
  bucket_id: string;
  owner: string | null;
  owner_id: string | null;
  version: string | null;
  metadata: Record<string, unknown> | null;
  user_metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
}

/** In bytes, as the row says. */
export function sizeOf({ metadata }: Pick<ObjectRow, 'metadata'>): number {
  const size = Number(metadata?.size ?? 0);
  return Number.isFinite(size) ? Math.max(0, size) : 0;
}

export interface NewObject {
  id: string;
  bucket: string;
  key: string;
  version: string;
  subject: string;
  metadata: Record<string, unknown>;
  userMetadata: Record<string, unknown> | null;
}

const COLUMNS = `json_build_object('id', o.id, 'name', o.name, 'bucket_id', o.bucket_id, 'owner', o.owner, 'owner_id', o.owner_id,
  'version', o.version, 'metadata', o.metadata, 'user_metadata', o.user_metadata, 'created_at', o.created_at,
  'updated_at', o.updated_at, 'last_accessed_at', o.last_accessed_at)::text`;

export async function findObject(run: RunSql, bucket: string, key: string): Promise<ObjectRow | null> {
  const sql = `select ${COLUMNS} from storage.objects as o where o.bucket_id = $1 and o.name = $2`;
  return (await run<ObjectRow>(sql, [bucket, key], { readOnly: true }))[0] ?? null;
}

/** Null in the place of the object when there is none; no answer when there is no such bucket that is public. */
export async function findPublicObject(
  run: RunSql,
  bucket: string,
  key: string,
): Promise<{ object: ObjectRow | null } | null> {
  const sql = `select json_build_object('object', (select ${COLUMNS}::json from storage.objects as o
    where o.bucket_id = b.id and o.name = $2))::text from storage.buckets as b where b.id = $1 and b.public`;
  return (await run<{ object: ObjectRow | null }>(sql, [bucket, key], { readOnly: true }))[0] ?? null;
}

/** Which of the names the caller sees. */
export async function visibleKeys(
  run: RunSql,
  bucket: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const sql = `select to_json(o.name)::text from storage.objects as o
    where o.bucket_id = $1 and o.name in (select jsonb_array_elements_text($2::jsonb))`;
  return new Set(await run<string>(sql, [bucket, JSON.stringify(keys)], { readOnly: true }));
}

const INTO =
  'insert into storage.objects as o (id, bucket_id, name, version, owner, owner_id, metadata, user_metadata)';
const VALUES = `$1::uuid, $2, $3, $4, case when $5 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $5::uuid end,
  nullif($5, ''), $6::jsonb, $7::jsonb`;
const OR_REPLACE = `on conflict (bucket_id, name) do update set version = excluded.version, owner = excluded.owner,
  owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata`;
const RETURNING = 'returning to_json(o.id)::text';
const INSERT = `${INTO} values (${VALUES})`;
const REPLACE = `${INSERT} ${OR_REPLACE} ${RETURNING}`;
const UNDER_RULES = `${INTO} select ${VALUES} from storage.buckets as b where b.id = $2
  and b.file_size_limit is not distinct from $8::bigint and to_jsonb(b.allowed_mime_types) is not distinct from $9::jsonb`;

/**
 * Writes the row of an object whose bytes are kept. Answers its id: when one is replaced, that of the former row stays. Without
 * replacing nothing is read back, so that a policy for inserting is enough.
 */
export async function saveObject(
  run: RunSql,
  object: NewObject,
  { replace, takeBack = false }: { replace: boolean; takeBack?: boolean },
): Promise<string> {
  const rows = await run<string>(replace ? REPLACE : INSERT, valuesOf(object), { takeBack });
  return rows[0] ?? object.id;
}

/** The same for callers past row level security, if the bucket asks just that of its objects; null if not, and nothing is written. */
export async function saveUnderRules(
  run: RunSql,
  object: NewObject,
  { replace, rules }: { replace: boolean; rules: BucketRules },
): Promise<string | null> {
  const { file_size_limit: limit, allowed_mime_types: types } = rules;
  const rows = await run<string>(`${UNDER_RULES} ${replace ? OR_REPLACE : ''} ${RETURNING}`, [
    ...valuesOf(object),
    limit === null ? null : String(limit),
    types === null ? null : JSON.stringify(types),
  ]);
  return rows[0] ?? null;
}

function valuesOf(object: NewObject): (string | null)[] {
  const { id, bucket, key, version, subject, metadata, userMetadata } = object;
  const values = [id, bucket, key, version, subject, JSON.stringify(metadata)];
  return [...values, userMetadata === null ? null : JSON.stringify(userMetadata)];
}

/** Null when there is none that the caller sees and may change. */
export async function moveObject(
  run: RunSql,
  from: { bucket: string; key: string },
  to: { bucket: string; key: string },
): Promise<string | null> {
  const rows = await run<string>(
    `update storage.objects as o set bucket_id = $3, name = $4 where o.bucket_id = $1 and o.name = $2 returning to_json(o.id)::text`,
    [from.bucket, from.key, to.bucket, to.key],
  );
  return rows[0] ?? null;
}

/** Rows only: the bytes stay, so that a database that is restored to an earlier moment finds them. */
export function deleteObjects(run: RunSql, bucket: string, keys: readonly string[]): Promise<ObjectRow[]> {
  return run<ObjectRow>(
    `delete from storage.objects as o where o.bucket_id = $1 and o.name in (select jsonb_array_elements_text($2::jsonb))
     returning ${COLUMNS}`,
    [bucket, JSON.stringify(keys)],
  );
}

/** Deletes some of a bucket's objects that the caller may delete. Answers how many. */
export async function deleteSome(run: RunSql, bucket: string, limit: number): Promise<number> {
  const rows = await run(
    `delete from storage.objects as o where o.id in (select p.id from storage.objects as p where p.bucket_id = $1 limit $2::bigint)
     returning '1'`,
    [bucket, String(limit)],
  );
  return rows.length;
}
