import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { useTestCluster } from '@basalt/clusters/testing';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi, SIGNING_KEY, TEST_REF } from '../../rest/rest-api-for-test.ts';
import { signToken } from '../../tokens/sign-token.ts';
import { createStorageService } from '../storage-service.ts';

const MB = 1024 * 1024;
const USER = '00000000-0000-0000-0000-000000000001';
const OTHER = '00000000-0000-0000-0000-000000000002';
const KEY = { accessKeyId: 'a'.repeat(32), secretAccessKey: 'b'.repeat(64) };
const cluster = useTestCluster();
let folder: string;
let api: RestApi;
let url: string;
let s3: S3Client;

const connect = (changes: object = {}) =>
  new S3Client({
    endpoint: `${url}/storage/v1/s3`,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: KEY,
    maxAttempts: 1,
    ...changes,
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'objects-'));
  api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createStorageService({ logger: Fastify().log, projects, folder }),
  ]);
  api.change({
    region: 'eu-central-1',
    anonKey: KEYS.anon,
    storageKeys: [{ accessKey: KEY.accessKeyId, secret: KEY.secretAccessKey }],
  });
  url = await api.listen();
  s3 = connect();
  await s3.send(new CreateBucketCommand({ Bucket: 'main' }));
  await api.sql(`create policy own on storage.objects to authenticated
    using (bucket_id = 'main' and owner_id = (select auth.uid())::text)
    with check (bucket_id = 'main' and owner_id = (select auth.uid())::text)`);
});
afterAll(async () => {
  s3?.destroy();
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
const put = (Key: string, Body: string | Buffer, more: object = {}) =>
  s3.send(new PutObjectCommand({ Bucket: 'main', Key, Body, ...more }));
const read = async (Key: string, more: object = {}, client = s3) => {
  const answer = await client.send(new GetObjectCommand({ Bucket: 'main', Key, ...more }));
  return { ...answer, text: await answer.Body?.transformToString() };
};
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (one: { name: string; $metadata?: { httpStatusCode?: number } }) => one,
  );
  return error === null ? null : [error.name, error.$metadata?.httpStatusCode];
};

test('buckets are made, found and deleted', async () => {
  await s3.send(new CreateBucketCommand({ Bucket: 'second' }));
  expect((await s3.send(new ListBucketsCommand({}))).Buckets).toMatchObject([
    { Name: 'main', CreationDate: expect.any(Date), BucketRegion: 'eu-central-1' },
    { Name: 'second' },
  ]);
  const page = await s3.send(new ListBucketsCommand({ MaxBuckets: 1 }));
  expect(page.Buckets).toHaveLength(1);
  const rest = await s3.send(new ListBucketsCommand({ ContinuationToken: page.ContinuationToken }));
  expect(rest.Buckets?.map(({ Name }) => Name)).toEqual(['second']);
  expect(await s3.send(new HeadBucketCommand({ Bucket: 'second' }))).toMatchObject({
    BucketRegion: 'eu-central-1',
  });
  const location = await s3.send(new GetBucketLocationCommand({ Bucket: 'second' }));
  expect(location.LocationConstraint).toBe('eu-central-1');
  expect(await s3.send(new GetBucketVersioningCommand({ Bucket: 'second' }))).toMatchObject({
    Status: 'Suspended',
  });
  const again = s3.send(new CreateBucketCommand({ Bucket: 'second' }));
  expect(await refusal(again)).toEqual(['BucketAlreadyExists', 409]);
  await put('x', 'x', { Bucket: 'second' });
  expect(await refusal(s3.send(new DeleteBucketCommand({ Bucket: 'second' })))).toEqual([
    'BucketNotEmpty',
    409,
  ]);
  await s3.send(new DeleteObjectCommand({ Bucket: 'second', Key: 'x' }));
  await s3.send(new DeleteBucketCommand({ Bucket: 'second' }));
  expect(await refusal(s3.send(new DeleteBucketCommand({ Bucket: 'second' })))).toEqual([
    'NoSuchBucket',
    404,
  ]);
  expect(await refusal(s3.send(new HeadBucketCommand({ Bucket: 'second' })))).toEqual(['NotFound', 404]);
});

