import type { ClusterDriver, ClusterStats } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { connect, withClient } from '@basalt/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { migrate } from '../kernel/migrate.ts';
import { type Database, openDatabase } from '../kernel/open-database.ts';
import { randomLetters } from '../kernel/tokens.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { startSampler } from './sampler.ts';
import { averageSamples, writeSamples } from './store.ts';

const GB = 1_024 ** 3;
const platform = useTestCluster({ major: 17, kind: 'platform' });
const server = useTestCluster({ major: 17 });

let db: Database;
let organizationId: number;
let projectId: number;
let lastPort = 0;
let sampling: { stop: () => void } | null = null;
/** What the machine says of the project's cluster; its PostgreSQL is real. */
let stats: ClusterStats;
let looks = 0;
/** How often it was asked what is free on the machine's disk. */
let visits = 0;
/** On the machine's disk. */
let freeBytes = 100 * GB;
/** What a look at a project waits for. */
let held: (ref: string) => Promise<void>;

beforeAll(async () => {
  const { host, port, user, database } = await platform.createDatabase();
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  ({ db } = openDatabase(url, () => {}));
  await migrate(db);
  await db.insertInto('organizations').values({ slug: 'quarry', name: 'Quarry', plan: 'pro' }).execute();
});
afterAll(() => db.destroy());

