import { Upload } from 'tus-js-client';
import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import type { ApiClient } from '../basalt/api-client.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { expect, test } from '../basalt/test.ts';

const EMPTY = { count: 0, is_done: true };

/** Uploads with a link that the platform gave, as the dashboard does. */
function upload(
  link: { endpoint: string; token: string },
  bucketName: string,
  objectName: string,
  text: string,
) {
  return new Promise<void>((onSuccess, onError) =>
    new Upload(Buffer.from(text), {
      endpoint: link.endpoint,
      headers: { 'x-signature': link.token },
      metadata: { bucketName, objectName, contentType: 'text/plain' },
      uploadSize: text.length,
      retryDelays: null as never,
      onSuccess: () => onSuccess(),
      onError,
    }).start(),
  );
}

/** Deletes or moves until it is done. */
async function untilDone(api: ApiClient, path: string, input: unknown): Promise<void> {
  for (;;) {
    const { status, body } = await api.request('POST', path, input);
    expect([status, body]).toEqual([200, { count: expect.any(Number), is_done: expect.any(Boolean) }]);
    if (body.is_done) return;
  }
}

test('buckets and objects are managed, folder by folder, and bytes go to the project', async ({
  api,
  basalt,
  project: { ref },
}) => {
  const buckets = `/platform/storage/${ref}/buckets`;
  const id = "it's a bucket";
  const base = `${buckets}/${encodeURIComponent(id)}`;
  const limits = { public: true, file_size_limit: 1_000, allowed_mime_types: ['text/*'] };
  expect((await api.request('POST', buckets, { id, ...limits })).status).toBe(201);
  expect(await api.request('POST', buckets, { id })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  const all = await api.request('GET', buckets);
  expect(all.body).toContainEqual(expect.objectContaining({ id, name: id, ...limits }));
  expect((await api.request('PATCH', base, { public: false, file_size_limit: null })).status).toBe(200);

  const objects = `${base}/objects`;
  const linkFor = (path: string, more = {}) =>
    api.request('POST', `${objects}/upload-link`, { path, ...more });
  for (const path of ['b.txt', 'deep/one.txt', 'deep/er/two.txt', 'a.txt'])
    await upload((await linkFor(path)).body, id, path, `the text of ${path}`);
  expect(await linkFor('a.txt')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await upload((await linkFor('a.txt', { replace: true })).body, id, 'a.txt', 'another text');
  // A link is for one name only.
  const { body: right } = await linkFor('mine.txt');
  await expect(upload(right, id, 'other.txt', 'x')).rejects.toThrow();

  const list = async (input: object) => (await api.request('POST', `${objects}/list`, input)).body;
  const names = ({ entries }: { entries: { name: string }[] }) => entries.map(({ name }) => name);
  const first = await list({ limit: 2 });
  expect(first.entries[0]).toMatchObject({ name: 'a.txt', size: 12, mime_type: 'text/plain' });
  const second = await list({ limit: 2, cursor: first.next });
  expect([...names(first), ...names(second)]).toEqual(['a.txt', 'b.txt', 'deep']);
  expect([second.entries[0].id, second.next]).toEqual([null, null]);
  expect(names(await list({ order: 'desc' }))).toEqual(['deep', 'b.txt', 'a.txt']);
  const newest = await list({ sort: 'updated_at', order: 'desc', limit: 2 });
  expect(names(newest)).toEqual(['deep', 'a.txt']);
  expect(names(await list({ sort: 'updated_at', order: 'desc', cursor: newest.next }))).toEqual(['b.txt']);
  expect(names(await list({ search: 'DEE' }))).toEqual(['deep']);
  expect(names(await list({ folder: 'deep/' }))).toEqual(['er', 'one.txt']);
  expect((await api.request('POST', `${objects}/list-deep`, { folder: 'deep/' })).body).toEqual({
    objects: [
      { path: 'deep/er/two.txt', size: 27 },
      { path: 'deep/one.txt', size: 24 },
    ],
    next: null,
  });

  const { body: about } = await api.request('POST', `${objects}/info`, { path: 'deep/one.txt' });
  expect(about).toMatchObject({ name: 'one.txt', size: 24, mime_type: 'text/plain' });
  expect((await api.request('POST', `${objects}/info`, { path: 'deep/none' })).status).toBe(404);
  expect((await linkFor('Müller.txt')).body.message).toContain('letters without accents');

  const { body: links } = await api.request('POST', `${objects}/sign`, {
    paths: ['a.txt', 'no.txt'],
    expires_in: 60,
  });
  expect(links[1]).toEqual({ path: 'no.txt', url: null });
  expect(new URL(links[0].url).origin).toBe(basalt.gatewayOrigin);
  expect(await (await fetch(links[0].url)).text()).toBe('another text');

  const move = `${objects}/move`;
  await untilDone(api, move, { moves: [{ from: 'deep/', to: 'else/where/' }] });
  expect(names(await list({ folder: 'else/where/' }))).toEqual(['er', 'one.txt']);
  const intoItself = await api.request('POST', move, { moves: [{ from: 'else/', to: 'else/x/' }] });
  expect([intoItself.status, intoItself.body.message]).toEqual([
    400,
    'A folder cannot be moved into itself.',
  ]);
  const taken = await api.request('POST', move, { moves: [{ from: 'a.txt', to: 'b.txt' }] });
  expect([taken.status, taken.body.message]).toEqual([409, 'There is an object called b.txt already.']);

  expect(await api.request('DELETE', base)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await untilDone(api, `${objects}/delete`, { paths: ['else/', 'a.txt'] });
  expect(names(await list({}))).toEqual(['b.txt']);
  expect((await api.request('POST', `${objects}/delete`, { paths: ['a.txt', 'else/'] })).body).toEqual(EMPTY);
  expect((await api.request('POST', `${base}/empty`)).body).toEqual({ is_done: true });
  expect((await api.request('DELETE', base)).status).toBe(200);
  expect(await api.request('DELETE', base)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('who may only read sees files and changes none, and names lead nowhere else', async ({
  api,
  basalt,
  project: { ref },
}) => {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  await storage.createBucket('guarded');
  await storage.from('guarded').upload('kept.txt', 'kept');
  const base = `/platform/storage/${ref}/buckets/guarded`;
  const changes: [method: 'POST' | 'PATCH' | 'DELETE', path: string, input?: object][] = [
    ['POST', `/platform/storage/${ref}/buckets`, { id: 'theirs' }],
    ['PATCH', base, { public: true }],
    ['POST', `${base}/empty`],
    ['DELETE', base],
    ['POST', `${base}/objects/upload-link`, { path: 'kept.txt', replace: true }],
    ['POST', `${base}/objects/move`, { moves: [{ from: 'kept.txt', to: 'gone.txt' }] }],
    ['POST', `${base}/objects/delete`, { paths: ['kept.txt'] }],
    // A link that outlives a membership.
    ['POST', `${base}/objects/sign`, { paths: ['kept.txt'], expires_in: 3_601 }],
  ];
  const reads: typeof changes = [
    ['POST', `${base}/objects/list`, {}],
    ['POST', `${base}/objects/list-deep`, { folder: '' }],
    ['POST', `${base}/objects/info`, { path: 'kept.txt' }],
    ['POST', `${base}/objects/sign`, { paths: ['kept.txt'], expires_in: 3_600 }],
  ];
  const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
  const stranger = await apiAs(basalt, await addColleague(basalt, null));
  for (const [method, path, input] of changes) {
    const { status, body } = await reader.request(method, path, input);
    expect([status, body.code], path).toEqual([403, 'forbidden']);
    expect((await stranger.request(method, path, input)).status, path).toBe(404);
  }
  for (const [method, path, input] of reads) {
    expect((await reader.request(method, path, input)).status, path).toBe(200);
    expect((await stranger.request(method, path, input)).status, path).toBe(404);
  }
  expect((await storage.from('guarded').list()).data).toMatchObject([{ name: 'kept.txt' }]);
  const developer = await apiAs(basalt, await addColleague(basalt, 'Developer'));
  expect((await developer.request('PATCH', base, { public: false })).status).toBe(200);

  for (const path of ['../other/x', 'a/../../x', './x', '/x', '', 'x\0y', 'x'.repeat(1_025)]) {
    const { status } = await api.request('POST', `${base}/objects/upload-link`, { path });
    expect(status, path).toBe(400);
    expect((await api.request('POST', `${base}/objects/delete`, { paths: [path] })).status, path).toBe(400);
  }
  const odd = await api.request('POST', `/platform/storage/${ref}/buckets/..%2Fbucket/empty`);
  expect(odd.status).toBe(400);
  const none = await api.request('POST', `/platform/storage/${ref}/buckets/none/objects/upload-link`, {
    path: 'x',
  });
  expect([none.status, none.body.message]).toEqual([404, 'Bucket not found.']);
});
