import { useTestCluster } from '@basalt/clusters/testing';
import { CONTENT_GRACE_DAYS } from '@basalt/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { deleteContent, undeleteContent } from './change-content.ts';
import { createFolder, deleteFolders } from './change-folders.ts';
import { openContentPlatform, snippet } from './content-for-test.ts';
import { listDeleted } from './list-deleted.ts';
import { readerOf } from './policy.ts';
import { saveContent } from './save-content.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let project: ProjectRow;
let ref: string;
let owner: Actor;
let colleague: Actor;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  owner = await platform.insertPerson('Developer');
  colleague = await platform.insertPerson('Owner');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  await platform.db.deleteFrom('projects').execute();
  project = await platform.insertProject();
  ref = project.ref;
});

const save = (name: string, more: Parameters<typeof snippet>[1] = {}) =>
  saveContent(platform, owner, ref, snippet('select 1', { name, ...more }));
const remove = (...items: { id: string }[]) =>
  deleteContent(
    platform,
    owner,
    ref,
    items.map(({ id }) => id),
  );
/** As if it had been deleted that many days ago. */
const age = (id: string, days: number) =>
  platform.db
    .updateTable('content_items')
    .set({ deleted_at: sql<Date>`now() - make_interval(hours => ${days * 24}::integer)` })
    .where('id', '=', id)
    .execute();
const list = async (actor = owner, more: Partial<Parameters<typeof listDeleted>[2]> = {}) =>
  listDeleted(platform.db, await readerOf(platform.db, actor, ref), { type: 'sql', limit: 100, ...more });
const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);

it('holds what one has deleted, the last first, and until when it can come back', async () => {
  const first = await save('First');
  const second = await save('Second', { visibility: 'project' });
  await save('Kept');
  await remove(first);
  await age(first.id, 1);
  await remove(second);
  const page = await list();
  expect(namesOf(page)).toEqual(['Second', 'First']);
  expect(page.cursor).toBeNull();
  for (const item of page.data) {
    const left = Date.parse(item.erased_at) - Date.parse(item.deleted_at);
    expect(left / 86_400_000).toBe(CONTENT_GRACE_DAYS);
    expect(item).toMatchObject({ type: 'sql', can_update: true });
    expect(item).not.toHaveProperty('content');
  }
});

it('is nobody else’s, whatever their role and even if it was shared', async () => {
  await remove(await save('Private'), await save('Shared', { visibility: 'project' }));
  expect((await list(colleague)).data).toEqual([]);
  const elsewhere = ref;
  ({ ref } = await platform.insertProject());
  expect((await list()).data).toEqual([]);
  ref = elsewhere;
  expect(namesOf(await list()).sort()).toEqual(['Private', 'Shared']);
});

it('keeps snippets and reports apart', async () => {
  const report = await saveContent(platform, owner, ref, {
    type: 'report',
    name: 'Report',
    content: { schema_version: '1', days: null, cards: [] },
  });
  await remove(report, await save('Snippet'));
  expect(namesOf(await list())).toEqual(['Snippet']);
  expect(namesOf(await list(owner, { type: 'report' }))).toEqual(['Report']);
});

it('no longer holds what was brought back or saved again', async () => {
  const items = [await save('Back'), await save('Saved again'), await save('Still deleted')] as const;
  await remove(...items);
  await undeleteContent(platform, owner, ref, [items[0].id]);
  await saveContent(platform, owner, ref, snippet('select 2', { id: items[1].id, version: 1 }));
  expect(namesOf(await list())).toEqual(['Still deleted']);
});

it('holds what went with its folder', async () => {
  const { id: folder_id } = await createFolder(platform, owner, ref, { name: 'Stones' });
  await save('Inside', { folder_id });
  await deleteFolders(platform, owner, ref, [folder_id]);
  expect((await list()).data).toMatchObject([{ name: 'Inside', folder_id: null }]);
});

it('leaves out what may be erased at any moment', async () => {
  const late = await save('Too late');
  const last = await save('Last day');
  await remove(late, last);
  await age(late.id, CONTENT_GRACE_DAYS);
  await age(last.id, CONTENT_GRACE_DAYS - 0.5);
  expect(namesOf(await list())).toEqual(['Last day']);
});

it('goes on where it was, whatever is deleted or brought back in between', async () => {
  // Seven at a time are deleted in the same moment, as with a folder: only the id tells them apart.
  await sql`
    insert into content_items (id, project_id, owner_id, type, name, content, deleted_at)
    select gen_random_uuid(), ${project.id}, ${owner.accountId}, 'sql', 'Stone ' || n, '{}',
      date_trunc('milliseconds', now()) - interval '1 hour' - interval '1.001 seconds' * (n / 7)
    from generate_series(1, 60) n`.execute(platform.db);
  const before = await platform.db.selectFrom('content_items').select('id').execute();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(owner, { limit: 25, cursor });
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.cursor ?? undefined;
    await remove(await save('Deleted meanwhile'));
    await undeleteContent(platform, owner, ref, seen.slice(0, 1));
  } while (cursor !== undefined);
  expect(new Set(seen)).toEqual(new Set(before.map(({ id }) => id)));
  expect(seen).toHaveLength(before.length);
});

it('refuses the cursor of another list', async () => {
  const cursor = Buffer.from(
    JSON.stringify(['updated_at', '2026-01-31T12:00:00.123Z', '44444444-4444-4444-8444-444444444444']),
  ).toString('base64url');
  await expect(list(owner, { cursor })).rejects.toMatchObject({ code: 'bad_request', field: 'cursor' });
});
