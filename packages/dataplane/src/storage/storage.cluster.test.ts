import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi, SIGNING_KEY } from '../rest/rest-api-for-test.ts';
import { signToken } from '../tokens/sign-token.ts';
import { createStorageService } from './storage-service.ts';

const USER = '00000000-0000-0000-0000-000000000001';
const ME = { as: { role: 'authenticated', sub: USER }, service: 'storage' };
const cluster = useTestCluster();
let folder: string;
let api: RestApi;
let url: string;
let client: SupabaseClient;
let free = Number.MAX_SAFE_INTEGER;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'objects-'));
  api = await openRestApi(await cluster.createDatabase(), {}, (projects) => [
    createStorageService({
      logger: Fastify().log,
      projects,
      folder: path.join(folder, 'storage'),
      freeBytes: async () => free,
    }),
  ]);
  url = await api.listen();
  client = createClient(url, KEYS.service);
  await client.storage.createBucket('private');
  await client.storage.createBucket('open', { public: true });
  await api.sql(`create policy own on storage.objects to authenticated
    using (bucket_id = 'private' and owner_id = (select auth.uid())::text)
    with check (bucket_id = 'private' and owner_id = (select auth.uid())::text);
    create policy drop_box on storage.objects for insert to anon with check (bucket_id = 'private' and name like 'in/%')`);
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (request: string, options: object = {}) => api.ask(request, { service: 'storage', ...options });
const files = async () =>
  (await readdir(path.join(folder, 'storage'), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );

test('the public client keeps buckets', async () => {
  const { storage } = client;
  expect(
    (await storage.createBucket('b', { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['image/*'] }))
      .error,
  ).toBeNull();
  expect((await storage.createBucket('b')).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  });
  expect((await storage.createBucket(' b')).error).toMatchObject({ message: 'Bucket name invalid' });
  expect((await storage.getBucket('b')).data).toMatchObject({
    id: 'b',
    public: false,
    file_size_limit: 1000,
    allowed_mime_types: ['image/*'],
  });
  expect((await storage.listBuckets()).data?.map(({ id }) => id)).toEqual(['b', 'open', 'private']);
  const bucket = storage.from('b');
  expect((await bucket.upload('x.txt', 'x', { contentType: 'text/plain' })).error).toMatchObject({
    statusCode: '415',
  });
  const large = await bucket.upload('x.png', Buffer.alloc(1001), { contentType: 'image/png' });
  expect(large.error).toMatchObject({ status: 413, statusCode: '413' });
  const lying = Readable.from([Buffer.alloc(900), Buffer.alloc(900)]);
  expect((await bucket.upload('x.png', lying, { contentType: 'image/png' })).error).toMatchObject({
    status: 413,
  });
  expect((await bucket.upload('x.png', Buffer.alloc(1000), { contentType: 'image/png' })).error).toBeNull();
  expect((await storage.deleteBucket('b')).error).toMatchObject({ statusCode: '409' });
  expect((await storage.updateBucket('b', { public: true })).error).toBeNull();
  expect((await storage.getBucket('b')).data).toMatchObject({ public: true });
  expect((await storage.emptyBucket('b')).error).toBeNull();
  expect((await storage.deleteBucket('b')).data).toEqual({ message: 'Successfully deleted' });
  expect((await storage.getBucket('b')).error).toMatchObject({
    statusCode: '404',
    message: 'Bucket not found',
  });
});

test("the project's limit holds for uploads and buckets at once", async () => {
  const limit = (fileSizeLimit: number) =>
    api.change({
      storage: { fileSizeLimit, quota: null, bucketQuotas: {}, imageTransformation: true, s3Protocol: true },
    });
  limit(10);
  expect((await client.storage.from('private').upload('limit', Buffer.alloc(11))).error).toMatchObject({
    statusCode: '413',
  });
  expect(
    (await client.storage.createBucket('limit', { public: false, fileSizeLimit: 11 })).error,
  ).toMatchObject({
    statusCode: '413',
  });
  expect((await client.storage.from('private').upload('limit', Buffer.alloc(10))).error).toBeNull();
  limit(52_428_800);
});

