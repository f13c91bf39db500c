import { useTestCluster } from '@basalt/clusters/testing';
import { type ContentSummary, MAX_CONTENT_FOLDERS } from '@basalt/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { changeContent, deleteContent, undeleteContent } from './change-content.ts';
import { changeFolder, createFolder, deleteFolders, undeleteFolders } from './change-folders.ts';
import { FIRST_PAGE, openContentPlatform, snippet } from './content-for-test.ts';
import { eraseDeletedContent } from './erase-deleted.ts';
import { type ListQuestion, listContent, readFolder, readFolders } from './list-content.ts';
import { type Caller, readerOf } from './policy.ts';
import { saveContent } from './save-content.ts';
import { getSummary } from './store.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let project: ProjectRow;
let ref: string;
let owner: Actor;
let other: Actor;
let caller: Caller;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  owner = await platform.insertPerson('Developer');
  other = await platform.insertPerson('Developer');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  await platform.db.deleteFrom('projects').execute();
  project = await platform.insertProject();
  ref = project.ref;
  caller = await readerOf(platform.db, owner, ref);
});

const save = (name: string, more: Parameters<typeof snippet>[1] = {}) =>
  saveContent(platform, owner, ref, snippet('select 1', { name, ...more }));
const list = (more: Partial<ListQuestion> = {}) =>
  listContent(platform.db, caller, { ...FIRST_PAGE, ...more });
const namesOf = (items: ContentSummary[]) => items.map(({ name }) => name);

describe('a list', () => {
  /** Three to a moment, and names that repeat but for their case: only the id tells them apart. */
  const insertMany = (count: number) =>
    sql`
      insert into content_items (id, project_id, owner_id, type, name, content, inserted_at, updated_at)
      select gen_random_uuid(), ${project.id}, ${owner.accountId}, 'sql',
        case when n % 2 = 0 then 'STONE ' else 'stone ' end || n / 6, '{}',
        timestamptz '2026-01-01 00:00:00.123456Z' + interval '1 second' * (n / 3),
        timestamptz '2026-01-01 00:00:00.987654Z' - interval '1 second' * (n / 3)
      from generate_series(1, ${count}::integer) n`.execute(platform.db);

  it.each(
    (['name', 'inserted_at', 'updated_at'] as const).flatMap((by) =>
      (['asc', 'desc'] as const).map((order) => [by, order] as const),
    ),
  )('by %s %s goes on where it was, whatever comes and goes in between', async (sort_by, sort_order) => {
    await insertMany(250);
    const before = await platform.db.selectFrom('content_items').select('id').execute();
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const { data, cursor: next } = await list({ sort_by, sort_order, cursor });
      seen.push(...data.map(({ id }) => id));
      expect(data).toHaveLength(next === null ? data.length : 100);
      if (next === null) break;
      cursor = next;
      await save('AAA first');
      await save('zzz last');
      await deleteContent(platform, owner, ref, [data[0]?.id ?? '']);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  });

  it('sorts names whatever their case', async () => {
    for (const name of ['beta', 'Alpha', 'Ärger', 'ALPHA 2', 'ärger 2']) await save(name);
    expect(namesOf((await list({ sort_by: 'name', sort_order: 'asc' })).data)).toEqual([
      'Alpha',
      'ALPHA 2',
      'beta',
      'Ärger',
      'ärger 2',
    ]);
  });

  it('finds parts of names, which stand for themselves', async () => {
    for (const name of ['50% off', 'snake_case', 'back\\slash', 'Größe', '\u202eright to left'])
      await save(name);
    const find = async (name: string) => namesOf((await list({ name })).data);
    expect(await find('%')).toEqual(['50% off']);
    expect(await find('_')).toEqual(['snake_case']);
    expect(await find('\\')).toEqual(['back\\slash']);
    expect(await find('GRÖ')).toEqual(['Größe']);
    expect(await find("'; drop table content_items")).toEqual([]);
    expect(await find('')).toHaveLength(5);
  });

  it('goes on after the longest name', async () => {
    for (const name of ['岩'.repeat(256), '岩'.repeat(255), 'x']) await save(name);
    const first = await list({ sort_by: 'name', limit: 1 });
    expect(first.cursor?.length).toBeLessThanOrEqual(2_000);
    const second = await list({ sort_by: 'name', limit: 1, cursor: first.cursor ?? '' });
    expect(namesOf(second.data)).toEqual(['岩'.repeat(255)]);
  });

  it('refuses the cursor of another order', async () => {
    await insertMany(2);
    const { cursor } = await list({ limit: 1 });
    await expect(list({ sort_by: 'name', cursor: cursor ?? '' })).rejects.toMatchObject({
      code: 'bad_request',
      field: 'cursor',
    });
  });
});

