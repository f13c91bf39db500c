import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { ApiClient } from '../basalt/api-client.ts';
import { leakConnections } from '../basalt/leak-connections.ts';
import { keysOf } from '../basalt/project-api.ts';
import { psql } from '../basalt/psql.ts';
import { expect, test } from '../basalt/test.ts';

test.describe.configure({ mode: 'parallel' });

const run = promisify(execFile);
const DB_URL = path.join(import.meta.dirname, '../../apps/server/src/db-url.ts');

test.setTimeout(90_000);

/** What the database itself says a parameter is. */
async function shown(api: ApiClient, ref: string, parameter: string): Promise<unknown> {
  const [row] = await api.rows(ref, `select current_setting('${parameter}') as value`);
  return row?.value;
}

async function newestOperation(api: ApiClient, ref: string) {
  const { body } = await api.request('GET', `/platform/projects/${ref}/operations?limit=1`);
  return body[0];
}

/** Runs one statement as an ordinary client; answers its SQLSTATE when it is refused. */
async function attempt(connectionString: string, sql: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}

test('a larger size is real, and the project answers afterwards', async ({ api }) => {
  const { ref } = await api.createProject('Growing');
  const compute = `/platform/projects/${ref}/compute`;
  await api.rows(ref, 'create table notes as select 1 as id');
  expect(await shown(api, ref, 'max_connections')).toBe('50');

  const before = (await api.request('GET', compute)).body;
  expect(before).toMatchObject({ size: 'nano', disk: { size_gb: 8 }, read_only: { enabled: false } });
  expect(before.disk.used_bytes).toBeGreaterThan(1_000_000);
  const tooLarge = before.sizes.find((size: { unavailable: string | null }) => size.unavailable !== null);
  if (tooLarge !== undefined) {
    const refusal = await api.request('PATCH', compute, { size: tooLarge.id });
    expect(refusal.status).toBe(400);
    expect(refusal.body.message).toContain('this machine has');
  }

  const resized = await api.request('PATCH', compute, { size: 'micro', disk_size_gb: 9 });
  expect(resized).toMatchObject({ status: 200, body: { operation_id: expect.any(String) } });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await newestOperation(api, ref)).toMatchObject({ kind: 'resize', state: 'done' });
  expect(await shown(api, ref, 'max_connections')).toBe('60');
  expect(await shown(api, ref, 'shared_buffers')).toBe('256MB');
  expect((await api.request('GET', compute)).body).toMatchObject({ size: 'micro', disk: { size_gb: 9 } });
  expect(await api.rows(ref, 'select id from notes')).toEqual([{ id: 1 }]);

  // It is the size of every later start, too.
  await api.request('POST', `/v1/projects/${ref}/pause`);
  await api.waitForStatus(ref, 'INACTIVE');
  await api.request('POST', `/v1/projects/${ref}/restore`);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await shown(api, ref, 'max_connections')).toBe('60');
});

test('parameters of PostgreSQL are checked, applied, and taken back when it does not start with them', async ({
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Tuned');
  const config = `/v1/projects/${ref}/config/database/postgres`;
  const usual = (await api.request('GET', config)).body;
  expect(usual).toMatchObject({ max_connections: 50, shared_buffers: '16MB', work_mem: '4MB' });

  for (const [body, message] of [
    [{ shared_buffers: '100GB' }, /^shared_buffers can be at most/],
    [{ work_mem: 'plenty' }, /^work_mem must be a size/],
    [{ max_locks_per_transaction: 2_000_000_000 }, /^max_locks_per_transaction is too large/],
  ] as const) {
    const refusal = await api.request('PUT', config, { ...body, restart_database: true });
    expect(refusal.status).toBe(400);
    expect(refusal.body.message).toMatch(message);
  }

  // What a command line does: reads all, changes one, sends all back.
  const changed = await api.request('PUT', config, {
    ...usual,
    max_connections: 60,
    work_mem: '8192kB',
    statement_timeout: '90s',
    restart_database: true,
  });
  expect(changed).toMatchObject({ status: 200, body: { max_connections: 60, work_mem: '8MB' } });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await shown(api, ref, 'max_connections')).toBe('60');
  expect(await shown(api, ref, 'work_mem')).toBe('8MB');
  expect(await psql(await api.connectionString(ref), 'show statement_timeout')).toBe('90s');

  // More slots than the new number allows: PostgreSQL refuses to start.
  const { stdout } = await run(process.execPath, [DB_URL, ref], {
    env: { ...process.env, ...basalt.environment },
  });
  const slots =
    "select pg_create_logical_replication_slot('slot_' || n, 'pgoutput') from generate_series(1, 5) n";
  expect(await attempt(stdout.trim(), slots)).toBe('done');
  const unstartable = await api.request('PUT', config, { max_replication_slots: 4, restart_database: true });
  expect(unstartable.status).toBe(200);
  await expect.poll(async () => (await newestOperation(api, ref)).state, { timeout: 30_000 }).toBe('failed');
  expect(await newestOperation(api, ref)).toMatchObject({
    kind: 'restart',
    reason: expect.stringMatching(/\.$/),
  });
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await shown(api, ref, 'max_connections')).toBe('60');
  expect((await api.request('GET', config)).body).toMatchObject({
    max_connections: 60,
    max_replication_slots: 8,
  });

  // Applied at the next start, it must not keep the project from starting either.
  const later = await api.request('PUT', config, { max_replication_slots: 4, restart_database: false });
  expect(later.status).toBe(200);
  await api.request('POST', `/platform/projects/${ref}/restart`);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect(await shown(api, ref, 'max_replication_slots')).toBe('8');
});

