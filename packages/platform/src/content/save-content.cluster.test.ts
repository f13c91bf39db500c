import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { type ContentItem, DEFAULT_CHART, MAX_CONTENT_ITEMS, type SaveContentInput } from '@basalt/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { changeContent, deleteContent, undeleteContent } from './change-content.ts';
import { openContentPlatform, snippet } from './content-for-test.ts';
import { eraseDeletedContent } from './erase-deleted.ts';
import { readerOf } from './policy.ts';
import { saveContent } from './save-content.ts';
import { getItem } from './store.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let project: ProjectRow;
let owner: Actor;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  owner = await platform.insertPerson('Developer');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  await platform.db.deleteFrom('projects').execute();
  project = await platform.insertProject();
});

const save = (input: SaveContentInput) => saveContent(platform, owner, project.ref, input);
const read = async (id: string) => getItem(platform.db, await readerOf(platform.db, owner, project.ref), id);
const textOf = (item: Pick<ContentItem, 'content'>) => (item.content as { sql: string }).sql;

describe('saving', () => {
  it('creates under the browser’s id, with the defaults of a snippet', async () => {
    const id = randomUUID();
    expect(await save(snippet('select 1', { id: id.toUpperCase() }))).toMatchObject({
      id,
      description: '',
      visibility: 'user',
      folder_id: null,
      favorite: false,
      version: 1,
      can_update: true,
      owner: { id: owner.accountId, email: owner.email },
      updated_by: { email: owner.email },
      content: { content_id: id, schema_version: '1.0', sql: 'select 1' },
    });
  });

  it('calls what nobody has named Untitled, and leaves a name that is not mentioned', async () => {
    const { id, name } = await save({ type: 'sql', content: { sql: 'one' } });
    expect(name).toBe('Untitled');
    await save(snippet('two', { id, name: 'Stones', version: 1 }));
    expect(await save({ type: 'sql', id, version: 2, content: { sql: 'three' } })).toMatchObject({
      name: 'Stones',
      version: 3,
    });
  });

  it('changes the version that was seen, and refuses an older one with what is there now', async () => {
    const { id } = await save(snippet('one'));
    expect(await save(snippet('two', { id, version: 1 }))).toMatchObject({ version: 2 });
    for (const version of [undefined, 0, 1, 3])
      await expect(
        save(snippet('three', { id, ...(version !== undefined && { version }) })),
      ).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/ changed elsewhere .* version 2 /),
        details: { current: { id, version: 2, content: { sql: 'two' } } },
      });
    expect(textOf((await read(id)) as unknown as ContentItem)).toBe('two');
  });

  it('may be tried again when the answer was lost', async () => {
    const first = await save(snippet('one'));
    const { id } = first;
    expect(await save(snippet('one', { id }))).toEqual(first);
    const second = await save(snippet('two', { id, version: 1 }));
    expect(await save(snippet('two', { id, version: 1 }))).toEqual(second);
    expect(await save(snippet('two', { id, version: 2 }))).toEqual(second);
  });

  it('counts changes of the content, not of the name', async () => {
    const { id } = await save(snippet('one'));
    expect(await save(snippet('one', { id, version: 1, name: 'New' }))).toMatchObject({
      version: 1,
      name: 'New',
    });
  });

  it('leaves alone what is not sent', async () => {
    const { id } = await save(
      snippet('one', { visibility: 'project', description: 'Of stones', favorite: true }),
    );
    expect(await save(snippet('two', { id, version: 1 }))).toMatchObject({
      visibility: 'project',
      description: 'Of stones',
      favorite: true,
    });
  });

  it('at the same moment lets one through and shows it to the others', async () => {
    const { id } = await save(snippet('start'));
    const texts = Array.from({ length: 8 }, (_, n) => `text ${n}`);
    const results = await Promise.allSettled(texts.map((text) => save(snippet(text, { id, version: 1 }))));
    const won = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    expect(won).toMatchObject([{ version: 2 }]);
    const lost = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    expect(lost).toHaveLength(7);
    for (const error of lost)
      expect(error).toMatchObject({ code: 'conflict', details: { current: { content: won[0]?.content } } });
  });

  it('anew at the same moment creates one', async () => {
    const id = randomUUID();
    const different = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((text) => save(snippet(text, { id }))),
    );
    expect(different.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = randomUUID();
    const same = await Promise.all(Array.from({ length: 4 }, () => save(snippet('same', { id: again }))));
    expect(same.map(({ version }) => version)).toEqual([1, 1, 1, 1]);
  });

  it('keeps 4 MB and every character of it', async () => {
    const text = `select '\u202e🪨 "\\'; -- ${'é'.repeat(2 * 1024 * 1024 - 100)}\r\n\t`;
    const { id } = await save(snippet(text));
    expect(textOf((await read(id)) as unknown as ContentItem)).toBe(text);
  });

  it('keeps a report with a hundred parameters, in whatever order they are sent again', async () => {
    const values = Array.from({ length: 100 }, (_, n) => [`p${n}`, `${n}`] as const);
    const card = (entries: typeof values) => ({
      id: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
      name: 'Stones by day',
      source: { kind: 'sql' as const, sql: 'select 1' },
      chart: DEFAULT_CHART,
      parameters: Object.fromEntries(entries),
      width: 6,
      height: 4,
    });
    const report = (entries: typeof values, id?: string): SaveContentInput => ({
      type: 'report',
      name: 'Quarry',
      ...(id !== undefined && { id }),
      content: { schema_version: '1', days: null, cards: [card(entries)] },
    });
    const { id, content } = await save(report(values));
    expect(content).toEqual({ schema_version: '1', days: null, cards: [card(values)] });
    expect(await save(report(values.toReversed(), id))).toMatchObject({ version: 1 });
    await expect(save(snippet('select 1', { id, version: 1 }))).rejects.toMatchObject({
      code: 'bad_request',
      field: 'type',
    });
  });

  it('refuses more than one person keeps, and counts no deleted ones', async () => {
    await sql`
      insert into content_items (id, project_id, owner_id, type, name, content)
      select gen_random_uuid(), ${project.id}, ${owner.accountId}, 'sql', 'Stone', '{}'
      from generate_series(1, ${MAX_CONTENT_ITEMS - 1}::integer)`.execute(platform.db);
    const last = await save(snippet('the last one'));
    await expect(save(snippet('one more'))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('10000 snippets, reports and GraphQL queries'),
    });
    await save(snippet('still changed', { id: last.id, version: 1 }));
    await deleteContent(platform, owner, project.ref, [last.id]);
    await save(snippet('one more'));
    await expect(undeleteContent(platform, owner, project.ref, [last.id])).rejects.toMatchObject({
      code: 'conflict',
    });
    await save(snippet('from an open tab', { id: last.id, version: 2 }));
  });
});

