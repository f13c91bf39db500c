import { randomUUID } from 'node:crypto';
import { reportCard } from '../basalt/report-card.ts';
import { expect, test } from '../basalt/test.ts';

const path = (ref: string, rest = '') => `/platform/projects/${ref}/content${rest}`;
const snippet = (sql: string, more: Record<string, unknown> = {}) => ({
  type: 'sql',
  name: 'Stones',
  content: { sql },
  ...more,
});

test('a snippet is saved, changed, and never overwritten unseen', async ({ api, project }) => {
  const id = randomUUID();
  const url = path(project.ref);
  const first = await api.request('POST', url, snippet('select 1', { id }), { version: '2' });
  expect(first).toMatchObject({ status: 200, body: { id, version: 1, can_update: true } });
  const second = await api.request('POST', url, snippet('select 2', { id, version: 1 }));
  expect(second.body).toMatchObject({ version: 2, content: { content_id: id, sql: 'select 2' } });
  const lost = await api.request('POST', url, snippet('select 3', { id, version: 1 }));
  expect(lost.status).toBe(409);
  expect(lost.body).toMatchObject({ code: 'conflict', message: expect.stringMatching(/\w{3}.*\.$/) });
  expect(lost.body.details.current).toEqual(second.body);
  expect((await api.request('GET', path(project.ref, `/item/${id}`))).body).toEqual(second.body);
});

test('what other dashboards send along does no harm', async ({ api, project }) => {
  const id = randomUUID();
  const body = snippet('select 1', {
    id,
    description: '',
    visibility: 'user',
    project_id: 0,
    owner_id: 1,
    folder_id: null,
    favorite: false,
    last_updated_by: 1,
    content: { content_id: id, schema_version: '1.0', sql: 'select 1', unchecked_sql: 'x', favorite: true },
  });
  const { status, body: saved } = await api.request('POST', path(project.ref), body);
  expect(status).toBe(200);
  expect(saved).toMatchObject({ id, favorite: false });
  expect(saved.content).toEqual({ content_id: id, schema_version: '1.0', sql: 'select 1' });
});

test('what says nothing but its text is a snippet called Untitled', async ({ api, project }) => {
  const saved = await api.request('POST', path(project.ref), { content: { sql: 'select 1' } });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({ type: 'sql', name: 'Untitled', visibility: 'user', version: 1 });
});

test('folders hold snippets, take them along, and they can be brought back', async ({ api, project }) => {
  const folders = path(project.ref, '/folders');
  const created = await api.request('POST', folders, { name: 'Granite' });
  expect(created).toMatchObject({ status: 201, body: { name: 'Granite', parent_id: null, count: 0 } });
  const taken = await api.request('POST', folders, { name: 'GRANITE' });
  expect(taken).toMatchObject({
    status: 409,
    body: { message: 'Unable to create new folder: This folder name already exists', field: 'name' },
  });
  const folder = created.body.id;
  const renamed = await api.request('PUT', `${folders}/${folder}`, { name: 'Marble', parentId: null });
  expect(renamed.body).toMatchObject({ id: folder, name: 'Marble' });
  const { body: item } = await api.request(
    'POST',
    path(project.ref),
    snippet('select 1', { name: 'Inside', folder_id: folder }),
  );
  const inside = await api.request('GET', `${folders}/${folder}`);
  expect(inside.body.data.contents).toMatchObject([{ id: item.id, folder_id: folder }]);
  const shared = await api.request('PATCH', path(project.ref, `/item/${item.id}`), {
    visibility: 'project',
    folder_id: folder,
  });
  expect(shared).toMatchObject({
    status: 400,
    body: { message: 'Shared snippet cannot be within a folder', field: 'folder_id' },
  });
  expect((await api.request('DELETE', `${folders}?ids=${folder}`)).body).toEqual([{ id: folder }]);
  expect((await api.request('GET', path(project.ref, `/item/${item.id}`))).status).toBe(404);
  const deleted = async () =>
    (await api.request('GET', path(project.ref, '/deleted'))).body.data.map(({ id }: { id: string }) => id);
  expect(await deleted()).toContain(item.id);
  const back = await api.request('POST', path(project.ref, '/bring-back'), { ids: [item.id] });
  expect(back).toMatchObject({ status: 200, body: [{ id: item.id }] });
  expect(await deleted()).not.toContain(item.id);
  const found = await api.request('GET', `${folders}?name=inSIDE`);
  expect(found.body.data).toMatchObject({ folders: [], contents: [{ id: item.id, folder_id: null }] });
  const starred = await api.request('PATCH', path(project.ref, `/item/${item.id}`), { favorite: true });
  expect(starred.body.favorite).toBe(true);
  const favorites = await api.request('GET', path(project.ref, '?favorite=true'));
  expect(favorites.body.data).toMatchObject([{ id: item.id }]);
  expect((await api.request('GET', path(project.ref, '/count'))).body).toMatchObject({ favorites: 1 });
  expect((await api.request('DELETE', path(project.ref, `?ids=${item.id}`))).status).toBe(200);
});

