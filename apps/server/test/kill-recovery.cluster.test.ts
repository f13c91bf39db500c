import { describeShare, KILL_TURN, shareOf } from '@basalt/clusters/testing';
import type { BackupOverview, Operation, RemovedProject } from '@basalt/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_PASSWORD, PlatformUnderTest } from './platform-under-test.ts';

/**
 * SIGKILL of the platform process at the steps of every operation. After the next start the project is where it was
 * heading, its data is there, and nothing is left over: no process, folder, port or row. A run tries a share of the moments.
 */
let platform: PlatformUnderTest;
let slug: string;

beforeAll(async () => {
  platform = await PlatformUnderTest.create('21432-21531');
  await platform.start();
  const { body } = await platform.api('GET', '/v1/organizations');
  slug = (body as { slug: string }[])[0]?.slug ?? '';
});

afterAll(async () => {
  process.stdout.write(`\n${describeShare(KILL_TURN, 'KILL_MATRIX')}\n\n`);
  await platform.remove();
});

const newProject = () => ({ name: 'Kill me', db_pass: DATABASE_PASSWORD, organization_slug: slug });

async function refs(): Promise<Map<string, string>> {
  const { body } = await platform.api('GET', '/v1/projects');
  return new Map((body as { ref: string; status: string }[]).map(({ ref, status }) => [ref, status]));
}

async function statusOf(ref: string): Promise<string | null> {
  const { status, body } = await platform.api('GET', `/v1/projects/${ref}`);
  return status === 404 ? null : (body as { status: string }).status;
}

async function expectStatus(ref: string, expected: string | null): Promise<void> {
  await expect.poll(() => statusOf(ref), { timeout: 20_000, interval: 30 }).toBe(expected);
}

function query(ref: string, sql: string) {
  return platform.api('POST', `/v1/projects/${ref}/database/query`, { query: sql });
}

/** What the platform knows and what the machine shows must agree. */
async function expectNoOrphans(): Promise<void> {
  const known = await refs();
  const running = [...known].filter(([, status]) => status === 'ACTIVE_HEALTHY').map(([ref]) => ref);
  const { body } = await platform.api('GET', '/platform/projects-removed');
  const removed = (body as RemovedProject[]).map(({ ref }) => ref);
  const { folders, servers } = await platform.onThisMachine();
  expect(folders).toEqual([...known.keys(), ...removed].sort());
  expect(servers).toEqual(running.sort());
}

async function dieAt(point: string, act: () => Promise<void>): Promise<void> {
  await platform.killAt(point);
  const death = platform.death();
  await act();
  await death;
  await platform.start();
}

async function createdRef(before: Map<string, string>): Promise<string> {
  const created = [...(await refs()).keys()].filter((ref) => !before.has(ref));
  expect(created).toHaveLength(1);
  return created[0] as string;
}

const MOMENTS = ['before', 'after'] as const;
/** On some days a short list has no point whose turn it is: its suite must be skipped then, an empty one is a failure. */
const points = (kind: string, steps: string[]) =>
  shareOf(
    steps.flatMap((step) => MOMENTS.map((moment) => `${kind}:${step}:${moment}`)),
    KILL_TURN,
  );

describe('create', () => {
  const steps = ['create-cluster', 'start-cluster', 'set-password', 'check-database', 'record-origin'];

  it.each(points('create', steps))('survives death at %s', async (point) => {
    const before = await refs();
    await dieAt(point, () => platform.fire('POST', '/v1/projects', newProject()));
    const ref = await createdRef(before);
    await expectStatus(ref, 'ACTIVE_HEALTHY');
    const { backups } = (await platform.api('GET', `/platform/database/${ref}/backups`))
      .body as BackupOverview;
    expect(backups).toMatchObject([{ reason: 'origin', state: 'done' }]);
    expect(await query(ref, 'select current_user')).toMatchObject({
      status: 201,
      body: [{ current_user: 'postgres' }],
    });
    await expectNoOrphans();
  });
});

