import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Actor } from '../kernel/ports.ts';
import { startForgettingEvents } from './forget-old-events.ts';
import { clearEvents, listEvents, switchEvents } from './manage-events.ts';
import { recordEvent } from './record-event.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let slug: string;
let ref: string;
let owner: Actor;
let reader: Actor;

beforeAll(async () => {
  platform = await openContentPlatform(await cluster.createDatabase());
  ({ slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
  ({ ref } = await platform.insertProject());
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  await platform.db.deleteFrom('usage_events').execute();
});

const list = (question: { before?: number; limit?: number } = {}) =>
  listEvents(platform, owner, slug, { limit: 100, ...question });

it('keeps what somebody did, by ids and in order, page by page', async () => {
  await recordEvent(platform, reader, { ref, event: 'sql_run' });
  await recordEvent(platform, owner, { ref, event: 'project_paused' });
  await recordEvent(platform, owner, { ref, event: 'sql_run' });
  const { is_kept, counts, events } = await list();
  expect(is_kept).toBe(true);
  expect(counts).toEqual([
    { event: 'sql_run', count: 2, last_at: events[0]?.at },
    { event: 'project_paused', count: 1, last_at: events[1]?.at },
  ]);
  expect(events.map(({ event, account_id, project_ref }) => [event, account_id, project_ref])).toEqual([
    ['sql_run', owner.accountId, ref],
    ['project_paused', owner.accountId, ref],
    ['sql_run', reader.accountId, ref],
  ]);
  const older = await list({ before: events[0]?.id ?? 0, limit: 1 });
  expect(older.events).toEqual([events[1]]);
});

it('keeps nothing while it is switched off, and what was kept until it is deleted', async () => {
  await recordEvent(platform, owner, { ref, event: 'sql_run' });
  await switchEvents(platform, owner, slug, false);
  await recordEvent(platform, owner, { ref, event: 'sql_run' });
  expect(await list()).toMatchObject({ is_kept: false, counts: [{ count: 1 }] });
  await clearEvents(platform, owner, slug);
  expect(await list()).toMatchObject({ counts: [], events: [] });
  await switchEvents(platform, owner, slug, true);
  await recordEvent(platform, owner, { ref, event: 'sql_run' });
  expect(await list()).toMatchObject({ is_kept: true, counts: [{ count: 1 }] });
});

it('has an end, in number and in time', async () => {
  for (let n = 0; n < 5; n++) await recordEvent(platform, owner, { ref, event: 'sql_run' }, 3);
  const { events } = await list();
  expect(events).toHaveLength(3);
  await platform.db
    .updateTable('usage_events')
    .set({ at: new Date(Date.now() - 91 * 86_400_000) })
    .where('id', '<', events[0]?.id ?? 0)
    .execute();
  const forgetting = startForgettingEvents({ db: platform.db, log: () => {} });
  try {
    await expect.poll(async () => (await list()).events.map(({ id }) => id)).toEqual([events[0]?.id]);
  } finally {
    forgetting.stop();
  }
});

it('is shown and switched by those who may change the organization', async () => {
  const stranger = await platform.insertPerson(null);
  for (const [actor, code] of [
    [reader, 'forbidden'],
    [stranger, 'not_found'],
  ] as const) {
    await expect(listEvents(platform, actor, slug, { limit: 1 })).rejects.toMatchObject({ code });
    await expect(switchEvents(platform, actor, slug, false)).rejects.toMatchObject({ code });
    await expect(clearEvents(platform, actor, slug)).rejects.toMatchObject({ code });
  }
  await expect(recordEvent(platform, stranger, { ref, event: 'sql_run' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
