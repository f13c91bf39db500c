import { setTimeout } from 'node:timers/promises';
import type { Operation } from '@basalt/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DATABASE_PASSWORD, PlatformUnderTest } from './platform-under-test.ts';

/**
 * SIGKILL at every step of every operation that moves data: of the platform process, and of all PostgreSQL servers of
 * projects. Afterwards the operation is done, or was taken back and says why; the rows are there; nothing is left over. The
 * steps are learnt by letting each operation run once undisturbed.
 */
type Victim = 'platform' | 'postgres';
type Moment = 'before' | 'after';

/** One operation: how a project gets to where it may begin, how it begins, and what must be true at the end. */
interface Row {
  kind: Operation['kind'];
  /** Gives the ref of the project that the operation works on. */
  prepare(): Promise<string>;
  act(ref: string): Promise<unknown>;
  /** Statuses the project may end with; null: gone. */
  ends: readonly (string | null)[];
}

const PATIENCE = 60_000;
const results = new Map<string, Record<string, string>>();
let platform: PlatformUnderTest;
let slug: string;
let shared: string;
let moment: string;
/** What the newest request was answered with if it was refused. */
let refusal = '';

beforeAll(async () => {
  platform = await PlatformUnderTest.create('23432-23631');
  await platform.start();
  slug = ((await platform.api('GET', '/v1/organizations')).body as { slug: string }[])[0]?.slug ?? '';
  shared = await newProject('17');
  await backUp(shared);
  // A moment that the archive must be able to give back: everything of it was acknowledged before.
  await query(shared, 'checkpoint').catch(() => undefined);
  moment = new Date().toISOString();
  await eventually(
    async () => (await overview(shared)).pitr.latest ?? '',
    (seen) => expect(seen).toSatisfy((latest: string) => Date.parse(latest) > Date.parse(moment) + 500),
  );
  await query(shared, "insert into kept values ('after the moment')");
}, 180_000);

afterAll(async () => {
  process.stdout.write(`\n${printed()}\n\n`);
  await platform.remove();
}, 60_000);

const rows: Row[] = [
  {
    kind: 'pause',
    prepare: () => inStatus(shared, 'ACTIVE_HEALTHY'),
    act: (ref) => post(`/platform/projects/${ref}/pause`),
    ends: ['INACTIVE'],
  },
  {
    kind: 'restore',
    prepare: () => inStatus(shared, 'INACTIVE'),
    act: (ref) => post(`/platform/projects/${ref}/restore`),
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'restart',
    prepare: () => inStatus(shared, 'ACTIVE_HEALTHY'),
    act: (ref) => post(`/platform/projects/${ref}/restart`),
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'resize',
    prepare: () => inStatus(shared, 'ACTIVE_HEALTHY'),
    act: async (ref) => {
      const { body } = await platform.api('GET', `/platform/projects/${ref}/compute`);
      const size = (body as { size: string }).size === 'nano' ? 'micro' : 'nano';
      await platform.fire('PATCH', `/platform/projects/${ref}/compute`, { size });
    },
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'back_up',
    prepare: () => inStatus(shared, 'ACTIVE_HEALTHY'),
    act: (ref) => post(`/platform/database/${ref}/backups`),
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'restore_backup',
    prepare: () => inStatus(shared, 'ACTIVE_HEALTHY'),
    act: (ref) => post(`/platform/database/${ref}/backups/pitr`, { at: moment }),
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'return_to',
    prepare: () => inStatus(shared, 'ACTIVE_HEALTHY'),
    act: async (ref) => {
      const [point] = (await overview(ref)).restore_points;
      await post(`/platform/database/${ref}/restore-points/${point?.id}/return`);
    },
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'upgrade',
    prepare: () => newProject('16'),
    act: (ref) => post(`/platform/projects/${ref}/upgrade`, { target_version: '17' }),
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'delete',
    prepare: () => newProject('17'),
    act: (ref) => platform.fire('DELETE', `/v1/projects/${ref}`),
    ends: [null],
  },
  {
    kind: 'recover',
    prepare: () => removedProject(),
    act: (ref) => post(`/platform/projects/${ref}/recover`),
    ends: ['ACTIVE_HEALTHY'],
  },
  {
    kind: 'erase',
    prepare: () => removedProject(),
    act: (ref) => post(`/platform/projects/${ref}/erase`),
    ends: [null],
  },
];

