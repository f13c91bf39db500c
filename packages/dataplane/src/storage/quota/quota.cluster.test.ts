import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi } from '../../rest/rest-api-for-test.ts';
import { createStorageService } from '../storage-service.ts';

const QUOTA = 1_000;
const KEY = { accessKeyId: 'a'.repeat(32), secretAccessKey: 'b'.repeat(64) };
const cluster = useTestCluster();
let folder: string;
let api: RestApi;
let url: string;
let client: SupabaseClient;
let s3: S3Client;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quota-'));
  api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createStorageService({ logger: Fastify().log, projects, folder }),
  ]);
  api.change({
    region: 'eu-central-1',
    storageKeys: [{ accessKey: KEY.accessKeyId, secret: KEY.secretAccessKey }],
  });
  url = await api.listen();
  client = createClient(url, KEYS.service);
  s3 = new S3Client({
    endpoint: `${url}/storage/v1/s3`,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: KEY,
    maxAttempts: 1,
  });
  for (const bucket of ['a', 'b']) await client.storage.createBucket(bucket);
});
beforeEach(async () => {
  settings({ quota: null, bucketQuotas: {} });
  await api.sql(
    `set storage.allow_delete_query = 'true'; delete from storage.s3_multipart_uploads; delete from storage.objects`,
  );
});
afterAll(async () => {
  s3?.destroy();
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = (quotas: { quota: number | null; bucketQuotas: Record<string, number> }) =>
  api.change({
    storage: { fileSizeLimit: 10_000_000, imageTransformation: true, s3Protocol: true, ...quotas },
  });
const put = async (key: string, bytes: number, bucket = 'a') =>
  (await client.storage.from(bucket).upload(key, Buffer.alloc(bytes), { upsert: true })).error;
const REFUSED = { statusCode: '413', message: expect.stringContaining('storage quota') };
const used = async () =>
  Number(
    (
      await api.sql(`select coalesce(sum((metadata->>'size')::bigint), 0)::text as used from storage.objects`)
    )[0]?.used,
  );
const filesOnDisk = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;

test.each([
  ['of the project', { quota: QUOTA, bucketQuotas: {} }],
  ['of the bucket', { quota: null, bucketQuotas: { a: QUOTA } }],
])('the quota %s is refused on every way to write, to the byte', async (_, quotas) => {
  settings(quotas);
  expect(await put('most', QUOTA - 10)).toBeNull();
  const before = await filesOnDisk();
  const bucket = client.storage.from('a');
  const ask = (request: string, headers: Record<string, string>, body?: Buffer) =>
    api.ask(request, { service: 'storage', as: 'service', headers, ...(body === undefined ? {} : { body }) });
  const tus = {
    'tus-resumable': '1.0.0',
    'upload-metadata': `bucketName ${btoa('a')},objectName ${btoa('tus')}`,
  };
  const { data: link } = await bucket.createSignedUploadUrl('signed');
  const ways: Record<string, () => Promise<unknown>> = {
    plain: async () => (await bucket.upload('new', Buffer.alloc(11))).error,
    replaced: () => put('most', QUOTA),
    form: async () => (await bucket.upload('form', new Blob([Buffer.alloc(11)]))).error,
    'length unknown': async () => (await bucket.upload('stream', Readable.from([Buffer.alloc(11)]))).error,
    copied: async () => (await bucket.copy('most', 'copy')).error,
    signed: async () => (await bucket.uploadToSignedUrl('signed', link?.token ?? '', Buffer.alloc(11))).error,
  };
  for (const [way, write] of Object.entries(ways)) expect(await write(), way).toMatchObject(REFUSED);
  const at = { Bucket: 'a', Key: 's3' };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at));
  const tooMuch = { ...at, Body: Buffer.alloc(11) };
  const byS3: Record<string, () => Promise<unknown>> = {
    put: () => s3.send(new PutObjectCommand(tooMuch)),
    copied: () => s3.send(new CopyObjectCommand({ ...at, CopySource: 'a/most' })),
    part: () => s3.send(new UploadPartCommand({ ...tooMuch, UploadId, PartNumber: 1 })),
  };
  for (const [way, write] of Object.entries(byS3))
    await expect(write(), way).rejects.toMatchObject({
      name: 'EntityTooLarge',
      $metadata: { httpStatusCode: 413 },
    });
  await s3.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
  for (const length of [{ 'upload-length': '11' }, { 'upload-defer-length': '1' }])
    expect((await ask('POST /upload/resumable', { ...tus, ...length })).status).toBe(413);
  expect(await filesOnDisk()).toBe(before);
  expect(await used()).toBe(QUOTA - 10);
  // What fits is taken, and what was deleted is free again.
  expect(await put('rest', 10)).toBeNull();
  expect(await put('one', 1)).toMatchObject(REFUSED);
  await bucket.remove(['rest']);
  expect(await put('one', 1)).toBeNull();
});