test('the public client uploads in every form and gets the same bytes back', async () => {
  const bucket = client.storage.from('private');
  const form = new FormData();
  form.append('file', new Blob(['by form'], { type: 'text/css' }));
  const bodies: [string, Parameters<typeof bucket.upload>[1], string][] = [
    ['buffer', Buffer.from('by buffer'), 'by buffer'],
    ['blob', new Blob(['by\r\n--blob'], { type: 'text/css' }), 'by\r\n--blob'],
    ['stream', Readable.from([Buffer.from('by '), Buffer.from('stream')]), 'by stream'],
    ['form', form, 'by form'],
    ['empty', new Blob([]), ''],
    ['text', 'by text', 'by text'],
  ];
  for (const [name, body, text] of bodies) {
    const put = await bucket.upload(`forms/${name}`, body, { metadata: { a: 'ü' }, cacheControl: '60' });
    expect(put).toMatchObject({
      error: null,
      data: { path: `forms/${name}`, fullPath: `private/forms/${name}` },
    });
    const got = await bucket.download(`forms/${name}`);
    expect(await got.data?.text()).toBe(text);
    expect((await bucket.info(`forms/${name}`)).data).toMatchObject({
      size: text.length,
      cacheControl: 'max-age=60',
      metadata: { a: 'ü' },
    });
  }
  expect((await bucket.upload('forms/text', 'again')).error).toMatchObject({ statusCode: '409' });
  expect((await bucket.upload('forms/text', 'again', { upsert: true })).error).toBeNull();
  expect((await bucket.update('forms/blob', 'updated')).error).toBeNull();
  expect(await (await bucket.download('forms/text')).data?.text()).toBe('again');
  expect((await bucket.exists('forms/text')).data).toBe(true);
  expect((await bucket.exists('forms/none')).data).toBe(false);
});

test('the public client lists, moves, copies and removes', async () => {
  const bucket = client.storage.from('open');
  for (const key of ['a0', 'a/1', 'a/b/2', 'b', 'c/1']) await bucket.upload(key, key);
  const names = async (prefix: string, options = {}) =>
    (await bucket.list(prefix, options)).data?.map(({ name, id }) => `${name}${id === null ? '/' : ''}`);
  expect(await names('')).toEqual(['a/', 'a0', 'b', 'c/']);
  expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(['c/', 'b', 'a0', 'a/']);
  for (const order of ['asc', 'desc'])
    for (const limit of [2, 1_000]) {
      const sortBy = { column: 'name', order };
      const all = await names('', { sortBy });
      for (const offset of [1, 2, 3, 4, 5, 1_000_000])
        expect(await names('', { sortBy, limit, offset })).toEqual(all?.slice(offset, offset + limit));
      const within = await names('a', { sortBy });
      expect(await names('a', { sortBy, limit, offset: 1 })).toEqual(within?.slice(1));
    }
  // Long pages are read in another way, if there are no folders in them.
  for (const limit of [100, 1_000]) {
    expect(await names('', { limit })).toEqual(['a/', 'a0', 'b', 'c/']);
    expect(await names('a', { limit })).toEqual(['1', 'b/']);
    expect(await bucket.list('c', { limit })).toMatchObject({
      data: [{ name: '1', id: expect.any(String), metadata: { size: 3 } }],
    });
    expect(await names('none', { limit })).toEqual([]);
  }
  expect(await names('', { search: 'A0' })).toEqual(['a0']);
  const first = (await bucket.listV2({ limit: 2, with_delimiter: true })).data;
  expect(first).toMatchObject({ hasNext: true, folders: [{ key: 'a/' }], objects: [{ key: 'a0' }] });
  const second = (await bucket.listV2({ with_delimiter: true, cursor: first?.nextCursor ?? '' })).data;
  expect(second).toMatchObject({ hasNext: false, folders: [{ key: 'c/' }], objects: [{ key: 'b' }] });

  expect((await bucket.move('b', 'moved/b')).data).toMatchObject({ message: 'Successfully moved' });
  expect((await bucket.move('b', 'x')).error).toMatchObject({
    statusCode: '404',
    message: 'Object not found',
  });
  expect((await bucket.copy('moved/b', 'b', { destinationBucket: 'private' })).data?.path).toBe('private/b');
  expect((await bucket.remove(['moved/b', 'none', '../x'])).data?.map(({ name }) => name)).toEqual([
    'moved/b',
  ]);
  expect((await bucket.download('moved/b')).error).not.toBeNull();
  expect(await (await client.storage.from('private').download('b')).data?.text()).toBe('b');
});

