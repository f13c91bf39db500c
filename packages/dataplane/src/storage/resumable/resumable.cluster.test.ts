import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi, type TestAnswer } from '../../rest/rest-api-for-test.ts';
import { createStorageService } from '../storage-service.ts';
import { openPartialFiles } from './partial-files.ts';
import { parseUploadId } from './tus-headers.ts';

const REF = 'abcdefghijklmnopqrst';
const ME = { role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' };
const cluster = useTestCluster();
let folder: string;
let api: RestApi;
let url: string;
let client: SupabaseClient;
let free = Number.MAX_SAFE_INTEGER;
beforeAll(async () => {
  // Which the first upload makes.
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'resumable-')), 'storage');
  api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createStorageService({
      logger: Fastify().log,
      projects,
      folder,
      // As in life: there is no room in a folder that is not there.
      freeBytes: async (of) => ((await stat(of)).isDirectory() ? free : 0),
    }),
  ]);
  url = await api.listen();
  client = createClient(url, KEYS.service);
  await client.storage.createBucket('b');
  await client.storage.createBucket('small', {
    public: false,
    fileSizeLimit: 10,
    allowedMimeTypes: ['text/*'],
  });
  await api.sql(`create policy own on storage.objects to authenticated
    using (owner_id = (select auth.uid())::text) with check (owner_id = (select auth.uid())::text and name like 'mine/%')`);
});
afterAll(async () => {
  await api?.close();
  await rm(path.dirname(folder), { recursive: true, force: true });
});

type Who = 'service' | 'anon' | Record<string, unknown>;
const ask = (request: string, headers: Record<string, string> = {}, as: Who = 'service', body?: unknown) =>
  api.ask(request, {
    service: 'storage',
    as,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body }),
  });
const fields = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const named = (objectName: string, more: Record<string, string> = {}) => ({
  'upload-metadata': fields({ bucketName: 'b', objectName, ...more }),
});
const begin = (name: string, length: number, as: Who = 'service', more: Record<string, string> = {}) =>
  ask('POST /upload/resumable', { 'upload-length': String(length), ...named(name), ...more }, as);
const at = (answer: TestAnswer) => {
  const location = String(answer.headers.location);
  expect(location).toMatch(
    /^http:\/\/127\.0\.0\.1:8001\/abcdefghijklmnopqrst\/storage\/v1\/upload\/resumable/,
  );
  return location.slice(location.indexOf('/upload/'));
};
const patch = (
  place: string,
  offset: number,
  text: string,
  as: Who = 'service',
  more: Record<string, string> = {},
) =>
  ask(
    `PATCH ${place}`,
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more },
    as,
    Buffer.from(text),
  );
