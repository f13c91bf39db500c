import { randomUUID } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import type { UsageBatch } from '@basalt/project';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Actor } from '../kernel/ports.ts';
import { addUsage } from '../project-runtime/add-usage.ts';
import { readOrganizationUsage, readProjectUsage } from './read-usage.ts';
import { noteMeasured } from './store.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let pool: pg.Pool;
let owner: Actor;

beforeAll(async () => {
  const address = await cluster.createDatabase();
  platform = await openContentPlatform(address);
  pool = new pg.Pool(address);
  // The cluster may be gone before the last connection has said goodbye.
  pool.on('connect', (client) => client.on('error', () => {}));
  owner = await platform.insertPerson('Owner');
});
afterAll(async () => {
  await pool.end();
  await platform.db.destroy();
});

const batch = (parts: Partial<UsageBatch>): UsageBatch => ({
  source: randomUUID(),
  number: 1,
  day: '2026-01-30',
  counts: [],
  activeUsers: [],
  ...parts,
});

it('adds each batch once, and tells the days of a project and of all of an organization', async () => {
  const quarry = await platform.insertProject();
  const mill = await platform.insertProject();
  const [ada, bob] = [randomUUID(), randomUUID()];
  const source = randomUUID();
  const first = batch({
    source,
    counts: [
      { ref: quarry.ref, figure: 'rest_requests', value: 5 },
      { ref: quarry.ref, figure: 'functions_requests', value: 2 },
      { ref: quarry.ref, figure: 'rest_egress_bytes', value: 1_000 },
      { ref: quarry.ref, figure: 'realtime_peak_connections', value: 3 },
      { ref: 'a'.repeat(20), figure: 'rest_requests', value: 9 },
    ],
    activeUsers: [
      { ref: quarry.ref, userId: ada },
      { ref: quarry.ref, userId: bob },
    ],
  });
  // Nobody knew whether it was written, and it was.
  await Promise.all([addUsage(pool, first), addUsage(pool, first)]);
  await addUsage(pool, first);
  await addUsage(
    pool,
    batch({
      source,
      number: 2,
      day: '2026-01-31',
      counts: [
        { ref: quarry.ref, figure: 'rest_requests', value: 1 },
        { ref: quarry.ref, figure: 'realtime_peak_connections', value: 2 },
        { ref: mill.ref, figure: 'auth_requests', value: 4 },
      ],
      activeUsers: [{ ref: quarry.ref, userId: ada }],
    }),
  );
  // Another process of the same day, and a user in a new month.
  await addUsage(
    pool,
    batch({
      day: '2026-02-01',
      counts: [{ ref: quarry.ref, figure: 'realtime_messages', value: 7 }],
      activeUsers: [{ ref: quarry.ref, userId: ada }],
    }),
  );
  const span = { from: '2026-01-30', to: '2026-02-01' };
  const usage = await readProjectUsage(platform, owner, { ref: quarry.ref, ...span });
  expect(usage.days).toEqual([
    expect.objectContaining({ day: '2026-01-30', requests: 7, function_invocations: 2, active_users: 2 }),
    expect.objectContaining({
      day: '2026-01-31',
      requests: 1,
      realtime_peak_connections: 2,
      active_users: 2,
    }),
    expect.objectContaining({ day: '2026-02-01', requests: 0, realtime_messages: 7, active_users: 1 }),
  ]);
  expect(usage.total).toEqual({
    requests: 8,
    egress_bytes: 1_000,
    database_bytes: null,
    storage_bytes: null,
    function_invocations: 2,
    realtime_messages: 7,
    realtime_peak_connections: 3,
    active_users: 2,
  });
  expect(usage.services).toContainEqual({ service: 'rest', requests: 6, egress_bytes: 1_000 });

  const { slug } = await platform.db.selectFrom('organizations').select('slug').executeTakeFirstOrThrow();
  const all = await readOrganizationUsage(platform, owner, { slug, ...span });
  expect(all.total.requests).toBe(12);
  expect(all.projects.slice(0, 2).map(({ ref, total }) => [ref, total.requests])).toEqual([
    [quarry.ref, 8],
    [mill.ref, 4],
  ]);
  const one = await readOrganizationUsage(platform, owner, { slug, project_ref: mill.ref, ...span });
  expect(one.total.requests).toBe(4);
});

it('keeps the highest of what is measured, also on days without a look', async () => {
  const project = await platform.insertProject();
  await noteMeasured(platform.db, project.id, 'database_bytes', 2_000.4);
  await noteMeasured(platform.db, project.id, 'database_bytes', 1_000);
  const later = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const usage = await readProjectUsage(platform, owner, { ref: project.ref, from: later, to: later });
  expect(usage.days).toEqual([
    expect.objectContaining({ day: later, database_bytes: 2_000, storage_bytes: null, requests: 0 }),
  ]);
});

it('tells of a project that nobody used', async () => {
  const { ref } = await platform.insertProject();
  const { days, total } = await readProjectUsage(platform, owner, {
    ref,
    from: '2026-01-01',
    to: '2026-01-02',
  });
  expect(days.map(({ requests }) => requests)).toEqual([0, 0]);
  expect(total).toMatchObject({ requests: 0, active_users: 0, database_bytes: null });
});

it.each([
  ['2026-02-02', '2026-02-01', 'must not be later'],
  ['2025-01-01', '2026-02-01', 'less than 100 days'],
])('refuses days from %s to %s', async (from, to, message) => {
  const { ref } = await platform.insertProject();
  await expect(readProjectUsage(platform, owner, { ref, from, to })).rejects.toThrow(message);
});