test('objects come back as they were put, whole, in part and under conditions', async () => {
  const Key = 'a b/c+d & (e)=@;:,?!*.txt';
  const made = await put(Key, 'hello world', {
    ContentType: 'text/plain',
    CacheControl: 'max-age=5',
    Metadata: { who: 'me', 'two-words': 'x y' },
  });
  const eTag = `"${createHash('md5').update('hello world').digest('hex')}"`;
  expect(made.ETag).toBe(eTag);
  expect(await read(Key)).toMatchObject({
    text: 'hello world',
    ETag: eTag,
    ContentType: 'text/plain',
    CacheControl: 'max-age=5',
    ContentLength: 11,
    Metadata: { who: 'me', 'two-words': 'x y' },
  });
  const head = await s3.send(new HeadObjectCommand({ Bucket: 'main', Key }));
  expect(head).toMatchObject({ ETag: eTag, ContentLength: 11, Metadata: { who: 'me' } });
  expect(await read(Key, { Range: 'bytes=6-' })).toMatchObject({
    text: 'world',
    ContentRange: 'bytes 6-10/11',
    $metadata: { httpStatusCode: 206 },
  });
  expect(
    await read(Key, { ResponseContentType: 'text/csv', ResponseContentDisposition: 'attachment' }),
  ).toMatchObject({
    ContentType: 'text/csv',
    ContentDisposition: 'attachment',
  });
  expect(await refusal(read(Key, { Range: 'bytes=50-' }))).toEqual(['InvalidRange', 416]);
  expect(await refusal(read(Key, { IfNoneMatch: eTag }))).toEqual(['Unknown', 304]);
  expect(await refusal(read(Key, { IfMatch: '"other"' }))).toEqual(['PreconditionFailed', 412]);
  expect(await refusal(read('missing'))).toEqual(['NoSuchKey', 404]);
  expect(await refusal(read('x', { Bucket: 'missing' }))).toEqual(['NoSuchBucket', 404]);
  const kept = await files();
  expect(await refusal(put(Key, 'other', { IfNoneMatch: '*' }))).toEqual(['PreconditionFailed', 412]);
  expect(await files()).toBe(kept);
  const empty = await put('empty', '');
  expect(empty.ETag).toBe('"d41d8cd98f00b204e9800998ecf8427e"');
  expect((await read('empty')).ContentLength).toBe(0);
  const [row] = await api.sql(`select metadata, user_metadata from storage.objects where name = 'empty'`);
  expect(row).toMatchObject({ metadata: { size: 0 }, user_metadata: null });
});

test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'])(
  'a stream with a checksum %s',
  async (ChecksumAlgorithm) => {
    const bytes = randomBytes(300_000);
    const Body = Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)]);
    const made = await put(`sum/${ChecksumAlgorithm}`, Body as never, {
      ContentLength: bytes.length,
      ChecksumAlgorithm,
    });
    expect(made.ETag).toBe(`"${createHash('md5').update(bytes).digest('hex')}"`);
  },
);

test('copies take metadata along or get their own', async () => {
  await put('from', 'copied', { Metadata: { a: '1' }, ContentType: 'text/plain' });
  const copy = (Key: string, more: object = {}) =>
    s3.send(new CopyObjectCommand({ Bucket: 'main', Key, CopySource: 'main/from', ...more }));
  expect((await copy('to')).CopyObjectResult?.ETag).toBe(
    `"${createHash('md5').update('copied').digest('hex')}"`,
  );
  expect(await read('to')).toMatchObject({ text: 'copied', Metadata: { a: '1' }, ContentType: 'text/plain' });
  await copy('to', { MetadataDirective: 'REPLACE', Metadata: { b: '2' }, ContentType: 'text/csv' });
  expect(await read('to')).toMatchObject({ text: 'copied', Metadata: { b: '2' }, ContentType: 'text/csv' });
  expect(await refusal(copy('to', { CopySource: 'main/nowhere' }))).toEqual(['NoSuchKey', 404]);
  expect(await refusal(copy('to', { CopySourceIfMatch: '"x"' }))).toEqual(['PreconditionFailed', 412]);
  expect(await refusal(copy('to', { Bucket: 'nowhere' }))).toEqual(['NoSuchBucket', 404]);
});