describe.each(rows)('$kind', (row) => {
  let steps: string[] = [];

  it('runs undisturbed', async () => {
    steps = await undisturbed(row);
    expect(steps.length).toBeGreaterThan(0);
  }, 120_000);

  it.each<Victim>(['platform', 'postgres'])(
    'survives the death of %s at every step',
    async (victim) => {
      for (const [place, step] of steps.entries())
        for (const when of momentsOf(victim, place)) await disturbed(row, step, when, victim);
    },
    600_000,
  );
});

/**
 * A step whose end was not recorded runs again: death after it is what it must bear. Death before it differs only for the first.
 * With `KILL_MATRIX=full` every step is tried at both moments.
 */
function momentsOf(victim: Victim, place: number): Moment[] {
  if (victim === 'postgres') return ['before'];
  return place === 0 || process.env.KILL_MATRIX === 'full' ? ['before', 'after'] : ['after'];
}

/** Runs the operation to its end and gives the names of its steps. */
async function undisturbed(row: Row): Promise<string[]> {
  const ref = await row.prepare();
  const known =
    row.kind === 'erase' ? ['remove-cluster', 'remove-backups', 'remove-files', 'forget-project'] : null;
  await row.act(ref);
  if (known !== null) {
    await expectEnd(ref, row);
    return known;
  }
  if (row.ends[0] === null) {
    await expectEnd(ref, row);
    await post(`/platform/projects/${ref}/recover`);
    await expectStatus(ref, ['ACTIVE_HEALTHY']);
  } else await expectEnd(ref, row);
  const operation = (await operations(ref)).find(({ kind }) => kind === row.kind);
  expect(operation).toMatchObject({ state: 'done' });
  return operation?.steps.map(({ name }) => name) ?? [];
}

async function disturbed(row: Row, step: string, when: Moment, victim: Victim): Promise<void> {
  const ref = await row.prepare();
  const point = `${row.kind}:${step}:${when}`;
  await platform.killAt(point, victim);
  const killed = victim === 'platform' ? platform.death() : platform.serversKilled();
  await row.act(ref);
  await inTime(killed, () => `Nothing was killed at ${point}. ${refusal}`);
  if (victim === 'platform') await platform.start();
  const name = `${row.kind} ${step}`;
  const column = `${victim} ${when}`;
  results.set(name, { ...results.get(name), [column]: 'FAILED' });
  const operation = await expectEnd(ref, row);
  await expectNothingLeftOver();
  results.set(name, { ...results.get(name), [column]: operation === 'failed' ? 'taken back' : 'done' });
}

/** Waits for the end of what is at work and looks whether the project is worth what it was. Gives how the operation ended. */
async function expectEnd(ref: string, row: Row): Promise<string> {
  await expectStatus(ref, row.ends);
  if (row.ends.includes(null)) return 'done';
  await eventually(
    async () => (await operations(ref))[0]?.state,
    (seen) => expect(seen).not.toBe('running'),
  );
  const last = (await operations(ref)).find(({ kind }) => kind === row.kind);
  if (last?.state === 'failed') expect(last.reason).toMatch(/\.$/);
  if (row.ends.includes('ACTIVE_HEALTHY'))
    await eventually(
      async () => (await query(ref, "select line from kept where line = 'still here'")).body,
      (seen) => expect(seen).toEqual([{ line: 'still here' }]),
    );
  return last?.state ?? '';
}

/** What the platform knows and what the machine shows must agree. */
async function expectNothingLeftOver(): Promise<void> {
  const look = async () => {
    const known = (await platform.api('GET', '/v1/projects')).body as { ref: string; status: string }[];
    const removed = (await platform.api('GET', '/platform/projects-removed')).body as { ref: string }[];
    const { folders, servers, scratch } = await platform.onThisMachine();
    const refs = [...known, ...removed].map(({ ref }) => ref).sort();
    const running = known.filter(({ status }) => status === 'ACTIVE_HEALTHY').map(({ ref }) => ref);
    return {
      folders: folders.join() === refs.join(),
      servers: servers.join() === running.sort().join(),
      scratch: scratch.filter((name) => !name.startsWith('verify')),
    };
  };
  await expect.poll(look, { timeout: PATIENCE }).toEqual({ folders: true, servers: true, scratch: [] });
}

