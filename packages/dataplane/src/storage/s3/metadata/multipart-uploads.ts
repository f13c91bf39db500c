import type { RunSql } from '../../metadata/storage-sql.ts';

/** An upload in parts that is under way. As it stands in the table, where the project's people can write. */
export interface MultipartUpload {
  id: string;
  bucket_id: string;
  key: string;
  owner_id: string | null;
  created_at: string;
  metadata: Record<string, unknown> | null;
  user_metadata: Record<string, unknown> | null;
}

export interface UploadPart {
  part_number: number;
  size: number;
  etag: string;
  version: string;
  created_at: string;
}

const UPLOAD = `json_build_object('id', u.id, 'bucket_id', u.bucket_id, 'key', u.key, 'owner_id', u.owner_id, 'created_at', u.created_at,
  'metadata', u.metadata, 'user_metadata', u.user_metadata)::text`;
const PART = `json_build_object('part_number', p.part_number, 'size', p.size, 'etag', p.etag, 'version', p.version,
  'created_at', p.created_at)::text`;

/** The service writes these tables: whether the caller may was tried on the table of objects. */
export async function insertUpload(
  run: RunSql,
  upload: Pick<MultipartUpload, 'id' | 'bucket_id' | 'key' | 'metadata' | 'user_metadata'> & {
    subject: string;
  },
): Promise<void> {
  const { id, bucket_id, key, metadata, user_metadata, subject } = upload;
  // Whose an upload is, is read from its row, so nothing has to be signed.
  await run(
    `insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id, metadata, user_metadata)
     values ($1, '', $2, $3, $1, nullif($4, ''), $5::jsonb, $6::jsonb)`,
    [
      id,
      bucket_id,
      key,
      subject,
      JSON.stringify(metadata),
      user_metadata === null ? null : JSON.stringify(user_metadata),
    ],
  );
}

export async function findUpload(run: RunSql, id: string): Promise<MultipartUpload | null> {
  const sql = `select ${UPLOAD} from storage.s3_multipart_uploads as u where u.id = $1`;
  return (await run<MultipartUpload>(sql, [id], { readOnly: true }))[0] ?? null;
}

/** Bytes of all parts but one, which is about to be replaced. */
export async function bytesOfOthers(run: RunSql, id: string, partNumber: number): Promise<number> {
  const [bytes] = await run<number>(
    `select to_json(coalesce(sum(p.size), 0))::text from storage.s3_multipart_uploads_parts as p
     where p.upload_id = $1 and p.part_number <> $2::integer`,
    [id, String(partNumber)],
    { readOnly: true },
  );
  return bytes ?? 0;
}

/** Writes the row of a part in the place of those with its number. Answers the versions that belong to no row any more. */
export function replacePart(
  run: RunSql,
  { id, bucket_id, key }: MultipartUpload,
  part: Omit<UploadPart, 'created_at'> & { subject: string },
): Promise<string[]> {
  return run<string>(
    `with former as (
       delete from storage.s3_multipart_uploads_parts as p where p.upload_id = $1 and p.part_number = $2::integer returning p.version
     ), added as (
       insert into storage.s3_multipart_uploads_parts (upload_id, part_number, bucket_id, key, size, etag, version, owner_id)
       values ($1, $2::integer, $3, $4, $5::bigint, $6, $7, nullif($8, ''))
     )
     select to_json(f.version)::text from former as f`,
    [id, String(part.part_number), bucket_id, key, String(part.size), part.etag, part.version, part.subject],
  );
}

/** The newest of each number, in order. */
export function listParts(run: RunSql, id: string, after: number, limit: number): Promise<UploadPart[]> {
  return run<UploadPart>(
    `select ${PART} from (
       select distinct on (part_number) * from storage.s3_multipart_uploads_parts
       where upload_id = $1 and part_number > $2::integer
       order by part_number, created_at desc, id desc limit $3::integer
     ) as p order by p.part_number`,
    [id, String(after), String(limit)],
    { readOnly: true },
  );
}

/** Deletes an upload with its parts. Answers their versions, null when it was gone. */
export async function deleteUpload(run: RunSql, id: string): Promise<string[] | null> {
  const rows = await run<{ versions: string[] }>(
    `with parts as (
       delete from storage.s3_multipart_uploads_parts as p where p.upload_id = $1 returning p.version
     ), gone as (delete from storage.s3_multipart_uploads as u where u.id = $1 returning u.id)
     select json_build_object('versions', (select coalesce(json_agg(p.version), '[]') from parts as p))::text from gone`,
    [id],
  );
  return rows[0]?.versions ?? null;
}

/** Uploads in the order of their keys, then of their age. */
export function listUploads(
  run: RunSql,
  list: { bucket: string; prefix: string; afterKey: string; afterId: string; limit: number },
): Promise<MultipartUpload[]> {
  const { bucket, prefix, afterKey, afterId, limit } = list;
  return run<MultipartUpload>(
    `select ${UPLOAD} from storage.s3_multipart_uploads as u
     where u.bucket_id = $1 and starts_with(u.key, $2) and (u.key > $3 or ($4 <> '' and u.key = $3 and u.id > $4))
     order by u.key, u.id limit $5::integer`,
    [bucket, prefix, afterKey, afterId, String(limit)],
    { readOnly: true },
  );
}

/** Some uploads that nobody has gone on with for so many days. */
export function abandonedUploads(run: RunSql, days: number, limit: number): Promise<string[]> {
  return run<string>(
    `select to_json(u.id)::text from storage.s3_multipart_uploads as u
     where u.created_at < now() - make_interval(days => $1::integer)
       and not exists (select from storage.s3_multipart_uploads_parts as p
         where p.upload_id = u.id and p.created_at >= now() - make_interval(days => $1::integer))
     order by u.created_at limit $2::integer`,
    [String(days), String(limit)],
    { readOnly: true },
  );
}