async function insertProject(name: string): Promise<number> {
  const { id } = await db
    .insertInto('projects')
    .values({
      ref: randomLetters(20),
      organization_id: organizationId,
      name,
      region: 'eu-central-1',
      status: 'ACTIVE_HEALTHY',
      status_reason: null,
      postgres_engine: '17',
      release_channel: 'ga',
      port: ++lastPort,
      database_password: Buffer.from('sealed'),
      disk_size_gb: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeEach(async () => {
  await db.deleteFrom('projects').execute();
  const { id: organization_id } = await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  organizationId = organization_id;
  held = async () => {};
  projectId = await insertProject('Stones');
  stats = {
    cpuSeconds: 1,
    pssBytes: 20_000_000,
    readBytes: 0,
    writtenBytes: 0,
    changedBytes: 0,
    diskBytes: GB / 2,
    walBytes: GB / 4,
    temporaryBytes: 0,
    startedAt: new Date(Date.now() - 1_000),
    backends: 3,
    ownBackends: 1,
  };
});
afterEach(async () => {
  sampling?.stop();
  sampling = null;
});

/** @param hanging the refs of projects whose servers never answer */
function start(
  hanging: ReadonlySet<string> = new Set(),
  { everyMs = 50, watchMs = 60_000 }: { everyMs?: number; watchMs?: number } = {},
): void {
  const clusters = {
    stats: async (ref: string) => {
      if (hanging.has(ref)) return new Promise<never>(() => {});
      await held(ref);
      looks += 1;
      return stats;
    },
    capacity: async () => {
      visits += 1;
      return { memoryBytes: 8 * GB, cpus: 2, diskFreeBytes: freeBytes, enforcesLimits: false };
    },
    address: async () => server.adminAddress,
  } satisfies Partial<ClusterDriver> as unknown as ClusterDriver;
  sampling = startSampler({ db, clusters, log: () => {} }, everyMs, watchMs);
}

const samples = () =>
  db.selectFrom('resource_samples').selectAll().where('project_id', '=', projectId).execute();
const project = () =>
  db.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirstOrThrow();
const writes = () =>
  withClient({ ...server.adminAddress, user: OWNER_ROLE }, (client) =>
    client.query('create temporary table t (); create schema s; drop schema s').then(
      () => 'written',
      (error: { code: string }) => error.code,
    ),
  );

it('writes one sample a minute, the log of changes not counted', async () => {
  start();
  await expect.poll(async () => (await samples()).length).toBeGreaterThan(0);
  expect((await samples())[0]).toMatchObject({
    memory_bytes: 20_000_000,
    disk_bytes: GB / 4,
    connections: 3,
  });
  expect((await samples()).every(({ at }) => at.getTime() % 60_000 === 0)).toBe(true);
});

it('tells how much of what statements want is in memory, only while somebody is connected', async () => {
  start();
  await expect
    .poll(async () => (await samples())[0]?.cache_hit_percent ?? null, { timeout: 10_000 })
    .toBeGreaterThan(50);
  stats = { ...stats, backends: 0 };
  await expect.poll(async () => (await samples())[0]?.cache_hit_percent).toBeNull();
});

it('looks at the others all the same when the servers of some hang', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const hanging = await Promise.all(names.map(insertProject));
  const rows = await db.selectFrom('projects').select('ref').where('id', 'in', hanging).execute();
  // The last one to be looked at.
  await db.deleteFrom('projects').where('id', '=', projectId).execute();
  projectId = await insertProject('Stones');
  looks = 0;
  start(new Set(rows.map(({ ref }) => ref)));
  // Once the first of them have had their turn, nobody waits for them again.
  await expect.poll(() => looks, { timeout: 15_000 }).toBeGreaterThan(2);
  expect((await samples()).length).toBeGreaterThan(0);
}, 20_000);

it('writes nothing of a project whose cluster does not run', async () => {
  stats = { ...stats, startedAt: null, diskBytes: 2 * GB };
  looks = 0;
  start();
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(await samples()).toEqual([]);
});

it('makes a full database read-only, lets it be lifted for a time, and ends it when there is room', async () => {
  start();
  stats = { ...stats, diskBytes: 2 * GB };
  await expect.poll(writes).toBe('25006');
  expect((await project()).read_only_since).not.toBeNull();

  // By hand, and back again when the time is over.
  const until = new Date(Date.now() + 60_000);
  await db.updateTable('projects').set({ read_only_lifted_until: until }).execute();
  await expect.poll(writes).toBe('written');
  await db.updateTable('projects').set({ read_only_lifted_until: new Date() }).execute();
  await expect.poll(writes).toBe('25006');

  stats = { ...stats, diskBytes: GB };
  await expect.poll(writes).toBe('written');
  expect((await project()).read_only_since).toBeNull();
});

it('goes on where a killed process left off, and tells a server that was started anew', async () => {
  // The row was written, the server not told.
  stats = { ...stats, diskBytes: 2 * GB };
  await db.updateTable('projects').set({ read_only_since: new Date() }).execute();
  start();
  await expect.poll(writes).toBe('25006');

  // Something gave the server other files: a restored backup, for example.
  await withClient(server.adminAddress, async (client) => {
    await client.query('alter system reset default_transaction_read_only');
    await client.query('select pg_reload_conf()');
  });
  await expect.poll(writes).toBe('written');
  stats = { ...stats, startedAt: new Date() };
  await expect.poll(writes).toBe('25006');
  stats = { ...stats, diskBytes: GB / 2 };
  await expect.poll(writes).toBe('written');
});

it('warns when the people of a project have opened most of their connections', async () => {
  const level = async () => (await project()).connections_level;
  // Of the 19 that the smallest size leaves to them.
  stats = { ...stats, ownBackends: 15 };
  start();
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(await level()).toBeNull();
  stats = { ...stats, ownBackends: 16 };
  await expect.poll(level).toBe('warning');
  stats = { ...stats, ownBackends: 19 };
  await expect.poll(level).toBe('critical');
  stats = { ...stats, ownBackends: 14 };
  await expect.poll(level).toBeNull();
});

it('ends what fills the disk with temporary files, says so, and lets writes go on', async () => {
  const owner = { ...server.adminAddress, user: OWNER_ROLE };
  const [spilling, idle] = [await connect(owner), await connect(owner)];
  try {
    await spilling.query(`begin; declare c cursor with hold for select repeat('x', 1024) from generate_series(1, 9000);
      commit`);
    const before = Date.now();
    stats = { ...stats, diskBytes: 1.5 * GB, temporaryBytes: GB };
    start();
    const endedAt = async () => (await project()).temporary_files_ended_at?.getTime() ?? 0;
    await expect.poll(endedAt).toBeGreaterThanOrEqual(before);
    stats = { ...stats, diskBytes: GB / 2, temporaryBytes: 0 };
    expect(Number((await project()).temporary_files_ended_bytes)).toBeGreaterThan(5_000_000);
    await expect(spilling.query('select')).rejects.toThrow();
    await idle.query('select');
    await expect.poll(writes).toBe('written');
  } finally {
    await Promise.all([spilling, idle].map((client) => client.end().catch(() => {})));
  }
});

it('takes no writes when what fills the disk with temporary files keeps them from being ended', async () => {
  // Read as the folder of a statement with workers. Whoever has a shell in the project can put it there.
  const copy = (target: string) =>
    withClient(server.adminAddress, (client) =>
      client.query(`copy (select where false) to program 'cd base && ${target}'`),
    );
  await copy('mkdir -p pgsql_tmp && touch pgsql_tmp/pgsql_tmp1.0.fileset');
  try {
    stats = { ...stats, diskBytes: 2 * GB, temporaryBytes: GB };
    start();
    await expect.poll(writes).toBe('25006');
    await expect.poll(async () => (await project()).read_only_since).not.toBeNull();
  } finally {
    await copy('rm pgsql_tmp/pgsql_tmp1.0.fileset');
  }
  stats = { ...stats, diskBytes: GB / 2, temporaryBytes: 0 };
  await expect.poll(writes).toBe('written');
});

it('looks between two minutes when a disk may be filling up', async () => {
  looks = 0;
  start(new Set(), { everyMs: 60_000, watchMs: 30 });
  await expect.poll(async () => (await samples()).length).toBe(1);
  await expect.poll(writes).toBe('written');
  const first = looks;
  freeBytes -= GB / 8;
  const before = visits;
  // What came of a visit is done when the next one begins.
  await expect.poll(() => visits).toBeGreaterThanOrEqual(before + 3);
  expect(looks).toBe(first);
  stats = { ...stats, diskBytes: 2 * GB };
  freeBytes -= GB;
  await expect.poll(writes).toBe('25006');
  expect(looks).toBeGreaterThan(first);
  stats = { ...stats, diskBytes: GB / 2 };
  freeBytes -= GB;
  await expect.poll(writes).toBe('written');
});

it('takes one look at a project at a time, also when its turn is long in coming', async () => {
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(insertProject));
  looks = 0;
  start(new Set(), { everyMs: 1_000, watchMs: 30 });
  await expect.poll(() => looks).toBeGreaterThanOrEqual(6);
  await expect
    .poll(async () => (await db.selectFrom('resource_samples').select('at').execute()).length)
    .toBeGreaterThanOrEqual(6);

  const open = new Map<string, () => void>();
  const atOnce = new Map<string, number>();
  let most = 0;
  const done = new Set<string>();
  held = async (ref) => {
    const now = (atOnce.get(ref) ?? 0) + 1;
    atOnce.set(ref, now);
    most = Math.max(most, now);
    if (!done.has(ref)) await new Promise<void>((resolve) => open.set(ref, resolve));
    atOnce.set(ref, (atOnce.get(ref) ?? 0) - 1);
  };
  // Four are looked at because of their disks and two wait for their turn, until the minute's look comes to them, or the
  // other way round.
  freeBytes -= GB;
  await expect.poll(() => open.size, { timeout: 5_000 }).toBe(6);
  for (const ref of [...open.keys()].slice(0, 4)) {
    done.add(ref);
    open.get(ref)?.();
  }
  const before = visits;
  await expect.poll(() => visits, { timeout: 10_000 }).toBeGreaterThan(before + 1);
  expect(most).toBe(1);
  for (const go of open.values()) go();
}, 20_000);

it('averages samples by steps', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute));
  const sample = { project_id: projectId, memory_bytes: 100, disk_bytes: 5, read_bytes_per_second: null };
  for (const [minute, cpu] of [
    [0, 10],
    [1, 30],
    [4, 50],
  ] as const)
    await writeSamples(db, [
      {
        ...sample,
        at: at(minute),
        cpu_percent: cpu,
        written_bytes_per_second: 3_000_000_000 + cpu,
        connections: 2,
        cache_hit_percent: cpu,
      },
    ]);
  const averages = await averageSamples(db, projectId, { from: at(0), to: at(5), step: 120 });
  expect(averages.map(({ start, cpu_percent }) => [new Date(start * 1_000), cpu_percent])).toEqual([
    [at(0), 20],
    [at(4), 50],
  ]);
  expect(averages[0]).toMatchObject({
    memory_bytes: 100,
    read_bytes_per_second: null,
    written_bytes_per_second: 3_000_000_020,
    connections: 2,
  });
});