async function newProject(engine: string): Promise<string> {
  const input = {
    name: 'Kill me',
    db_pass: DATABASE_PASSWORD,
    organization_slug: slug,
    postgres_engine: engine,
  };
  const { ref } = (await platform.api('POST', '/v1/projects', input)).body as { ref: string };
  await expectStatus(ref, ['ACTIVE_HEALTHY']);
  await query(ref, "create table kept (line text); insert into kept values ('still here')");
  return ref;
}

async function removedProject(): Promise<string> {
  const ref = await newProject('17');
  await platform.api('DELETE', `/v1/projects/${ref}`);
  await expectStatus(ref, [null]);
  await eventually(
    async () => (await platform.api('GET', '/platform/projects-removed')).body,
    (seen) => expect(seen).toEqual(expect.arrayContaining([expect.objectContaining({ ref })])),
  );
  return ref;
}

async function backUp(ref: string): Promise<void> {
  const before = (await overview(ref)).backups.length;
  await eventually(
    async () => (await platform.api('POST', `/platform/database/${ref}/backups`)).status,
    (seen) => expect(seen).toBe(200),
  );
  await eventually(
    async () => (await overview(ref)).backups.filter(({ state }) => state === 'done').length,
    (seen) => expect(seen).toBeGreaterThan(before === 0 ? 0 : before - 1),
  );
}

async function inStatus(ref: string, status: string): Promise<string> {
  await eventually(
    async () => (await operations(ref))[0]?.state,
    (seen) => expect(seen).not.toBe('running'),
  );
  if ((await statusOf(ref)) !== status)
    await platform.api('POST', `/v1/projects/${ref}/${status === 'INACTIVE' ? 'pause' : 'restore'}`);
  await expectStatus(ref, [status]);
  return ref;
}

async function expectStatus(ref: string, wanted: readonly (string | null)[]): Promise<void> {
  await eventually(
    async () => wanted.includes(await statusOf(ref)),
    (seen) => expect(seen).toBe(true),
  );
}

/** A promise that must not be waited for without end. */
async function inTime(awaited: Promise<void>, otherwise: () => string): Promise<void> {
  const timer = new AbortController();
  const late = setTimeout(PATIENCE, null, { signal: timer.signal }).then(() => {
    throw new Error(otherwise());
  });
  await Promise.race([awaited, late]).finally(() => timer.abort());
  late.catch(() => undefined);
}

/** Looks again and again until what is seen is as it must be. Also for hooks, where `expect.poll` is not. */
function eventually<T>(look: () => Promise<T>, check: (seen: T) => void): Promise<void> {
  return vi.waitFor(async () => check(await look()), { timeout: PATIENCE, interval: 50 });
}

async function statusOf(ref: string): Promise<string | null> {
  const { status, body } = await platform.api('GET', `/v1/projects/${ref}`);
  return status === 404 ? null : (body as { status: string }).status;
}

async function operations(ref: string): Promise<Operation[]> {
  return (await platform.api('GET', `/platform/projects/${ref}/operations`)).body as Operation[];
}

async function overview(ref: string) {
  const { body } = await platform.api('GET', `/platform/database/${ref}/backups`);
  return body as {
    backups: { state: string }[];
    restore_points: { id: string }[];
    pitr: { latest: string | null };
  };
}

function query(ref: string, sql: string) {
  return platform.api('POST', `/v1/projects/${ref}/database/query`, { query: sql });
}

/** Asks for something that the process may not survive; again while a backup that the platform takes by itself is in the way. */
async function post(path: string, body: unknown = {}): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await platform.api('POST', path, body).catch(() => null);
    refusal = answer !== null && answer.status >= 400 ? JSON.stringify(answer.body) : '';
    if (answer?.status !== 409 || Date.now() > end) return;
    await setTimeout(200);
  }
}

function printed(): string {
  const columns = ['platform before', 'platform after', 'postgres before'];
  const lines = [...results].map(([name, cells]) => [name, ...columns.map((column) => cells[column] ?? '-')]);
  const table = [['operation and step', ...columns], ...lines];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  return table
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}