test('lists go page by page, by folder or by any delimiter', async () => {
  await s3.send(new CreateBucketCommand({ Bucket: 'list' }));
  const names = ['a/', 'a/1', 'a/2', 'a/b/3', 'b-1', 'b-2', 'c', 'd/4'];
  for (const Key of names) await put(Key, 'x', { Bucket: 'list' });
  const v2 = async (input: object) => {
    const found: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket: 'list', ContinuationToken, ...input }));
      const entries = [
        ...(page.Contents ?? []).map(({ Key }) => Key as string),
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => `${Prefix}…`),
      ];
      expect(page.KeyCount).toBe(entries.length);
      found.push(...entries.sort());
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return found;
  };
  for (const MaxKeys of [1, 2, 3, 1000]) {
    expect(await v2({ MaxKeys })).toEqual(names);
    expect((await v2({ MaxKeys, Delimiter: '/' })).sort()).toEqual(['a/…', 'b-1', 'b-2', 'c', 'd/…']);
    expect((await v2({ MaxKeys, Delimiter: '/', Prefix: 'a/' })).sort()).toEqual([
      'a/',
      'a/1',
      'a/2',
      'a/b/…',
    ]);
    expect((await v2({ MaxKeys, Delimiter: '-' })).sort()).toEqual(
      ['a/', 'a/1', 'a/2', 'a/b/3', 'b-…', 'c', 'd/4'].sort(),
    );
  }
  expect(await v2({ StartAfter: 'b-1' })).toEqual(['b-2', 'c', 'd/4']);
  expect(await v2({ MaxKeys: 0 })).toEqual([]);
  const v1 = await s3.send(
    new ListObjectsCommand({ Bucket: 'list', MaxKeys: 2, Marker: 'a/1', EncodingType: 'url' }),
  );
  expect(v1).toMatchObject({
    IsTruncated: true,
    NextMarker: 'a/b/3',
    Contents: [{ Key: 'a/2', Size: 1, StorageClass: 'STANDARD' }, { Key: 'a/b/3' }],
  });
  const gone = await s3.send(
    new DeleteObjectsCommand({
      Bucket: 'list',
      Delete: { Objects: [{ Key: 'a/1' }, { Key: 'never' }, { Key: '../x' }, { Key: 'c' }] },
    }),
  );
  expect(gone.Deleted?.map(({ Key }) => Key)).toEqual(['a/1', 'never', 'c']);
  expect(gone.Errors).toMatchObject([{ Key: '../x', Code: 'InvalidKey' }]);
  expect(await v2({})).toEqual(['a/', 'a/2', 'a/b/3', 'b-1', 'b-2', 'd/4']);
});

test('12 MB arrive in parts, and nothing of the parts is left', async () => {
  const bytes = randomBytes(12 * MB);
  const before = await files();
  const params = { Bucket: 'main', Key: 'large', Body: Readable.from(pieces(bytes)), Metadata: { m: '1' } };
  const done = await new Upload({ client: s3, params }).done();
  expect(done.ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
  const got = await s3.send(new GetObjectCommand({ Bucket: 'main', Key: 'large' }));
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
  expect(got).toMatchObject({ Metadata: { m: '1' }, ETag: done.ETag });
  const middle = await s3.send(
    new GetObjectCommand({ Bucket: 'main', Key: 'large', Range: 'bytes=5242870-5242890' }),
  );
  expect(await middle.Body?.transformToString('hex')).toBe(bytes.subarray(5242870, 5242891).toString('hex'));
  expect(await files()).toBe(before + 1);
  expect(await api.sql('select from storage.s3_multipart_uploads')).toEqual([]);
});

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 70_001) yield bytes.subarray(at, at + 70_001);
}