describe('pause, restore and restart', () => {
  let ref: string;

  beforeAll(async () => {
    ref = [...(await refs()).keys()][0] as string;
    await query(ref, "create table kept (line text); insert into kept values ('still here')");
  });

  const cases = [
    ...points('pause', ['stop-cluster']).map((point) => ({
      point,
      from: 'ACTIVE_HEALTHY',
      to: 'INACTIVE',
    })),
    ...points('restore', ['start-cluster', 'check-database']).map((point) => ({
      point,
      from: 'INACTIVE',
      to: 'ACTIVE_HEALTHY',
    })),
    ...points('restart', ['stop-cluster', 'start-cluster', 'check-database']).map((point) => ({
      point,
      from: 'ACTIVE_HEALTHY',
      to: 'ACTIVE_HEALTHY',
    })),
  ];

  it.each(cases)('survives death at $point', async ({ point, from, to }) => {
    if ((await statusOf(ref)) !== from) {
      await platform.api('POST', `/v1/projects/${ref}/${from === 'INACTIVE' ? 'pause' : 'restore'}`);
      await expectStatus(ref, from);
    }
    const kind = point.split(':')[0];
    await dieAt(point, () => platform.fire('POST', `/platform/projects/${ref}/${kind}`));
    await expectStatus(ref, to);
    await expectNoOrphans();
    if (to === 'ACTIVE_HEALTHY')
      expect((await query(ref, 'table kept')).body).toEqual([{ line: 'still here' }]);
    const { body } = await platform.api('GET', `/platform/projects/${ref}/operations`);
    const [last] = body as Operation[];
    expect(last).toMatchObject({ kind, state: 'done' });
    expect(last?.steps.every((step) => step.state === 'done')).toBe(true);
  });
});

const rotations = points('rotate_jwt_secret', ['prepare-keys', 'replace-secret']);
describe.skipIf(rotations.length === 0)('a change of the JWT secret', () => {
  it.each(rotations)('survives death at %s', async (point) => {
    const ref = [...(await refs()).keys()][0] as string;
    const secret = `the next secret, told apart by ${point}`;
    const url = `/platform/projects/${ref}/config/secrets`;
    await dieAt(point, () => platform.fire('PATCH', url, { jwt_secret: secret }));
    const update = async () => (await platform.api('GET', `${url}/update-status`)).body;
    await expect
      .poll(update, { timeout: 20_000, interval: 30 })
      .toMatchObject({ update_status: { status: 'updated', progress: 100, error: null } });
    const settings = (await platform.api('GET', `/platform/projects/${ref}/settings`)).body;
    expect(settings).toMatchObject({ jwt_secret: secret });
    await expectStatus(ref, 'ACTIVE_HEALTHY');
  });
});

const deletions = points('delete', ['stop-cluster', 'mark-removed']);
describe.skipIf(deletions.length === 0)('delete', () => {
  it.each(deletions)('survives death at %s', async (point) => {
    const ref = [...(await refs()).keys()].at(-1) as string;
    await dieAt(point, () => platform.fire('DELETE', `/v1/projects/${ref}`));
    await expectStatus(ref, null);
    await expectNoOrphans();
  });
});

describe('at any time', () => {
  it.each([0, 5, 15, 30, 60, 100])('survives death %i ms after a creation was asked for', async (delay) => {
    const before = await refs();
    const asked = platform.fire('POST', '/v1/projects', newProject());
    await new Promise((resolve) => setTimeout(resolve, delay));
    await platform.kill();
    await asked;
    await platform.start();
    // Nobody was told about a creation that was not written down: then there is nothing at all.
    for (const ref of (await refs()).keys()) if (!before.has(ref)) await expectStatus(ref, 'ACTIVE_HEALTHY');
    await expectNoOrphans();
  });
});