const versionOf = (place: string) => parseUploadId(place.slice(place.lastIndexOf('/') + 1))?.version ?? '';
const beside = (place: string) => path.join(folder, REF, 'resumable', versionOf(place));
const eTagOf = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`;
const textOf = async (key: string) => (await client.storage.from('b').download(key)).data?.text();

test('an upload comes in parts, tells how far it is, and becomes an object', async () => {
  const metadata = { contentType: 'text/css', cacheControl: '60', metadata: '{"a":"ü"}' };
  const begun = await begin('one/two', 9, 'service', named('one/two', metadata));
  expect(begun).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } });
  expect(Date.parse(String(begun.headers['upload-expires']))).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  const place = at(begun);
  expect(await patch(place, 0, 'abcd')).toMatchObject({ status: 204, headers: { 'upload-offset': '4' } });
  expect((await ask('GET /object/b/one/two')).json).toMatchObject({ code: 'NoSuchKey' });
  expect(await ask(`HEAD ${place}`)).toMatchObject({
    status: 200,
    headers: { 'upload-offset': '4', 'upload-length': '9', 'cache-control': 'no-store' },
  });
  expect(await patch(place, 4, 'efghi')).toMatchObject({ status: 204, headers: { 'upload-offset': '9' } });
  expect(await textOf('one/two')).toBe('abcdefghi');
  expect((await client.storage.from('b').info('one/two')).data).toMatchObject({
    size: 9,
    contentType: 'text/css',
    cacheControl: 'max-age=60',
    etag: eTagOf('abcdefghi'),
    metadata: { a: 'ü' },
  });
  // A client that missed the answer asks, and is told that all is there.
  expect((await ask(`HEAD ${place}`)).headers['upload-offset']).toBe('9');
  expect((await patch(place, 9, '')).status).toBe(204);
  expect((await patch(place, 9, 'x')).status).toBe(413);
  expect((await ask(`DELETE ${place}`)).status).toBe(400);
});

test('bytes with the creation, a length that is told later, and no bytes at all', async () => {
  const created = await begin('with', 4, 'service', { 'content-type': 'text/plain' });
  expect(created.headers['upload-offset']).toBeUndefined();
  const body = { 'content-type': 'application/offset+octet-stream', 'upload-length': '4' };
  expect(
    await ask('POST /upload/resumable', { ...body, ...named('whole') }, 'service', 'abcd'),
  ).toMatchObject({
    status: 201,
    headers: { 'upload-offset': '4' },
  });
  expect(await textOf('whole')).toBe('abcd');
  expect((await begin('empty', 0)).status).toBe(201);
  expect(await textOf('empty')).toBe('');
  const later = at(await ask('POST /upload/resumable', { 'upload-defer-length': '1', ...named('later') }));
  expect((await patch(later, 0, 'ab')).status).toBe(204);
  expect((await ask(`HEAD ${later}`)).headers).toMatchObject({
    'upload-defer-length': '1',
    'upload-offset': '2',
  });
  expect((await patch(later, 2, 'x', 'service', { 'upload-length': '1' })).status).toBe(400);
  const override = { 'x-http-method-override': 'PATCH', 'upload-offset': '2', 'upload-length': '3' };
  const last = { 'content-type': 'application/offset+octet-stream', ...override };
  expect((await ask(`POST ${later}`, last, 'service', 'c')).status).toBe(204);
  expect(await textOf('later')).toBe('abc');
});

test('a link to upload is enough, for its object only', async () => {
  const { data } = await client.storage.from('b').createSignedUploadUrl('linked');
  const signed = { 'x-signature': data?.token ?? '' };
  const sign = (name: string, headers: Record<string, string>) =>
    fetch(`${url}/storage/v1/upload/resumable/sign`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '2', ...named(name), ...headers },
    });
  expect((await sign('linked', {})).status).toBe(400);
  expect((await sign('other', signed)).status).toBe(400);
  expect((await sign('linked', { 'x-signature': 'x' })).status).toBe(400);
  const begun = await sign('linked', signed);
  expect(begun.status).toBe(201);
  const place = (begun.headers.get('location') ?? '').split('/storage/v1')[1] ?? '';
  expect(place).toMatch(/^\/upload\/resumable\/sign\//);
  // Not by the other way, not even for those who may everything.
  expect((await patch(place.replace('/sign', ''), 0, 'ab')).status).toBe(403);
  expect((await patch(place, 0, 'ab')).status).toBe(400);
  expect((await patch(place, 0, 'ab', 'anon', signed)).status).toBe(204);
  expect(await textOf('linked')).toBe('ab');
  expect((await sign('linked', signed)).status).toBe(409);
});

test('who may is asked at the beginning and at the end, and only they go on', async () => {
  expect((await begin('mine/a', 1, 'anon')).json).toEqual({
    statusCode: '403',
    error: 'Unauthorized',
    code: 'AccessDenied',
    message: 'new row violates row-level security policy',
  });
  expect((await begin('theirs/a', 1, ME)).status).toBe(403);
  const place = at(await begin('mine/a', 2, ME));
  const other = { ...ME, sub: ME.sub.replace('1', '2') };
  for (const who of [other, 'anon', 'service'] as const) {
    expect((await patch(place, 0, 'x', who)).status).toBe(403);
    expect((await ask(`HEAD ${place}`, {}, who)).status).toBe(403);
    expect((await ask(`DELETE ${place}`, {}, who)).status).toBe(403);
  }
  await api.sql(`alter policy own on storage.objects with check (false)`);
  expect((await patch(place, 0, 'ab', ME)).status).toBe(403);
  expect((await ask(`HEAD ${place}`, {}, ME)).status).toBe(404);
  expect(await readdir(path.dirname(beside(place)))).not.toContain(versionOf(place));
  await api.sql(
    `alter policy own on storage.objects with check (owner_id = (select auth.uid())::text and name like 'mine/%')`,
  );
  const again = at(await begin('mine/a', 2, ME));
  expect((await patch(again, 0, 'ab', ME)).status).toBe(204);
  const { data } = await client.storage.from('b').list('mine');
  expect(data).toHaveLength(1);
});

test('what is wrong is told by its true status, and nothing is lost by it', async () => {
  const place = at(await begin('table', 4));
  const small = {
    'upload-metadata': fields({ bucketName: 'small', objectName: 'x', contentType: 'text/css' }),
  };
  const picture = {
    'upload-metadata': fields({ bucketName: 'small', objectName: 'x', contentType: 'image/png' }),
  };
  const none = { 'upload-metadata': fields({ bucketName: 'none', objectName: 'x' }) };
  const sha = (text: string) => `sha1 ${createHash('sha1').update(text).digest('base64')}`;
  const table: [string, () => Promise<TestAnswer>, number, string][] = [
    [
      'no version',
      () => ask('POST /upload/resumable', { 'tus-resumable': '' }),
      412,
      'UnsupportedTusVersion',
    ],
    ['no length', () => ask('POST /upload/resumable', named('x')), 400, 'InvalidRequest'],
    ['no name', () => begin('', 1), 400, 'InvalidKey'],
    ['a path', () => begin('a/../b', 1), 400, 'InvalidKey'],
    ['no bucket', () => begin('x', 1, 'service', none), 404, 'NoSuchBucket'],
    ['larger than the bucket', () => begin('x', 11, 'service', small), 413, 'EntityTooLarge'],
    ['larger than the project', () => begin('x', 52_428_801), 413, 'EntityTooLarge'],
    ['another type', () => begin('x', 1, 'service', picture), 415, 'InvalidMimeType'],
    ['no upload', () => ask(`HEAD ${place}x`), 404, ''],
    ['no address', () => patch('/upload/resumable/x', 0, 'x'), 404, 'NoSuchUpload'],
    ['another offset', () => patch(place, 1, 'x'), 409, 'OffsetMismatch'],
    ['no offset', () => patch(place, 0, 'x', 'service', { 'upload-offset': 'x' }), 400, 'InvalidRequest'],
    [
      'another form',
      () => patch(place, 0, 'x', 'service', { 'content-type': 'text/css' }),
      415,
      'InvalidUploadType',
    ],
    ['more than announced', () => patch(place, 0, 'abcde'), 413, 'EntityTooLarge'],
    [
      'another length',
      () => patch(place, 0, 'a', 'service', { 'upload-length': '5' }),
      400,
      'InvalidRequest',
    ],
    [
      'other bytes',
      () => patch(place, 0, 'a', 'service', { 'upload-checksum': sha('b') }),
      460,
      'ChecksumMismatch',
    ],
    ['no checksum', () => patch(place, 0, 'a', 'service', { 'upload-checksum': 'x' }), 400, 'InvalidRequest'],
  ];
  for (const [what, asked, status, code] of table) {
    const answer = await asked();
    expect([what, answer.status, (answer.json as { code?: string } | null)?.code ?? '']).toEqual([
      what,
      status,
      code,
    ]);
  }
  expect((await ask(`HEAD ${place}`)).headers['upload-offset']).toBe('0');
  expect((await patch(place, 0, 'ab', 'service', { 'upload-checksum': sha('ab') })).status).toBe(204);
  // What it was said to be is less than what comes, and nobody knows which of it is meant.
  const lie = await fetch(`${url}/storage/v1${place}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '2',
      apikey: KEYS.service,
      'content-type': 'application/offset+octet-stream',
    },
    body: Readable.toWeb(Readable.from([Buffer.from('c'), Buffer.from('def')])) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect(lie.status).toBe(413);
  expect((await ask(`HEAD ${place}`)).headers['upload-offset']).toBe('2');
  free = 1;
  expect((await patch(place, 2, 'cd')).status).toBe(507);
  expect((await begin('full', 1)).status).toBe(507);
  free = Number.MAX_SAFE_INTEGER;
  expect((await patch(place, 2, 'cd')).status).toBe(204);
  expect((await begin('table', 4)).status).toBe(409);
  expect((await begin('table', 4, 'service', { 'x-upsert': 'true' })).status).toBe(201);
});