test('the management API lists snippets and reads one', async ({ api, project }) => {
  const { body: saved } = await api.request(
    'POST',
    path(project.ref),
    snippet('select 4', { name: 'AAA v1' }),
  );
  const query = `project_ref=${project.ref}&sort_by=name&sort_order=asc&limit=1`;
  const list = await api.request('GET', `/v1/snippets?${query}`);
  expect(list).toMatchObject({ status: 200, body: { data: [{ id: saved.id, type: 'sql' }] } });
  const [found] = list.body.data;
  expect(found.owner).toEqual({ id: expect.any(Number), username: saved.owner.email });
  expect(found.project).toEqual({ id: expect.any(Number), name: project.name });
  const one = await api.request('GET', `/v1/snippets/${saved.id}`);
  expect(one.body).toEqual({
    ...found,
    content: { favorite: false, schema_version: '1.0', sql: 'select 4' },
  });
  expect((await api.request('GET', `/v1/snippets/${randomUUID()}`)).status).toBe(404);
});

const report = (change: Record<string, unknown>, count = 1) => ({
  type: 'report',
  name: 'Report',
  content: {
    schema_version: '1',
    days: null,
    cards: Array.from({ length: count }, () => reportCard('Card', { kind: 'sql', sql: 'select 1' }, change)),
  },
});

for (const [what, body, field] of [
  ['a name that is too long', snippet('', { name: 'x'.repeat(257) }), 'name'],
  ['a NUL in a name', snippet('', { name: 'a\0' }), 'name'],
  ['a blank name', snippet('', { name: ' ' }), 'name'],
  ['a NUL in a description', snippet('', { description: '\0' }), 'description'],
  ['half a character in a description', snippet('', { description: '\ud83e' }), 'description'],
  ['a NUL in the text', snippet('select \0'), 'content.sql'],
  ['half a character in the text', snippet('\ud83e'), 'content.sql'],
  ['a text of more than 4 MB', snippet('é'.repeat(2 * 1024 * 1024 + 1)), 'content.sql'],
  ['no text', snippet('', { content: {} }), 'content.sql'],
  [
    'a NUL in the id of the text',
    snippet('', { content: { sql: '', content_id: '\0' } }),
    'content.content_id',
  ],
  ['an id that is none', snippet('', { id: "'; drop table" }), 'id'],
  ['a folder that is none', snippet('', { folder_id: 'new-folder' }), 'folder_id'],
  ['a negative version', snippet('', { version: -1 }), 'version'],
  ['half a version', snippet('', { version: 1.5 }), 'version'],
  ['a version as text', snippet('', { version: '1' }), 'version'],
  ['an unknown visibility', snippet('', { visibility: 'public' }), 'visibility'],
  ['an unknown type', snippet('', { type: 'log_sql' }), 'type'],
  ['too many cards', report({}, 61), 'content.cards'],
  ['a card that is too wide', report({ width: 13 }), 'content.cards.0.width'],
  ['a NUL in a parameter', report({ parameters: { day: '\0' } }), 'content.cards.0.parameters.day'],
] as const) {
  test(`${what} is refused by name`, async ({ api, project }) => {
    const answer = await api.request('POST', path(project.ref), body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'bad_request',
      field,
      message: expect.stringMatching(/\w.*\.$/),
    });
  });
}

test('hostile lists and ids are refused by name', async ({ api, project }) => {
  for (const [query, field] of [
    ['?cursor=x', 'cursor'],
    [`?cursor=${'x'.repeat(2_001)}`, 'cursor'],
    ['?name=%00', 'name'],
    ['?limit=101', 'limit'],
    ['?sort_by=content', 'sort_by'],
    ['?favorite=maybe', 'favorite'],
    ['/folders?cursor=bnVsbA', 'cursor'],
    ['/item/1', 'id'],
  ] as const) {
    const answer = await api.request('GET', path(project.ref, query));
    expect([answer.status, answer.body.field], query).toEqual([400, field]);
  }
  for (const ids of ['', 'x', `${randomUUID()},`, Array(101).fill(randomUUID()).join(',')])
    expect((await api.request('DELETE', path(project.ref, `?ids=${ids}`))).status, ids).toBe(400);
  expect((await api.request('GET', path(project.ref, '?name=%25%5C%27'))).body.data).toEqual([]);
});

test('what people write comes back as they wrote it', async ({ api, project }) => {
  const name = `${'\u202e\u2067'.repeat(100)}🪨 <script>%s\\"`;
  const text = `select '\u202e🪨 \\u0000 <script>' -- ${'"\n'.repeat(1_500_000)}`;
  const { status, body } = await api.request('POST', path(project.ref), snippet(text, { name }));
  expect(status).toBe(200);
  const { body: read } = await api.request('GET', path(project.ref, `/item/${body.id}`));
  expect(read.name).toBe(name);
  expect(read.content.sql === text).toBe(true);
});