test('what is moved or copied keeps to the limits of the bucket it comes to', async () => {
  const { storage } = client;
  await storage.createBucket('narrow', { public: false, fileSizeLimit: 3, allowedMimeTypes: ['text/css'] });
  const bucket = storage.from('private');
  await bucket.upload('fits.css', 'abc', { contentType: 'text/css' });
  await bucket.upload('large.css', 'abcd', { contentType: 'text/css' });
  await bucket.upload('type.png', 'abc', { contentType: 'image/png' });
  const to = { destinationBucket: 'narrow' };
  for (const [key, statusCode] of [
    ['large.css', '413'],
    ['type.png', '415'],
  ] as const) {
    expect((await bucket.copy(key, key, to)).error).toMatchObject({ statusCode });
    expect((await bucket.move(key, key, to)).error).toMatchObject({ statusCode });
    expect((await bucket.exists(key)).data).toBe(true);
  }
  expect((await bucket.copy('fits.css', 'copied.css', to)).error).toBeNull();
  expect((await bucket.move('fits.css', 'moved.css', to)).error).toBeNull();
  expect((await ask('DELETE /cdn/narrow/moved.css')).json).toEqual({ message: 'success' });
  expect((await ask('DELETE /cdn/narrow/moved.css', ME)).json).toMatchObject({ code: 'AccessDenied' });
  await storage.emptyBucket('narrow');
  await storage.deleteBucket('narrow');
});

test('what a bucket asks of its objects holds from the next one on, whoever changed it', async () => {
  await client.storage.createBucket('changed');
  const bucket = client.storage.from('changed');
  const set = (changes: string) => api.sql(`update storage.buckets set ${changes} where id = 'changed'`);
  const put = async (key: string, contentType: string, text: string) =>
    ((await bucket.upload(key, text, { contentType })).error as { statusCode?: string } | null)?.statusCode;
  expect(await put('1', 'text/css', 'abcd')).toBeUndefined();
  const before = (await files()).length;
  await set('file_size_limit = 3');
  expect(await put('2', 'text/css', 'abcd')).toBe('413');
  await set(`allowed_mime_types = '{image/*}'`);
  expect(await put('2', 'text/css', 'abc')).toBe('415');
  expect(await put('2', 'image/png', 'abcd')).toBe('413');
  expect(await files()).toHaveLength(before);
  expect(await put('2', 'image/png', 'abc')).toBeUndefined();
  await set('file_size_limit = null, allowed_mime_types = null');
  expect(await put('3', 'text/css', 'abcd')).toBeUndefined();
  await api.sql(`set storage.allow_delete_query = 'true'; delete from storage.objects where bucket_id = 'changed';
    delete from storage.buckets where id = 'changed'`);
  expect(await put('4', 'text/css', 'abcd')).toBe('404');
  expect(await files()).toHaveLength(before + 2);
});