test('parts are listed, copied, replaced, refused and given up', async () => {
  const at = { Bucket: 'main', Key: 'parts' };
  const before = await files();
  const begin = async () => {
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({ ...at, ContentType: 'text/plain' }),
    );
    return { ...at, UploadId };
  };
  const upload = await begin();
  const five = Buffer.alloc(5 * MB, 'a');
  const part = (PartNumber: number, Body: Buffer) =>
    s3.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
  await part(1, Buffer.from('replaced'));
  const first = await part(1, five);
  await put('source', 'from an object');
  const second = await s3.send(
    new UploadPartCopyCommand({
      ...upload,
      PartNumber: 7,
      CopySource: 'main/source',
      CopySourceRange: 'bytes=0-3',
    }),
  );
  const listed = await s3.send(new ListPartsCommand(upload));
  expect(listed.Parts).toMatchObject([
    { PartNumber: 1, Size: 5 * MB, ETag: first.ETag },
    { PartNumber: 7, Size: 4 },
  ]);
  const page = await s3.send(new ListPartsCommand({ ...upload, MaxParts: 1 }));
  expect(page).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '1' });
  expect((await s3.send(new ListMultipartUploadsCommand({ Bucket: 'main' }))).Uploads).toMatchObject([
    { Key: 'parts', UploadId: upload.UploadId },
  ]);
  const one = { PartNumber: 1, ETag: first.ETag };
  const two = { PartNumber: 7, ETag: second.CopyPartResult?.ETag };
  const complete = (Parts: object[], target = upload) =>
    s3.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }));
  expect(await refusal(complete([two, one]))).toEqual(['InvalidPartOrder', 400]);
  expect(await refusal(complete([one, { ...two, ETag: '"0"' }]))).toEqual(['InvalidPart', 400]);
  expect(await refusal(complete([]))).toEqual(['MalformedXML', 400]);
  expect(await refusal(part(10_001, five))).toEqual(['InvalidArgument', 400]);
  expect(await refusal(part(3, Buffer.alloc(46 * MB)))).toEqual(['EntityTooLarge', 413]);
  const withSum = (ChecksumCRC32: string) =>
    s3.send(
      new CompleteMultipartUploadCommand({
        ...upload,
        MultipartUpload: { Parts: [one, two] },
        ChecksumType: 'FULL_OBJECT',
        ChecksumCRC32,
      }),
    );
  expect(await refusal(withSum('AAAAAA=='))).toEqual(['BadDigest', 400]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([five, Buffer.from('from')])));
  await withSum(sum.toString('base64'));
  expect((await read('parts')).text?.slice(-5)).toBe('afrom');
  expect(await refusal(complete([one, two]))).toEqual(['NoSuchUpload', 404]);
  expect(await files()).toBe(before + 2);

  const small = await begin();
  const sent = [];
  for (const PartNumber of [1, 2]) {
    const { ETag } = await s3.send(new UploadPartCommand({ ...small, PartNumber, Body: 'x' }));
    sent.push({ PartNumber, ETag });
  }
  expect(await refusal(complete(sent, small))).toEqual(['EntityTooSmall', 400]);
  await s3.send(new AbortMultipartUploadCommand(small));
  expect(await refusal(s3.send(new AbortMultipartUploadCommand(small)))).toEqual(['NoSuchUpload', 404]);
  expect(await files()).toBe(before + 2);

  const old = await begin();
  await s3.send(new UploadPartCommand({ ...old, PartNumber: 1, Body: 'x' }));
  await api.sql(`update storage.s3_multipart_uploads set created_at = now() - interval '8 days'`);
  await begin();
  expect(await api.sql('select from storage.s3_multipart_uploads')).toHaveLength(2);
  await api.sql(`update storage.s3_multipart_uploads_parts set created_at = now() - interval '8 days'`);
  await begin();
  expect(await refusal(s3.send(new ListPartsCommand(old)))).toEqual(['NoSuchUpload', 404]);
  expect(await files()).toBe(before + 2);
});