test('of two requests at once one is told to wait, and who comes back ends their own', async () => {
  const place = at(await begin('locked', 4));
  const slow = new Readable({ read() {} });
  const sending = fetch(`${url}/storage/v1${place}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      apikey: KEYS.service,
      'content-type': 'application/offset+octet-stream',
    },
    body: Readable.toWeb(slow) as ReadableStream,
    duplex: 'half',
  } as RequestInit).then(
    ({ status }) => status,
    () => 'broken off',
  );
  slow.push('ab');
  await expect.poll(async () => (await readFile(beside(place), 'utf8').catch(() => '')).length).toBe(2);
  expect((await patch(place, 0, 'abcd')).status).toBe(423);
  expect((await ask(`HEAD ${place}`)).headers['upload-offset']).toBe('2');
  slow.push(null);
  expect([423, 'broken off']).toContain(await sending);
  expect((await patch(place, 2, 'cd')).status).toBe(204);
  expect(await textOf('locked')).toBe('abcd');
});

test('killed at any step, it is finished when the client asks', async () => {
  const facts = async (place: string) => JSON.parse(await readFile(`${beside(place)}.json`, 'utf8'));
  // All bytes are there, and nothing else was done.
  const whole = at(await begin('killed/1', 4));
  await appendFile(beside(whole), 'abcd');
  expect((await ask(`HEAD ${whole}`)).headers['upload-offset']).toBe('4');
  expect(await textOf('killed/1')).toBe('abcd');
  // The file is an object's, and its row is missing.
  const adopted = at(await begin('killed/2', 4));
  const version = versionOf(adopted);
  const target = path.join(folder, REF, 'objects', version.slice(0, 2));
  await mkdir(target, { recursive: true });
  await writeFile(beside(adopted), 'abcd');
  await rename(beside(adopted), path.join(target, version));
  expect((await ask(`HEAD ${adopted}`)).headers['upload-offset']).toBe('4');
  expect(await textOf('killed/2')).toBe('abcd');
  // The row is there, and the client was not told.
  await writeFile(`${beside(adopted)}.json`, JSON.stringify({ ...(await facts(adopted)), done: false }));
  expect((await ask(`HEAD ${adopted}`)).headers['upload-offset']).toBe('4');
  expect((await facts(adopted)).done).toBe(true);
  // Bytes whose checksum was still to be looked at count as not sent.
  const unchecked = at(await begin('killed/3', 4));
  expect((await patch(unchecked, 0, 'ab')).status).toBe(204);
  await appendFile(beside(unchecked), 'x');
  await writeFile(`${beside(unchecked)}.unchecked`, '2');
  expect((await ask(`HEAD ${unchecked}`)).headers['upload-offset']).toBe('2');
  expect((await patch(unchecked, 2, 'cd')).status).toBe(204);
  expect(await textOf('killed/3')).toBe('abcd');
  expect((await client.storage.from('b').info('killed/3')).data).toMatchObject({
    size: 4,
    etag: eTagOf('abcd'),
  });
});

test('what is ended or expired is gone', async () => {
  const place = at(await begin('ended', 4));
  await patch(place, 0, 'ab');
  expect((await ask(`DELETE ${place}`)).status).toBe(204);
  expect((await ask(`HEAD ${place}`)).status).toBe(404);
  const old = at(await begin('expired', 4));
  await patch(old, 0, 'ab');
  const facts = JSON.parse(await readFile(`${beside(old)}.json`, 'utf8'));
  await writeFile(`${beside(old)}.json`, JSON.stringify({ ...facts, expiresAt: Date.now() - 1 }));
  expect((await ask(`HEAD ${old}`)).status).toBe(410);
  expect((await patch(old, 2, 'cd')).status).toBe(410);
  const kept = at(await begin('kept', 4));
  await openPartialFiles(folder).sweep(Date.now(), () => false);
  expect((await ask(`HEAD ${old}`)).status).toBe(404);
  expect((await ask(`HEAD ${kept}`)).status).toBe(200);
  await openPartialFiles(folder).sweep(Date.now() + 25 * 3_600_000, () => false);
  expect(await readdir(path.join(folder, REF, 'resumable'))).toEqual([]);
});

test('a page of any origin learns what the server can', async () => {
  expect(await ask('OPTIONS /upload/resumable', {}, 'anon')).toMatchObject({
    status: 204,
    headers: {
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration,creation-defer-length,checksum',
      'tus-max-size': '52428800',
      'access-control-expose-headers': expect.stringContaining('Upload-Offset'),
    },
  });
});