test('links work for what they were made for, as long as they say, and for nothing else', async () => {
  const bucket = client.storage.from('private');
  await bucket.upload('l/1', 'one');
  await bucket.upload('l/2', 'two');
  const link = (await bucket.createSignedUrl('l/1', 60, { download: 'x.txt' })).data?.signedUrl ?? '';
  const got = await fetch(link);
  expect(await got.text()).toBe('one');
  expect(got.headers.get('content-disposition')).toBe("attachment; filename=x.txt; filename*=UTF-8''x.txt;");
  for (const other of [
    link.replace('l/1', 'l/2'),
    link.replace('private', 'open'),
    link.replace(/token=./, 'token=x'),
  ])
    expect(await (await fetch(other)).json()).toMatchObject({ error: 'InvalidSignature' });
  expect((await bucket.createSignedUrls(['l/1', 'no'], 60)).data).toMatchObject([
    { error: null },
    { signedUrl: null },
  ]);
  const { pathname, searchParams } = new URL(link);
  const claims = JSON.parse(
    Buffer.from(searchParams.get('token')?.split('.')[1] ?? '', 'base64url').toString(),
  );
  expect(claims.exp - claims.iat).toBe(60);
  const over = await signToken(SIGNING_KEY, { ...claims, iat: claims.iat - 200, exp: claims.exp - 200 });
  expect(await (await fetch(new URL(`${pathname}?token=${over}`, link))).json()).toMatchObject({
    statusCode: '400',
    error: 'InvalidJWT',
    code: 'ExpiredToken',
  });
  const upload = (await bucket.createSignedUploadUrl('l/3')).data;
  const token = upload?.token ?? '';
  expect((await bucket.uploadToSignedUrl('l/4', token, 'x')).error).toMatchObject({
    message: 'Invalid signature',
  });
  expect((await bucket.uploadToSignedUrl('l/3', token, 'three')).error).toBeNull();
  expect((await bucket.uploadToSignedUrl('l/3', token, 'again')).error).toMatchObject({ statusCode: '409' });
  // A link to upload is none to read by.
  expect((await ask(`GET /object/sign/private/l/3?token=${token}`)).json).toMatchObject({
    error: 'InvalidSignature',
  });
  const { data } = client.storage.from('open').getPublicUrl('a/1');
  expect(await (await fetch(data.publicUrl)).text()).toBe('a/1');
  expect(await (await fetch(data.publicUrl.replace('/open/', '/private/'))).json()).toMatchObject({
    message: 'Bucket not found',
  });
});

test('row level security decides, and who is not known is refused', async () => {
  expect((await ask('POST /object/private/mine', { ...ME, body: 'x' })).status).toBe(200);
  expect((await ask('GET /object/private/mine', ME)).text).toBe('x');
  const other = { ...ME, as: { role: 'authenticated', sub: USER.replace('1', '2') } };
  expect((await ask('GET /object/private/mine', other)).json).toMatchObject({
    statusCode: '404',
    code: 'NoSuchKey',
  });
  expect((await ask('PUT /object/private/mine', { ...other, body: 'y' })).json).toMatchObject({
    statusCode: '403',
  });
  expect((await ask('POST /object/open/x', { ...ME, body: 'x' })).json).toEqual({
    statusCode: '403',
    error: 'Unauthorized',
    code: 'AccessDenied',
    message: 'new row violates row-level security policy',
  });
  // A policy for inserting alone is enough to leave something.
  expect((await ask('POST /object/private/in/1', { as: 'anon', body: 'x' })).status).toBe(200);
  expect((await ask('GET /object/private/in/1', { as: 'anon' })).json).toMatchObject({ statusCode: '404' });
  expect((await ask('GET /object/private/mine', { as: 'nonsense' })).json).toMatchObject({
    message: 'Invalid Compact JWS',
  });
  expect(await (await fetch(`${url}/storage/v1/object/private/mine`)).json()).toMatchObject({
    message: 'Invalid Compact JWS',
  });
});

test('ranges, conditions, and nothing that runs', async () => {
  const bucket = client.storage.from('open');
  await bucket.upload('page', '<script>1</script>', { contentType: 'text/html; charset=utf-8' });
  await bucket.upload('pic', '<svg/>', { contentType: 'image/svg+xml' });
  const get = (headers = {}) => ask('GET /object/public/open/page', { headers });
  const whole = await get();
  expect(whole).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-length': '18',
    },
  });
  expect((await ask('GET /object/public/open/pic')).headers['content-security-policy']).toMatch(/sandbox$/);
  expect(await get({ range: 'bytes=1-6' })).toMatchObject({ status: 206, text: 'script' });
  expect(await get({ range: 'bytes=-1' })).toMatchObject({ status: 206, text: '>' });
  expect(await get({ range: 'bytes=18-' })).toMatchObject({
    status: 416,
    headers: { 'content-range': 'bytes */18' },
  });
  expect((await get({ 'if-none-match': String(whole.headers.etag) })).status).toBe(304);
  const head = await ask('HEAD /object/public/open/page');
  expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-length': '18' } });
});