test('addresses and forms that were signed are rights for a while', async () => {
  const at = { Bucket: 'main', Key: 'signed.txt' };
  const putUrl = await getSignedUrl(s3, new PutObjectCommand({ ...at, ContentType: 'text/plain' }), {
    expiresIn: 60,
  });
  expect(
    (await fetch(putUrl, { method: 'PUT', body: 'signed', headers: { 'content-type': 'text/plain' } }))
      .status,
  ).toBe(200);
  const getUrl = await getSignedUrl(s3, new GetObjectCommand(at), { expiresIn: 60 });
  expect(await (await fetch(getUrl)).text()).toBe('signed');
  for (const [change, code] of [
    [(one: string) => one.replace('signed.txt', 'large'), 'SignatureDoesNotMatch'],
    [(one: string) => one.replace('Expires=60', 'Expires=6000'), 'SignatureDoesNotMatch'],
    [(one: string) => one.replace('Expires=60', 'Expires=0'), 'AuthorizationQueryParametersError'],
    [(one: string) => one.replace(/Credential=a/, 'Credential=c'), 'InvalidAccessKeyId'],
  ] as const)
    expect(await (await fetch(change(getUrl))).text()).toContain(`<Code>${code}</Code>`);
  expect((await fetch(getUrl, { method: 'DELETE' })).status).toBe(403);
  const old = await getSignedUrl(s3, new GetObjectCommand(at), {
    expiresIn: 60,
    signingDate: new Date(Date.now() - 61_000),
  });
  expect(await (await fetch(old)).text()).toContain('Request has expired');

  const form = await createPresignedPost(s3, {
    Bucket: 'main',
    Key: `forms/$\{filename}`,
    Conditions: [
      ['content-length-range', 1, 10],
      ['starts-with', '$x-amz-meta-who', ''],
    ],
    Fields: { success_action_status: '201' },
  });
  const send = (fields: Record<string, string>, file: string, extra: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...extra })) body.append(name, value);
    body.append('file', new Blob([file], { type: 'text/plain' }), 'photo.txt');
    return fetch(form.url, { method: 'POST', body });
  };
  const sent = await send(form.fields, 'by a form', { 'x-amz-meta-who': 'me' });
  expect([sent.status, await sent.text()]).toEqual([
    201,
    expect.stringContaining('<Key>forms/photo.txt</Key>'),
  ]);
  expect(await read('forms/photo.txt')).toMatchObject({ text: 'by a form', Metadata: { who: 'me' } });
  for (const [fields, file, extra, code] of [
    [form.fields, 'much too large', {}, 'EntityTooLarge'],
    [form.fields, '', {}, 'EntityTooSmall'],
    [form.fields, 'x', { 'content-type': 'text/html' }, 'AccessDenied'],
    [{ ...form.fields, key: 'elsewhere' }, 'x', {}, 'AccessDenied'],
    [{ ...form.fields, 'X-Amz-Signature': '0'.repeat(64) }, 'x', {}, 'SignatureDoesNotMatch'],
    [{ key: 'x' }, 'x', {}, 'AccessDenied'],
  ] as const)
    expect(await (await send(fields, file, extra)).text()).toContain(`<Code>${code}</Code>`);
});