test('settings that restart the database keep its Data API away no longer than the restart', async ({
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Restarted');
  const { url, secret } = await keysOf(api, basalt, ref);
  const document = `/v1/projects/${ref}/database/openapi?schema=public`;
  expect((await api.request('GET', document)).status).toBe(200);
  for (const count of [1, 2, 3, 4]) {
    // What is known of the database is of other settings now, and has to be read anew.
    await api.request('PATCH', `/v1/projects/${ref}/postgrest`, { max_rows: 500 + count });
    const config = { statement_timeout: `${60 + count}s` };
    const { status } = await api.request('PUT', `/v1/projects/${ref}/config/database/postgres`, config);
    expect(status).toBe(200);
    // The restart is waited for, be it by SQL, or by what asks the Data API itself.
    if (count % 2 === 0) await api.rows(ref, 'select 1');
    expect((await api.request('GET', document)).body).toMatchObject({ swagger: '2.0' });
    const answer = await fetch(`${url}/rest/v1/`, { headers: { apikey: secret } });
    expect(answer.status).toBe(200);
  }
});

test('a full disk makes the database read-only until there is room', async ({ api }) => {
  const { ref } = await api.createProject('Full');
  const compute = `/platform/projects/${ref}/compute`;
  const warnings = async () =>
    (await api.request('GET', '/platform/projects-resource-warnings')).body.find(
      (each: { project: string }) => each.project === ref,
    );
  expect((await api.request('PATCH', compute, { disk_size_gb: 1 })).body).toEqual({ operation_id: null });
  expect(await warnings()).toMatchObject({ is_readonly_mode_enabled: false, disk_space_exhaustion: null });

  const database = await api.connectionString(ref);
  expect(await attempt(database, 'create unlogged table filler (body text)')).toBe('done');
  expect(await attempt(database, 'alter table filler alter body set storage external')).toBe('done');
  const fill = 'insert into filler select repeat(md5(n::text), 250) from generate_series(1, 130000) n';
  expect(await attempt(database, fill)).toBe('done');
  const write = "insert into filler values ('one more')";

  // The quota given anew looks at the disk at once, and not at the next minute.
  await api.request('PATCH', compute, { disk_size_gb: 1 });
  const { disk, read_only } = (await api.request('GET', compute)).body;
  expect(disk.used_bytes).toBeGreaterThan(disk.read_only_at_bytes);
  expect(read_only).toEqual({ enabled: true, lifted_until: null });
  await expect.poll(() => attempt(database, write)).toBe('25006');
  expect((await api.request('GET', `/platform/projects/${ref}`)).body.is_readonly_mode_enabled).toBe(true);
  expect(await warnings()).toMatchObject({
    is_readonly_mode_enabled: true,
    disk_space_exhaustion: 'critical',
    cpu_exhaustion: null,
  });
  expect(await api.rows(ref, 'select count(*)::int as n from filler')).toEqual([{ n: 130_000 }]);

  // Lifted by hand.
  const lifted = await api.request('POST', `/v1/projects/${ref}/readonly/temporary-disable`);
  expect(lifted.status).toBe(201);
  await expect.poll(() => attempt(database, write)).toBe('done');
  const status = (await api.request('GET', `/v1/projects/${ref}/readonly`)).body;
  expect(status).toMatchObject({ enabled: false, override_enabled: true });
  expect(Date.parse(status.override_active_until)).toBeGreaterThan(Date.now());

  // A quota that the data does not fit into is refused; a larger one ends it all.
  await api.request('PATCH', compute, { disk_size_gb: 2 });
  expect((await api.request('GET', `/v1/projects/${ref}/readonly`)).body).toEqual({
    enabled: false,
    override_enabled: false,
    override_active_until: '',
  });
  const refusal = await api.request('POST', `/v1/projects/${ref}/config/disk`, {
    attributes: { type: 'gp3', size_gb: 1, iops: 3_000 },
  });
  expect(refusal).toMatchObject({ status: 400, body: { message: expect.stringContaining('2 GB or more') } });

  expect(await attempt(database, 'truncate filler')).toBe('done');
  await api.request('POST', `/v1/projects/${ref}/config/disk`, {
    attributes: { type: 'gp3', size_gb: 1, iops: 3_000 },
  });
  expect((await api.request('GET', `/v1/projects/${ref}/config/disk`)).body.attributes.size_gb).toBe(1);
  expect((await warnings()).disk_space_exhaustion).toBeNull();
});

test('connections that an application forgets take nothing from the APIs and the dashboard', async ({
  api,
  basalt,
}) => {
  const { ref } = await api.createProject('Leaking');
  const keys = await keysOf(api, basalt, ref);
  await api.rows(ref, 'create table notes as select 1 as id');
  const connectionString = await api.connectionString(ref);
  await leakConnections(connectionString, 57, async ({ open, refusals }) => {
    expect(open).toBe(19);
    expect(refusals).toEqual(['53300']);

    const headers = { apikey: keys.serviceRole, authorization: `Bearer ${keys.serviceRole}` };
    const rest = await fetch(`${keys.url}/rest/v1/notes`, { headers });
    expect([rest.status, await rest.json()]).toEqual([200, [{ id: 1 }]]);
    expect((await api.request('GET', `/platform/auth/${ref}/users`)).status).toBe(200);
    expect(await api.rows(ref, 'select current_user as name')).toEqual([{ name: 'postgres' }]);
    const connections = `/platform/projects/${ref}/database/connections`;
    const { body } = await api.request('GET', connections);
    expect(body).toMatchObject({ used: 19, limit: 19 });
    const project = async () => (await api.request('GET', `/platform/projects/${ref}`)).body;
    expect((await project()).connection_exhaustion).toBe('critical');

    const { user, database, application, client } = body.idle[0];
    expect(application).toBe('leak');
    const closed = await api.request('POST', `${connections}/end-idle`, {
      user,
      database,
      application,
      client,
    });
    expect(closed).toMatchObject({ status: 200, body: { ended: 19 } });
    expect((await project()).connection_exhaustion).toBeNull();
    await expect.poll(() => attempt(connectionString, 'select 1')).toBe('done');
  });
});

test('a sort that does not fit onto the disk ends, and the disk does not fill up', async ({ api }) => {
  const { ref } = await api.createProject('Spilling');
  await api.request('PATCH', `/platform/projects/${ref}/compute`, { disk_size_gb: 1 });
  await api.request('POST', `/platform/projects/${ref}/restart`);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  const database = await api.connectionString(ref);
  const sort =
    'select count(*) from (select repeat(n::text, 40) as wide from generate_series(1, 9000000) n order by 1 desc) s';
  const compute = async () => (await api.request('GET', `/platform/projects/${ref}/compute`)).body;
  let most = 0;
  let sorting = true;
  const watch = async () => {
    while (sorting) {
      most = Math.max(most, (await compute()).disk.temporary_bytes);
      await setTimeout(100);
    }
  };
  const sorted = attempt(database, sort).finally(() => {
    sorting = false;
  });
  expect((await Promise.all([sorted, watch()]))[0]).toBe('53400');
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(200_000_000);
  expect((await compute()).read_only.enabled).toBe(false);
});

test('use of the machine is told in equal steps', async ({ api, project }) => {
  const usage = `/platform/projects/${project.ref}/infra-monitoring`;
  const { body } = await api.request('GET', usage);
  expect(body).toMatchObject({ step_seconds: 60, limits: { connections: 50, disk_bytes: 8 * 1024 ** 3 } });
  expect(body.samples.length).toBeGreaterThanOrEqual(180);
  expect(body.samples[0].cpu_percent).toBeNull();
  const backwards = await api.request('GET', `${usage}?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`);
  expect(backwards.status).toBe(400);
});
