import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@playwright/test';
import { Client } from 'pg';
import { ApiClient } from '../basalt/api-client.ts';
import { findFreePorts } from '../basalt/free-ports.ts';
import { killProcesses, processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { type Basalt, disposeBasalt, makeHome, runToEnd, startBasalt } from '../basalt/start-basalt.ts';

/** A server of this file's own: it is stopped, killed and started again. */
const test = base.extend<object, { server: { current: Basalt }; api: ApiClient }>({
  server: [
    async ({ browserName: _ }, use) => {
      // Webhooks of these tests are received on this machine.
      const server = {
        current: await startBasalt({ environment: { BASALT_OUTGOING_ALLOW: '127.0.0.1' } }),
      };
      await use(server);
      await disposeBasalt(server.current);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  api: [
    async ({ server }, use) => use(new ApiClient(server.current.origin, OWNER.accessToken)),
    { scope: 'worker' },
  ],
});
test.setTimeout(180_000);

test('ctrl-c stops everything, and the next start has the rows', async ({ server, api }) => {
  const { ref } = await api.createProject('Kept');
  await api.rows(ref, "create table notes as select 'kept through the night' as text");
  const { home, environment } = server.current;
  expect(await server.current.stop()).toBe(0);
  expect(await processesOfHome(home)).toEqual([]);
  server.current = await startBasalt({ environment });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await api.rows(ref, 'select text from notes')).toEqual([{ text: 'kept through the night' }]);
});

test('when the platform process is killed, a client of a database notices nothing', async ({
  server,
  api,
}) => {
  const { ref } = await api.createProject('Untouched');
  const client = new Client({ connectionString: await api.connectionString(ref) });
  await client.connect();
  try {
    const backend = await client.query('select pg_backend_pid() as pid');
    const processes = await processesOfHome(server.current.home);
    const platform = processes.find(({ command }) => command.includes('platform-process'));
    expect(platform).toBeDefined();
    process.kill(platform?.pid ?? 0, 'SIGKILL');
    expect((await client.query('select pg_backend_pid() as pid')).rows).toEqual(backend.rows);
    // The supervisor starts it again, and it takes the running database over.
    await expect
      .poll(
        () =>
          api.query(ref, 'select 1').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(201);
    const [row] = await api.rows(
      ref,
      `select count(*)::int as n from pg_stat_activity where pid = ${backend.rows[0].pid}`,
    );
    expect(row).toEqual({ n: 1 });
    expect((await api.request('GET', `/v1/projects/${ref}`)).body.status).toBe('ACTIVE_HEALTHY');
  } finally {
    await client.end();
  }
});

test('when everything of ours is killed, the next start takes the databases over', async ({
  server,
  api,
}) => {
  const { ref } = await api.createProject('Orphan');
  await api.rows(ref, 'create table notes as select 1 as id');
  const { home, environment } = server.current;
  const ours = (await processesOfHome(home)).filter(({ isPostgres }) => !isPostgres);
  killProcesses(ours);
  server.current = await startBasalt({ environment });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await api.rows(ref, 'select id from notes')).toEqual([{ id: 1 }]);
});

test('when everything of ours is killed with webhooks under way, each of them arrives after the next start', async ({
  server,
  api,
}) => {
  const arrived: { order: number; id: string }[] = [];
  let answers = false;
  const receiver = createServer(async (request, response) => {
    const { record } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    arrived.push({ order: record.id, id: String(request.headers['webhook-id']) });
    if (answers) response.end('thanks');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const { ref } = await api.createProject('Telegraph');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await api.rows(
      ref,
      `create table orders (id int primary key);
       create trigger tell after insert on orders for each row
         execute function supabase_functions.http_request('${url}', 'POST', '{}', '{}', '30000');
       insert into orders select generate_series(1, 40)`,
    );
    // It is looked once a minute for projects that have come to use webhooks.
    await expect.poll(() => arrived.length, { timeout: 75_000 }).toBe(4);
    const { home, environment } = server.current;
    killProcesses((await processesOfHome(home)).filter(({ isPostgres }) => !isPostgres));
    const underWay = [...arrived];
    receiver.closeAllConnections();
    answers = true;
    server.current = await startBasalt({ environment });
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    const waiting = () =>
      api.rows(
        ref,
        `select (select count(*)::int from net.http_request_queue) as waiting,
           (select count(*)::int from net._http_response where status_code = 200) as answered`,
      );
    await expect.poll(waiting, { timeout: 75_000 }).toEqual([{ waiting: 0, answered: 40 }]);
    const orders = Array.from({ length: 40 }, (_, i) => i + 1);
    expect([...new Set(arrived.map(({ order }) => order))].sort((a, b) => a - b)).toEqual(orders);
    // Those that were under way come a second time, and a receiver can tell.
    for (const one of underWay) expect(arrived.filter(({ id }) => id === one.id)).toEqual([one, one]);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
});

test('a second start on the same folder says so and ends', async ({ server, api }) => {
  const { code, output } = await runToEnd(server.current.environment);
  expect(code).not.toBe(0);
  expect(output).toContain(server.current.home);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect((await api.request('GET', '/health')).status).toBe(200);
});

for (const port of ['BASALT_PORT', 'BASALT_GATEWAY_PORT'] as const) {
  test(`${port} in use ends the start with one sentence that names it`, async ({ server }) => {
    const { platform, gateway } = await findFreePorts();
    const free = { BASALT_PORT: String(platform), BASALT_GATEWAY_PORT: String(gateway) };
    const { environment } = server.current;
    const taken = { [port]: environment[port] ?? '' };
    const home = await makeHome();
    const { code, output } = await runToEnd({ ...environment, ...free, ...taken, BASALT_HOME: home });
    const left = await processesOfHome(home);
    killProcesses(left);
    await rm(home, { recursive: true, force: true });
    expect(code).not.toBe(0);
    expect(output).toMatch(new RegExp(`in use.*${port}`));
    expect(output).not.toMatch(/^ {4}at /m);
    expect(left).toEqual([]);
  });
}

test('a setting that makes no sense ends the start with its name', async ({ server }) => {
  const home = await makeHome();
  const environment = { ...server.current.environment, BASALT_HOME: home, BASALT_DATABASE_PORTS: 'many' };
  const { code, output } = await runToEnd(environment);
  await rm(home, { recursive: true, force: true });
  expect(code).not.toBe(0);
  expect(output).toMatch(/^BASALT_DATABASE_PORTS .*\n$/);
});