describe('folders', () => {
  const folder = (name: string, actor = owner) => createFolder(platform, actor, ref, { name });
  const root = (more: Partial<ListQuestion> = {}) =>
    readFolders(platform.db, caller, { ...FIRST_PAGE, ...more });

  it('have names that are taken once a person, whatever their case', async () => {
    const { id } = await folder('Stones');
    await folder('Stones', other);
    const gravel = await folder('Gravel');
    await expect(folder('sTONES')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Unable to create new folder: This folder name already exists',
    });
    const rename = (name: string) => changeFolder(platform, owner, { ref, id: gravel.id }, { name });
    await expect(rename('stones')).rejects.toMatchObject({
      code: 'conflict',
      message: 'Unable to update folder: This folder name already exists',
    });
    expect(await rename('GRAVEL')).toMatchObject({ name: 'GRAVEL', parent_id: null, count: 0 });
    const both = await Promise.allSettled([folder('Twice'), folder('twice')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const change of [
      () => createFolder(platform, owner, ref, { name: 'Deep', parentId: id }),
      () => changeFolder(platform, owner, { ref, id: gravel.id }, { name: 'Deep', parentId: id }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'bad_request', field: 'parentId' });
  });

  it('are their owner’s alone', async () => {
    const { id } = await folder('Stones');
    const mine = await saveContent(platform, other, ref, snippet('select 1'));
    const unknown = { code: 'not_found' };
    await expect(changeFolder(platform, other, { ref, id }, { name: 'Mine' })).rejects.toMatchObject(unknown);
    await expect(deleteFolders(platform, other, ref, [id])).rejects.toMatchObject(unknown);
    await expect(
      changeContent(platform, other, { ref, id: mine.id }, { folder_id: id }),
    ).rejects.toMatchObject(unknown);
    const theirs = await readerOf(platform.db, other, ref);
    await expect(readFolder(platform.db, theirs, id, FIRST_PAGE)).rejects.toMatchObject(unknown);
    expect((await readFolders(platform.db, theirs, FIRST_PAGE)).data.folders).toEqual([]);
  });

  it('hold private snippets: the root shows the others, a search all', async () => {
    const { id } = await folder('Stones');
    await save('In the folder', { folder_id: id });
    await save('At the root');
    await save('Shared', { visibility: 'project' });
    const { data } = await root();
    expect(data.folders).toMatchObject([{ id, count: 1 }]);
    expect(namesOf(data.contents)).toEqual(['At the root']);
    const inside = await readFolder(platform.db, caller, id, FIRST_PAGE);
    expect(inside.data.folders).toEqual([]);
    expect(namesOf(inside.data.contents)).toEqual(['In the folder']);
    const found = await root({ name: 'THE' });
    expect(found.data.folders).toEqual([]);
    expect(namesOf(found.data.contents)).toEqual(['At the root', 'In the folder']);
    expect((await root({ name: 'sto' })).data.folders).toMatchObject([{ name: 'Stones' }]);
  });

  it('hold nothing that is shared', async () => {
    const { id: folder_id } = await folder('Stones');
    const refusal = { code: 'bad_request', message: 'Shared snippet cannot be within a folder' };
    await expect(save('Both', { visibility: 'project', folder_id })).rejects.toMatchObject(refusal);
    const { id } = await save('Moved', { folder_id });
    const change = (changes: Parameters<typeof changeContent>[3]) =>
      changeContent(platform, owner, { ref, id }, changes);
    await expect(change({ visibility: 'project', folder_id })).rejects.toMatchObject(refusal);
    expect(await change({ visibility: 'project' })).toMatchObject({ visibility: 'project', folder_id: null });
    await expect(change({ folder_id })).rejects.toMatchObject(refusal);
    expect(await change({ visibility: 'user', folder_id })).toMatchObject({ folder_id });
    expect(await change({ folder_id: null })).toMatchObject({ folder_id: null });
  });

  it('take what is in them along; it comes back without a folder', async () => {
    const { id: folder_id } = await folder('Stones');
    const { id } = await save('Inside', { folder_id });
    const earlier = await save('Deleted before', { folder_id });
    await deleteContent(platform, owner, ref, [earlier.id]);
    expect(await deleteFolders(platform, owner, ref, [folder_id, folder_id])).toEqual([{ id: folder_id }]);
    expect((await root()).data).toEqual({ folders: [], contents: [] });
    await undeleteContent(platform, owner, ref, [id, earlier.id]);
    expect(await getSummary(platform.db, caller, id)).toMatchObject({ folder_id: null });
    expect((await root()).data.contents).toHaveLength(2);
  });

  it('come back as they were, with what was deleted with them', async () => {
    const { id: folder_id } = await folder('Stones');
    const many = Array.from({ length: 120 }, (_, n) => `Inside ${n}`);
    for (const name of many) await save(name, { folder_id });
    const earlier = await save('Deleted before', { folder_id });
    await deleteContent(platform, owner, ref, [earlier.id]);
    const shown = await readFolders(platform.db, caller, FIRST_PAGE);
    await deleteFolders(platform, owner, ref, [folder_id]);
    const undelete = (actor = owner) => undeleteFolders(platform, actor, ref, [folder_id]);
    await expect(undelete(other)).rejects.toMatchObject({ code: 'not_found' });
    await undelete();
    expect(await undelete()).toEqual([{ id: folder_id }]);
    expect((await readFolders(platform.db, caller, FIRST_PAGE)).data).toEqual(shown.data);
    const inside = await readFolder(platform.db, caller, folder_id, { ...FIRST_PAGE, sort_by: 'name' });
    expect(inside.data.contents.length).toBe(100);
    expect(namesOf(inside.data.contents)).not.toContain('Deleted before');
  });

  it('come back without what has been elsewhere meanwhile, and not beside one with the name', async () => {
    const { id: folder_id } = await folder('Stones');
    const back = await save('Back before it', { folder_id });
    const again = await save('Deleted once more', { folder_id });
    await deleteFolders(platform, owner, ref, [folder_id]);
    await undeleteContent(platform, owner, ref, [back.id, again.id]);
    await sql`select pg_sleep(0.005)`.execute(platform.db);
    await deleteContent(platform, owner, ref, [again.id]);
    const second = await folder('stones');
    const undelete = () => undeleteFolders(platform, owner, ref, [folder_id]);
    await expect(undelete()).rejects.toMatchObject({
      code: 'conflict',
      message: 'Unable to bring back folder: This folder name already exists',
    });
    const gone = { code: 'not_found' };
    await expect(readFolder(platform.db, caller, folder_id, FIRST_PAGE)).rejects.toMatchObject(gone);
    await expect(
      changeFolder(platform, owner, { ref, id: folder_id }, { name: 'Renamed' }),
    ).rejects.toMatchObject(gone);
    await expect(deleteFolders(platform, owner, ref, [folder_id])).rejects.toMatchObject(gone);
    await deleteFolders(platform, owner, ref, [second.id]);
    await undelete();
    expect((await root()).data).toMatchObject({
      folders: [{ id: folder_id, name: 'Stones', count: 0 }],
      contents: [{ id: back.id }],
    });
  });

  it('are erased with what was in them', async () => {
    const { id: folder_id } = await folder('Stones');
    await save('Inside', { folder_id });
    await deleteFolders(platform, owner, ref, [folder_id]);
    const days = sql<Date>`deleted_at - interval '31 days'`;
    await platform.db.updateTable('content_folders').set({ deleted_at: days }).execute();
    await platform.db.updateTable('content_items').set({ deleted_at: days }).execute();
    expect(await eraseDeletedContent(platform.db, new Date())).toBe(1);
    await expect(undeleteFolders(platform, owner, ref, [folder_id])).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('that are gone never cost a text', async () => {
    const { id: folder_id } = await folder('Stones');
    const { id } = await save('Inside', { folder_id });
    await deleteFolders(platform, owner, ref, [folder_id]);
    const kept = await saveContent(platform, owner, ref, snippet('select 2', { id, version: 1, folder_id }));
    expect(kept).toMatchObject({ version: 2, folder_id: null, content: { sql: 'select 2' } });
  });

  it('can be deleted while snippets are moved into them', async () => {
    const folders = await Promise.all(['a', 'b', 'c'].map((name) => folder(name)));
    const items = await Promise.all(['1', '2', '3', '4'].map((name) => save(name)));
    const moves = items.flatMap(({ id }) =>
      folders.map(({ id: folder_id }) => changeContent(platform, owner, { ref, id }, { folder_id })),
    );
    const results = await Promise.allSettled([
      ...moves,
      deleteFolders(
        platform,
        owner,
        ref,
        folders.map(({ id }) => id),
      ),
    ]);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'not_found' });
    expect(results.at(-1)?.status).toBe('fulfilled');
  });

  it('are not without end', async () => {
    await sql`
      insert into content_folders (project_id, owner_id, name)
      select ${project.id}, ${owner.accountId}, n::text
      from generate_series(1, ${MAX_CONTENT_FOLDERS}::integer) n`.execute(platform.db);
    await expect(folder('One more')).rejects.toMatchObject({ code: 'conflict' });
  });
});
