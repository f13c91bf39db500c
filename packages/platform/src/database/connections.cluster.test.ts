import { takeConnections, useTestCluster } from '@basalt/clusters/testing';
import type { EndIdleInput } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { ProjectConnections } from '../project-cluster/project-connections.ts';
import { endIdle, readConnections } from './connections.ts';
import { runQuery } from './run-query.ts';
import { runScript } from './run-script.ts';

/** What the smallest size leaves to the project's people. */
const LIMIT = 19;

// Its own cluster: the limit is one of a role.
const cluster = useTestCluster({ name: 'connections' });
const platformCluster = useTestCluster({ major: 17, kind: 'platform' });
const open: pg.Client[] = [];
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let reader: Actor;
let project: ProjectRow;
let dependencies: Dependencies;

beforeAll(async () => {
  platform = await openContentPlatform(await platformCluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
  project = await platform.insertProject();
  const address = cluster.adminAddress;
  await withClient(address, (admin) => admin.query(`alter role postgres connection limit ${LIMIT}`));
  dependencies = {
    db: platform.db,
    clusters: { start: async () => ({ address }) },
    sqlConnections: new ProjectConnections({ patienceMs: 400 }),
    log: () => {},
  } as unknown as Dependencies;
});
afterAll(() => platform.db.destroy());
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end().catch(() => {})));
});

/** As many as it can; answers how many there were. */
async function openIdle(count: number, applicationName: string): Promise<number> {
  const target = { ...cluster.adminAddress, user: 'postgres', applicationName };
  const { clients } = await takeConnections(target, count);
  open.push(...clients);
  return clients.length;
}
const read = (actor = owner) => readConnections(dependencies, actor, project.ref);
const level = async () =>
  (
    await platform.db
      .selectFrom('projects')
      .select('connections_level')
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
  ).connections_level;
const KIND = { user: 'postgres', database: 'postgres', application: 'leak', client: null };
const close = (change: Partial<EndIdleInput> = {}, actor = owner) =>
  endIdle(dependencies, actor, { ref: project.ref, ...KIND, ...change });

it('SQL pages answer when all connections are idle, and closing those ends the warning', async () => {
  expect(await openIdle(57, 'leak')).toBe(LIMIT);
  const query = { ref: project.ref, query: 'select current_user as one', readOnly: false };
  expect(await runQuery(dependencies, owner, query, undefined)).toEqual([{ one: 'postgres' }]);
  const events = [];
  const text = 'create table by_page (id int); drop table by_page';
  for await (const { type } of await runScript(
    dependencies,
    owner,
    { ref: project.ref, query: text, confirmed: true },
    undefined,
  ))
    events.push(type);
  expect(events).not.toContain('error');

  const { used, limit, idle } = await read();
  expect({ used, limit }).toEqual({ used: LIMIT, limit: LIMIT });
  expect(idle).toHaveLength(LIMIT);
  expect(await level()).toBe('critical');

  const [one] = idle;
  const connection = { pid: one?.pid ?? 0, connected_at: one?.connected_at ?? '' };
  expect(await close({ connection })).toEqual({ ended: 1 });
  expect(await close({ connection })).toEqual({ ended: 0 });
  expect(await close()).toEqual({ ended: LIMIT - 1 });
  expect(await level()).toBeNull();
  await expect.poll(async () => (await read()).idle).toEqual([]);
});

it('whoever may only read sees them without values, and closes none', async () => {
  await openIdle(1, 'leak');
  await open[0]?.query("select 'a secret' as word");
  const { idle } = await read(reader);
  expect(idle).toMatchObject([{ ...KIND, query: "select '…' as word" }]);
  await expect(close({}, reader)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await read()).idle).toHaveLength(1);
});
