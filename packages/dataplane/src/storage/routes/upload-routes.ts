import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noSuchBucket } from '../errors/storage-error.ts';
import { findBucket } from '../metadata/buckets.ts';
import { saveObject } from '../metadata/objects.ts';
import type { StorageSql } from '../metadata/storage-sql.ts';
import { checkUpload, signUpload } from '../rules/signed-links.ts';
import { readUpload } from '../upload/read-upload.ts';
import { storeObject, type UploadTarget } from '../upload/store-object.ts';
import { isUpsert, type StorageParts, targetOf } from './storage-parts.ts';

export function mountUploads(app: FastifyInstance, { files, room, open, openLink }: StorageParts): void {
  async function store(
    request: FastifyRequest,
    sql: StorageSql,
    how: Pick<UploadTarget, 'subject' | 'replace' | 'run'>,
  ): Promise<{ Id: string; Key: string }> {
    const { bucket, key } = targetOf(request);
    const body = (request.body ?? Readable.from([])) as AsyncIterable<Buffer>;
    const upload = await readUpload(request.headers, body);
    const target = { ref: request.project.project.ref, bucket, key, ...how, isS3: false };
    const { id } = await storeObject(target, upload, { sql, files, room });
    return { Id: id, Key: `${bucket}/${key}` };
  }

  app.post('/object/:bucket/*', async (request) => {
    const sql = await open(request, 'storage.object.upload');
    return store(request, sql, { subject: sql.subject, replace: isUpsert(request), run: sql.asCaller });
  });
  app.put('/object/:bucket/*', async (request) => {
    const sql = await open(request, 'storage.object.upload_update');
    return store(request, sql, { subject: sql.subject, replace: true, run: sql.asCaller });
  });

  // Whether the caller may is tried now: the link is the right from then on.
  app.post('/object/upload/sign/:bucket/*', async (request) => {
    const sql = await open(request, 'storage.object.sign_upload_url');
    const { bucket, key } = targetOf(request);
    if ((await findBucket(sql.asService, bucket)) === null) throw noSuchBucket();
    const right = { owner: sql.subject, upsert: isUpsert(request) };
    await saveObject(
      sql.asCaller,
      {
        id: randomUUID(),
        bucket,
        key,
        version: randomUUID(),
        subject: sql.subject,
        metadata: {},
        userMetadata: null,
      },
      { replace: right.upsert, takeBack: true },
    );
    const token = await signUpload(request.project.project, `${bucket}/${key}`, right);
    return { url: `/object/upload/sign/${bucket}/${pathOf(key)}?token=${token}`, token };
  });
  app.put('/object/upload/sign/:bucket/*', async (request) => {
    const { bucket, key } = targetOf(request);
    const { token } = request.query as { token?: unknown };
    const { owner, upsert } = await checkUpload(request.project.verifier, token, `${bucket}/${key}`);
    const sql = await openLink(request, 'storage.object.upload_signed');
    return store(request, sql, { subject: owner, replace: upsert, run: sql.asService });
  });
}

/** A key as it stands in an address. */
export function pathOf(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}