describe('a deleted item', () => {
  it('is nowhere until it is brought back, and both may be said twice', async () => {
    const { id } = await save(snippet('one', { favorite: true }));
    for (let n = 0; n < 2; n++)
      expect(await deleteContent(platform, owner, project.ref, [id, id.toUpperCase()])).toEqual([{ id }]);
    await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      changeContent(platform, owner, { ref: project.ref, id }, { name: 'x' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    for (let n = 0; n < 2; n++)
      expect(await undeleteContent(platform, owner, project.ref, [id])).toEqual([{ id }]);
    expect(await read(id)).toMatchObject({ favorite: true, version: 1, content: { sql: 'one' } });
  });

  it('goes with all that are asked for, or none does', async () => {
    const { id } = await save(snippet('one'));
    await expect(deleteContent(platform, owner, project.ref, [id, randomUUID()])).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await read(id)).toMatchObject({ id });
  });

  it('comes back when a tab that was left open saves it', async () => {
    const { id } = await save(snippet('one'));
    await deleteContent(platform, owner, project.ref, [id]);
    expect(await save(snippet('two', { id, version: 1 }))).toMatchObject({ version: 2 });
    expect(await read(id)).toMatchObject({ content: { sql: 'two' } });
    await deleteContent(platform, owner, project.ref, [id]);
    expect(await save(snippet('two', { id, version: 1 }))).toMatchObject({ version: 2 });
  });

  it('is shown to a tab that is behind', async () => {
    const { id } = await save(snippet('one'));
    await save(snippet('two', { id, version: 1 }));
    await deleteContent(platform, owner, project.ref, [id]);
    await expect(save(snippet('three', { id, version: 1 }))).rejects.toMatchObject({
      code: 'conflict',
      details: { current: { version: 2, content: { sql: 'two' } } },
    });
    expect(await save(snippet('three', { id, version: 2 }))).toMatchObject({ version: 3 });
  });

  it('is erased when its days are over, and a tab that was left open saves it as new', async () => {
    const old = await save(snippet('old', { favorite: true }));
    const recent = await save(snippet('recent'));
    const kept = await save(snippet('kept'));
    await deleteContent(platform, owner, project.ref, [old.id, recent.id]);
    const age = (id: string, days: number) =>
      platform.db
        .updateTable('content_items')
        .set({ deleted_at: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', id)
        .execute();
    await age(old.id, 30.01);
    await age(recent.id, 29.99);
    expect(await eraseDeletedContent(platform.db, new Date())).toBe(1);
    expect(await eraseDeletedContent(platform.db, new Date())).toBe(0);
    await undeleteContent(platform, owner, project.ref, [recent.id, kept.id]);
    await expect(undeleteContent(platform, owner, project.ref, [old.id])).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await save(snippet('old', { id: old.id, version: 7 }))).toMatchObject({
      version: 1,
      favorite: false,
    });
  });
});
