import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import type { QueryEvent } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { KeptLintReports } from '../advisors/kept-reports.ts';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { ProjectConnections } from '../project-cluster/project-connections.ts';
import { endRunning } from './end-running.ts';
import { MemoryExportTickets } from './export-tickets.ts';
import { listRunning } from './list-running.ts';
import { openExport } from './open-export.ts';
import { readReport } from './read-report.ts';
import { requestExport } from './request-export.ts';
import { runQuery } from './run-query.ts';
import { runScript } from './run-script.ts';

/** Of the smallest size. */
const SHARE = 5;
const BUSY = {
  code: 'unavailable',
  status: 503,
  message: expect.stringMatching(/^All 5 connections .* are in use\. .*end one under “Running queries”/),
};

const cluster = useTestCluster();
const platformCluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let actor: Actor;
let project: ProjectRow;
let address: ClusterAddress;
let dependencies: Dependencies;

beforeAll(async () => {
  platform = await openContentPlatform(await platformCluster.createDatabase());
  actor = await platform.insertPerson('Owner');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  project = await platform.insertProject();
  address = await cluster.createDatabase();
  dependencies = {
    db: platform.db,
    clusters: { start: async () => ({ address }) },
    exportTickets: new MemoryExportTickets(),
    lintReports: new KeptLintReports(),
    sqlConnections: new ProjectConnections({ patienceMs: 400 }),
    log: () => {},
  } as unknown as Dependencies;
});

const query = (text: string, signal?: AbortSignal) =>
  runQuery(dependencies, actor, { ref: project.ref, query: text, readOnly: false }, signal);
const script = (text: string, signal?: AbortSignal) =>
  runScript(dependencies, actor, { ref: project.ref, query: text, confirmed: true }, signal);
const running = async () =>
  (await listRunning(dependencies, actor, project.ref)).filter(({ query }) => query.includes('pg_sleep'));
const connected = () =>
  withClient(address, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and usename = 'postgres'`,
    );
    return rows[0]?.n ?? 0;
  });

async function read(events: AsyncGenerator<QueryEvent>): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  return types;
}

it('never holds more connections than the share, and says what to do when they are in use', async () => {
  const stop = new AbortController();
  const runs = Array.from({ length: SHARE }, () => query('select pg_sleep(60)', stop.signal));
  const ended = Promise.allSettled(runs);
  await expect.poll(async () => (await running()).length).toBe(SHARE);

  await expect(query('select 1')).rejects.toMatchObject(BUSY);
  await expect(script('select 1')).rejects.toMatchObject(BUSY);
  const { fileUrl } = await requestExport(dependencies, actor, { ref: project.ref, query: 'select 1' });
  const ticket = fileUrl.split('/').at(-1) ?? '';
  const wanted = { ref: project.ref, ticket };
  await expect(openExport(dependencies, actor, wanted, AbortSignal.timeout(9_000))).rejects.toMatchObject(
    BUSY,
  );
  expect(await connected()).toBe(SHARE);

  // What ends them is not counted, or nobody could.
  expect((await readReport(dependencies, actor, project.ref)).connections.used).toBeGreaterThanOrEqual(SHARE);
  const [first] = await running();
  const target = { ref: project.ref, pid: first?.pid ?? 0, connected_at: first?.connected_at ?? '' };
  expect(await endRunning(dependencies, actor, 'cancel', target)).toEqual({ ended: true });
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  stop.abort();
  await ended;
});

it('lets those who come together wait for each other', async () => {
  const runs = Array.from({ length: 4 * SHARE }, (_, n) => query(`select ${n} as n, pg_sleep(0.01)`));
  expect((await Promise.all(runs)).map(([row]) => row?.n)).toEqual(runs.map((_, n) => n));
});

it('gives back what a run held, however it ended', async () => {
  const events = Array.from({ length: 3 * SHARE }, async (_, n) =>
    read(await script(n % 2 === 0 ? 'select 1' : 'select 1/0')),
  );
  for (const types of await Promise.all(events)) expect(types.length).toBeGreaterThan(0);
  const left = Array.from({ length: SHARE }, () => script('select pg_sleep(60)'));
  for (const stream of await Promise.all(left)) {
    await stream.next();
    await stream.return(undefined);
  }
  await expect(query('select 1/0')).rejects.toMatchObject({ code: 'sql_error' });
  expect(await query('select 2 as two')).toEqual([{ two: 2 }]);
});
