import type { RunSql } from '../metadata/storage-sql.ts';

/**
 * Bytes of each bucket: of its objects as their rows say, and of parts of uploads that are under way. The project's people can write
 * these tables, so a size may be anything.
 */
export async function bytesOfBuckets(run: RunSql): Promise<Map<string, number>> {
  const rows = await run<{ bucket: string; bytes: number }>(
    `select json_build_object('bucket', u.bucket_id, 'bytes', least(sum(u.bytes), 9e15)::bigint)::text from (
       select o.bucket_id, case when jsonb_typeof(o.metadata -> 'size') = 'number'
         then greatest(0, least(1e15, (o.metadata ->> 'size')::numeric)) else 0 end as bytes
       from storage.objects as o where o.bucket_id is not null
       union all
       select p.bucket_id, greatest(0, p.size)::numeric from storage.s3_multipart_uploads_parts as p
     ) as u group by u.bucket_id`,
    [],
  );
  return new Map(rows.map(({ bucket, bytes }) => [bucket, bytes]));
}