test('of two writers of one key the last has it, and a refused upload leaves no file', async () => {
  const bucket = client.storage.from('private');
  const texts = Array.from({ length: 8 }, (_, index) => `writer ${index}`.repeat(1_000));
  const puts = await Promise.all(texts.map((text) => bucket.upload('race', text, { upsert: true })));
  expect(puts.every(({ error }) => error === null)).toBe(true);
  expect(texts).toContain(await (await bucket.download('race')).data?.text());
  const before = (await files()).length;
  const again = await Promise.all(texts.map((text) => bucket.upload('once', text)));
  expect(again.filter(({ error }) => error === null)).toHaveLength(1);
  free = 1;
  expect((await bucket.upload('full', 'x')).error).toMatchObject({ statusCode: '507' });
  free = Number.MAX_SAFE_INTEGER;
  expect(await files()).toHaveLength(before + 1);
});

test('a row that names no version of ours leads nowhere', async () => {
  await client.storage.from('private').upload('hostile', 'x');
  for (const version of [
    '../../../../etc/passwd',
    '/etc/passwd',
    '',
    '00000000-0000-4000-8000-000000000000',
  ]) {
    await api.sql(`update storage.objects set version = '${version}' where name = 'hostile'`);
    expect((await ask('GET /object/private/hostile')).json).toMatchObject({ code: 'NoSuchKey' });
  }
  await api.sql(
    `update storage.objects set version = null, metadata = '{"mimetype":"a\\nb"}' where name = 'hostile'`,
  );
  expect((await ask('GET /object/private/hostile')).json).toMatchObject({ code: 'NoSuchKey' });
});

test('an upload that ends early leaves nothing, and neither does a key that is none', async () => {
  const before = await files();
  const form = {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
  };
  expect((await ask('POST /object/private/half', form)).json).toMatchObject({ code: 'InvalidRequest' });
  for (const key of ['%00', 'a%5Cb', '%EF%BC%8E%EF%BC%8E/x', 'x'.repeat(1_025)])
    expect((await ask(`POST /object/private/${key}`, { body: 'x' })).json).toMatchObject({
      code: 'InvalidKey',
    });
  expect(await files()).toHaveLength(before.length);
});

test('pages with a cursor are sorted by a time too, folders first, whole and without repeats', async () => {
  await client.storage.createBucket('times');
  // Some at one moment, one microsecond apart, and without a time.
  await api.sql(`insert into storage.objects (bucket_id, name, version, created_at)
    select 'times', 'd/' || n, gen_random_uuid()::text, '2026-01-01'::timestamptz + (n / 3) * interval '1 microsecond'
    from generate_series(1, 9) as n
    union all select 'times', 'd/' || f || '/x', gen_random_uuid()::text, now() from unnest(array['b', 'a']) as f
    union all select 'times', 'd/none', gen_random_uuid()::text, null
    union all select 'times', 'elsewhere', gen_random_uuid()::text, now()`);
  for (const order of ['asc', 'desc']) {
    const seen: string[] = [];
    for (let cursor = '', pages = 0; pages < 20; pages++) {
      const { json } = await ask('POST /object/list-v2/times', {
        body: {
          prefix: 'd/',
          with_delimiter: true,
          limit: 2,
          cursor,
          sortBy: { column: 'created_at', order },
        },
      });
      const page = json as {
        folders: { key: string }[];
        objects: { key: string }[];
        hasNext: boolean;
        nextCursor: string;
      };
      seen.push(...page.folders.map(({ key }) => key), ...page.objects.map(({ key }) => key.slice(2)));
      if (!page.hasNext) break;
      cursor = page.nextCursor;
    }
    const moments = [['none'], ['1', '2'], ['3', '4', '5'], ['6', '7', '8'], ['9']];
    const objects = (order === 'asc' ? moments : moments.toReversed()).flat();
    expect(seen).toEqual(['d/a/', 'd/b/', ...objects]);
  }
  for (const cursor of [
    'bmFtZQ',
    Buffer.from('[false,"2026-13-45 10:00:00.000000","x"]').toString('base64url'),
  ])
    expect(
      (
        await ask('POST /object/list-v2/times', {
          body: { prefix: '', cursor, sortBy: { column: 'updated_at' } },
        })
      ).json,
    ).toMatchObject({ code: 'InvalidParameter' });
  await client.storage.emptyBucket('times');
});