test('of many writers at the border as many get in as there is room for', async () => {
  settings({ quota: QUOTA, bucketQuotas: {} });
  const errors = await Promise.all(
    Array.from({ length: 24 }, (_, n) => put(`o/${n}`, 100, n % 2 ? 'a' : 'b')),
  );
  expect(errors.filter((error) => error === null)).toHaveLength(10);
  expect(await used()).toBe(QUOTA);
  for (const error of errors) if (error !== null) expect(error).toMatchObject(REFUSED);
});

test('those who are refused again and again keep nobody waiting', async () => {
  settings({ quota: QUOTA, bucketQuotas: { b: 10 } });
  let isOver = false;
  const refused = Array.from({ length: 6 }, async (_, n) => {
    while (!isOver) expect(await put(`b/${n}`, 11, 'b')).toMatchObject(REFUSED);
  });
  for (let n = 0; n < 20; n++) expect(await put(`a/${n}`, 50)).toBeNull();
  isOver = true;
  await Promise.all(refused);
  expect(await used()).toBe(QUOTA);
});

test('an upload that was begun keeps its room, and one that failed gives it back', async () => {
  settings({ quota: QUOTA, bucketQuotas: {} });
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-metadata': `bucketName ${btoa('a')},objectName ${btoa('slow')}`,
  };
  const begun = await api.ask('POST /upload/resumable', {
    service: 'storage',
    as: 'service',
    headers: { ...headers, 'upload-length': '600' },
  });
  expect(begun.status).toBe(201);
  expect(await put('other', 401)).toMatchObject(REFUSED);
  expect(await put('other', 400)).toBeNull();
  const location = String(begun.headers.location);
  const place = location.slice(location.indexOf('/upload/'));
  const sent = await api.ask(`PATCH ${place}`, {
    service: 'storage',
    as: 'service',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: Buffer.alloc(600),
  });
  expect(sent.status).toBe(204);
  expect(await used()).toBe(QUOTA);
  await client.storage.from('a').remove(['slow']);
  const { error } = await createClient(url, KEYS.anon).storage.from('a').upload('mine', Buffer.alloc(600));
  expect(error).toMatchObject({ statusCode: '403' });
  expect(await put('mine', 600)).toBeNull();
});

test('parts take room once, while they come and when they are joined', async () => {
  settings({ quota: QUOTA, bucketQuotas: {} });
  const at = { Bucket: 'a', Key: 'parts' };
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at));
  const { ETag } = await s3.send(
    new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: Buffer.alloc(700) }),
  );
  expect(await put('other', 301)).toMatchObject(REFUSED);
  const Parts = [{ PartNumber: 1, ETag }];
  await s3.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
  expect(await put('other', 301)).toMatchObject(REFUSED);
  expect(await put('other', 300)).toBeNull();
});

test('moving takes room of the other bucket only, and rows of others count', async () => {
  settings({ quota: QUOTA, bucketQuotas: { b: 500 } });
  expect(await put('large', 600)).toBeNull();
  expect(await put('small', 400)).toBeNull();
  const move = async (key: string) =>
    (await client.storage.from('a').move(key, key, { destinationBucket: 'b' })).error;
  expect(await move('large')).toMatchObject(REFUSED);
  expect(await move('small')).toBeNull();
  await client.storage.from('b').remove(['small']);
  await api.sql(
    `insert into storage.objects (bucket_id, name, metadata) values ('b', 'by-sql', '{"size": 300}'), ('b', 'rubbish', '{"size": "NaN"}')`,
  );
  expect(await put('more', 401)).toMatchObject(REFUSED);
  expect(await put('more', 100)).toBeNull();
});
