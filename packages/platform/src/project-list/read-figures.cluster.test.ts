import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPlatform } from '../backups/platform-for-test.ts';
import { writeSamples } from '../resources/store.ts';
import { readFigures } from './read-figures.ts';

const cluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openTestPlatform>>;

beforeAll(async () => {
  platform = await openTestPlatform(await cluster.createDatabase());
});
afterAll(() => platform.db.destroy());

it('tells of each project its disk, its backups and its requests of seven days', async () => {
  const { db, insertProject, insertBackup } = platform;
  const [busy, paused, fresh] = [await insertProject(), await insertProject(), await insertProject()];
  const now = new Date('2026-01-31T12:00:00Z');
  const sample = {
    cpu_percent: null,
    memory_bytes: null,
    read_bytes_per_second: null,
    written_bytes_per_second: null,
    connections: null,
    cache_hit_percent: null,
  };
  for (const [minute, disk_bytes] of [
    [1, 500],
    [2, 700],
    [3, null],
  ] as const)
    await writeSamples(db, [
      {
        ...sample,
        project_id: busy.id,
        at: new Date(now.getTime() + minute * 60_000),
        disk_bytes,
      },
    ]);
  const day = (project: { id: number }, day: string, figure: string, value: number) =>
    db.insertInto('usage_days').values({ project_id: project.id, day, figure, value }).execute();
  await day(busy, '2026-01-31', 'database_bytes', 900);
  await day(busy, '2026-01-31', 'rest_requests', 3);
  await day(busy, '2026-01-31', 'other_requests', 4);
  await day(busy, '2026-01-31', 'rest_egress_bytes', 1_000);
  await day(busy, '2026-01-25', 'auth_requests', 5);
  await day(busy, '2026-01-24', 'rest_requests', 100);
  await day(paused, '2025-11-03', 'database_bytes', 300);
  await day(paused, '2025-11-02', 'database_bytes', 400);
  const finished_at = new Date('2026-01-30T03:00:00Z');
  await insertBackup(busy, { finished_at });
  await insertBackup(busy, { state: 'failed', finished_at: now });

  const figuresOf = await readFigures(db, [busy.id, paused.id, fresh.id], now);
  expect(figuresOf(busy.id)).toEqual({
    disk_bytes: 700,
    last_backup_at: finished_at.toISOString(),
    requests: [5, 0, 0, 0, 0, 0, 7],
  });
  const none = { last_backup_at: null, requests: [0, 0, 0, 0, 0, 0, 0] };
  expect(figuresOf(paused.id)).toEqual({ disk_bytes: 300, ...none });
  expect(figuresOf(fresh.id)).toEqual({ disk_bytes: null, ...none });
  expect((await readFigures(db, [], now))(busy.id)).toEqual({ disk_bytes: null, ...none });
});