test('a session is its user: row level security decides', async () => {
  const session = async (sub: string) =>
    connect({
      credentials: {
        accessKeyId: TEST_REF,
        secretAccessKey: KEYS.anon,
        sessionToken: await signToken(SIGNING_KEY, { role: 'authenticated', sub }),
      },
    });
  const [me, other] = [await session(USER), await session(OTHER)];
  const mine = { Bucket: 'main', Key: 'users/mine' };
  await me.send(new PutObjectCommand({ ...mine, Body: 'mine' }));
  expect((await read('users/mine', {}, me)).text).toBe('mine');
  const names = async (client: S3Client) =>
    ((await client.send(new ListObjectsV2Command({ Bucket: 'main' }))).Contents ?? []).map(({ Key }) => Key);
  expect(await names(me)).toEqual(['users/mine']);
  expect(await names(other)).toEqual([]);
  expect(await refusal(read('users/mine', {}, other))).toEqual(['NoSuchKey', 404]);
  expect(await refusal(other.send(new PutObjectCommand({ ...mine, Body: 'stolen' })))).toEqual([
    'AccessDenied',
    403,
  ]);
  await other.send(new DeleteObjectCommand(mine));
  const removed = await other.send(new DeleteObjectsCommand({ Bucket: 'main', Delete: { Objects: [mine] } }));
  expect(removed.Errors).toBeUndefined();
  expect((await read('users/mine', {}, me)).text).toBe('mine');
  expect(await refusal(me.send(new CreateBucketCommand({ Bucket: 'users' })))).toEqual(['AccessDenied', 403]);
  expect((await me.send(new ListBucketsCommand({}))).Buckets ?? []).toEqual([]);
  expect(await refusal(me.send(new ListMultipartUploadsCommand({ Bucket: 'main' })))).toEqual([
    'AccessDenied',
    403,
  ]);

  const parts = { Bucket: 'main', Key: 'users/parts' };
  const { UploadId } = await me.send(new CreateMultipartUploadCommand(parts));
  const part = new UploadPartCommand({ ...parts, UploadId, PartNumber: 1, Body: 'x' });
  expect(await refusal(other.send(part))).toEqual(['NoSuchUpload', 404]);
  const { ETag } = await me.send(part);
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  const complete = new CompleteMultipartUploadCommand({ ...parts, UploadId, MultipartUpload });
  expect(await refusal(other.send(complete))).toEqual(['NoSuchUpload', 404]);
  await me.send(complete);
  const rows = await api.sql(`select distinct owner_id from storage.objects where name like 'users/%'`);
  expect(rows).toEqual([{ owner_id: USER }]);

  const forged = connect({
    credentials: { accessKeyId: TEST_REF, secretAccessKey: KEYS.anon, sessionToken: 'a.b.c' },
  });
  expect(await refusal(forged.send(new ListBucketsCommand({})))).toEqual(['AccessDenied', 403]);
  const nobody = connect({ credentials: { accessKeyId: TEST_REF, secretAccessKey: KEYS.anon } });
  expect(await refusal(nobody.send(new ListBucketsCommand({})))).toEqual(['InvalidAccessKeyId', 403]);
});

test('what is not offered is refused, and changes nothing', async () => {
  await put('kept', 'kept');
  const tagging = new PutObjectTaggingCommand({
    Bucket: 'main',
    Key: 'kept',
    Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] },
  });
  expect(await refusal(s3.send(tagging))).toEqual(['NotImplemented', 501]);
  expect(await refusal(put('kept', 'x', { Tagging: 'a=b' }))).toEqual(['NotImplemented', 501]);
  expect(await refusal(put('kept', 'x', { IfMatch: '"x"' }))).toEqual(['NotImplemented', 501]);
  expect(await refusal(put('../x', 'x'))).not.toBeNull();
  expect(await refusal(put('a'.repeat(1_025), 'x'))).toEqual(['InvalidKey', 400]);
  expect(await refusal(put('back\\slash', 'x'))).toEqual(['InvalidKey', 400]);
  expect(
    await refusal(
      connect({ region: 'us-west-2', followRegionRedirects: false }).send(new ListBucketsCommand({})),
    ),
  ).toEqual(['AuthorizationHeaderMalformed', 400]);
  expect((await read('kept')).text).toBe('kept');
  const plain = await fetch(`${url}/storage/v1/s3/main/kept`);
  expect([plain.status, plain.headers.get('content-type'), await plain.text()]).toEqual([
    403,
    'application/xml',
    expect.stringMatching(/<Error><Resource>\/s3\/main\/kept<\/Resource><Code>AccessDenied<\/Code><Message>/),
  ]);
});

test('a project can switch it off', async () => {
  const settings = (s3Protocol: boolean) =>
    api.change({
      storage: {
        fileSizeLimit: 50 * MB,
        quota: null,
        bucketQuotas: {},
        imageTransformation: true,
        s3Protocol,
      },
    });
  settings(false);
  expect(await refusal(s3.send(new ListBucketsCommand({})))).toEqual(['FeatureNotEnabled', 409]);
  settings(true);
  expect(await refusal(s3.send(new ListBucketsCommand({})))).toBeNull();
});
