import { useTestCluster } from '@basalt/clusters/testing';
import type { ContentItem } from '@basalt/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../kernel/ports.ts';
import { changeContent, deleteContent, undeleteContent } from './change-content.ts';
import { createFolder } from './change-folders.ts';
import { FIRST_PAGE, openContentPlatform, snippet } from './content-for-test.ts';
import { listContent } from './list-content.ts';
import { readerOf } from './policy.ts';
import { saveContent } from './save-content.ts';
import { countVisible, getItem } from './store.ts';
import { getV1Snippet, listV1Snippets } from './v1-snippets.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let ref: string;
let owner: Actor;
let colleague: Actor;
let reader: Actor;
let stranger: Actor;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  owner = await platform.insertPerson('Developer');
  colleague = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
  stranger = await platform.insertPerson(null);
});
afterAll(() => platform.db.destroy());

let mine: ContentItem;
let shared: ContentItem;

beforeEach(async () => {
  await platform.db.deleteFrom('projects').execute();
  ({ ref } = await platform.insertProject());
  mine = await saveContent(platform, owner, ref, snippet('select 1'));
  shared = await saveContent(platform, owner, ref, snippet('select 2', { visibility: 'project' }));
});

const read = async (actor: Actor, id: string) =>
  getItem(platform.db, await readerOf(platform.db, actor, ref), id);

/** Everything that can be done to an item. */
const deeds: [string, (actor: Actor, item: ContentItem) => Promise<unknown>][] = [
  ['read', (actor, { id }) => read(actor, id)],
  ['favorite', (actor, { id }) => changeContent(platform, actor, { ref, id }, { favorite: true })],
  ['rename', (actor, { id }) => changeContent(platform, actor, { ref, id }, { name: 'Renamed' })],
  ['share', (actor, { id }) => changeContent(platform, actor, { ref, id }, { visibility: 'project' })],
  ['move', (actor, { id }) => changeContent(platform, actor, { ref, id }, { folder_id: null })],
  [
    'save',
    (actor, { id, version }) => saveContent(platform, actor, ref, snippet('select 3', { id, version })),
  ],
  ['save anew', (actor, { id }) => saveContent(platform, actor, ref, snippet('select 4', { id }))],
  ['bring back', (actor, { id }) => undeleteContent(platform, actor, ref, [id])],
  ['delete', (actor, { id }) => deleteContent(platform, actor, ref, [id])],
];
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe.each(deeds)('to %s', (name, act) => {
  it('one’s own is allowed', async () => {
    const expected = name === 'save anew' ? 'conflict' : 'ok';
    expect(await code(act(owner, mine))).toBe(expected);
    expect(await code(act(owner, shared))).toBe(expected);
  });

  it('a private item of somebody else is to find nothing, whatever one’s role', async () => {
    expect(await code(act(colleague, mine))).toBe('not_found');
  });

  it('a shared item is for its owner, but for reading and favorites', async () => {
    const expected = ['read', 'favorite'].includes(name) ? 'ok' : 'forbidden';
    expect(await code(act(colleague, shared))).toBe(expected);
    expect(await code(act(reader, shared))).toBe(expected);
  });

  it('is nothing that a stranger or another project can do', async () => {
    expect(await code(act(stranger, shared))).toBe('not_found');
    ({ ref } = await platform.insertProject());
    expect(await code(act(owner, mine))).toBe('not_found');
    expect(await code(act(colleague, shared))).toBe('not_found');
  });

  it('a deleted shared item is its owner’s matter', async () => {
    await deleteContent(platform, owner, ref, [shared.id]);
    expect(await code(act(colleague, shared))).toBe('not_found');
  });
});

it('without permission nothing is written, and a sentence says so', async () => {
  const denied = {
    code: 'forbidden',
    message: 'Your queries will not be saved as you do not have sufficient permissions.',
  };
  await expect(saveContent(platform, reader, ref, snippet('select 1'))).rejects.toMatchObject(denied);
  await expect(createFolder(platform, reader, ref, { name: 'Mine' })).rejects.toMatchObject(denied);
  await expect(deleteContent(platform, reader, ref, [shared.id])).rejects.toMatchObject(denied);
});

describe('lists', () => {
  const list = async (actor: Actor, more: Partial<Parameters<typeof listContent>[2]> = {}) => {
    const page = await listContent(platform.db, await readerOf(platform.db, actor, ref), {
      ...FIRST_PAGE,
      ...more,
    });
    return page.data;
  };

  it('hold what one may see, and say what one may change', async () => {
    expect((await list(owner)).map(({ id, can_update }) => [id, can_update])).toEqual([
      [shared.id, true],
      [mine.id, true],
    ]);
    expect((await list(colleague)).map(({ id, can_update }) => [id, can_update])).toEqual([
      [shared.id, false],
    ]);
  });

  it('never hold contents', async () => {
    for (const row of await list(owner)) expect(row).not.toHaveProperty('content');
  });

  it('know favorites by person', async () => {
    await changeContent(platform, reader, { ref, id: shared.id }, { favorite: true });
    await changeContent(platform, reader, { ref, id: shared.id }, { favorite: true });
    expect(await list(reader, { favorite: true })).toMatchObject([{ id: shared.id, favorite: true }]);
    expect(await list(owner, { favorite: true })).toEqual([]);
    expect((await list(owner)).map(({ favorite }) => favorite)).toEqual([false, false]);
    const count = async (actor: Actor, name?: string) =>
      countVisible(platform.db, await readerOf(platform.db, actor, ref), { type: 'sql', name });
    expect(await count(reader)).toEqual({ count: 1, favorites: 1, private: 0, shared: 1 });
    expect(await count(owner)).toEqual({ count: 2, favorites: 0, private: 1, shared: 1 });
    expect(await count(owner, 'gravel')).toEqual({ count: 0, favorites: 0, private: 0, shared: 0 });
    await changeContent(platform, owner, { ref, id: shared.id }, { visibility: 'user' });
    expect(await count(reader)).toEqual({ count: 0, favorites: 0, private: 0, shared: 0 });
  });

  it('of the management API cover all projects one can open, and no others', async () => {
    const listing = { sort_by: 'inserted_at', sort_order: 'asc', limit: 1 } as const;
    const first = await listV1Snippets(platform.db, owner, listing);
    expect(first.data).toMatchObject([
      { id: mine.id, project: { name: 'Quarry' }, owner: { username: owner.email } },
    ]);
    const { cursor } = first as { cursor?: string };
    const second = await listV1Snippets(platform.db, owner, { ...listing, cursor });
    expect(second.data).toMatchObject([{ id: shared.id }]);
    expect(second).not.toHaveProperty('cursor');
    expect(await listV1Snippets(platform.db, stranger, listing)).toEqual({ data: [] });
    expect((await listV1Snippets(platform.db, colleague, listing)).data).toMatchObject([{ id: shared.id }]);
    await expect(
      listV1Snippets(platform.db, stranger, { ...listing, project_ref: ref }),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await code(getV1Snippet(platform.db, stranger, shared.id))).toBe('not_found');
    expect(await code(getV1Snippet(platform.db, colleague, mine.id))).toBe('not_found');
    expect(await getV1Snippet(platform.db, colleague, shared.id)).toMatchObject({
      content: { sql: 'select 2', schema_version: '1.0' },
    });
  });
});
