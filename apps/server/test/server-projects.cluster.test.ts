import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { PLATFORM_REF } from '@basalt/clusters';
import { withClient } from '@basalt/postgres';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { callerOf, OWNER, PASSWORD } from './caller.ts';
import { useServer } from './server-under-test.ts';

const TOKEN = `sbp_${'0123456789'.repeat(4)}`;
const owner = { authorization: `Bearer ${TOKEN}` };
const server = useServer('22462-22531');
const call = callerOf(server);
const state = { slug: '', ref: '' };

const statusOf = async (ref: string) =>
  (await call('GET', `/v1/projects/${ref}`, undefined, owner)).body.status;
const newProject = () => ({ name: 'Another', db_pass: PASSWORD, organization_slug: state.slug });

/** Someone who works beside the platform on its own database. */
async function onPlatformDatabase(text: string): Promise<void> {
  await withClient(await server.clusters.address(PLATFORM_REF), (client) => client.query(text));
}

beforeAll(async () => {
  await server.platform.bootstrap({ ...OWNER, organizationName: 'Stone works', plan: 'pro' }, TOKEN);
  const { body } = await call('GET', '/v1/organizations', undefined, owner);
  state.slug = String((body as unknown as { slug: string }[])[0]?.slug);
  state.ref = String((await call('POST', '/v1/projects', newProject(), owner)).body.ref);
  await vi.waitFor(async () => expect(await statusOf(state.ref)).toBe('ACTIVE_HEALTHY'), 20_000);
});

describe('a project', () => {
  it('that cannot be built is rolled back with the reason, and can be deleted', async () => {
    const input = { name: 'Unlucky', db_pass: PASSWORD, organization_slug: state.slug };
    // The port is free when it is chosen and taken when the cluster starts.
    const { clusters } = server;
    const create = clusters.create.bind(clusters);
    let thief: Server | undefined;
    clusters.create = async (cluster, options) => {
      await create(cluster, options);
      thief = createServer().listen(cluster.port ?? 0, '127.0.0.1');
    };
    // And the first attempt to take it back fails.
    const remove = clusters.remove.bind(clusters);
    clusters.remove = async () => {
      clusters.remove = remove;
      throw new Error('The disk was busy.');
    };
    const { body } = await call('POST', '/v1/projects', input, owner);
    const ref = String(body.ref);
    await expect.poll(() => statusOf(ref), { timeout: 20_000 }).toBe('INIT_FAILED');
    clusters.create = create;
    thief?.close();
    const project = await call('GET', `/platform/projects/${ref}`, undefined, owner);
    expect(project.body.status_reason).toMatch(/port/i);
    expect(await clusters.status(ref)).toBe('absent');
    await call('DELETE', `/v1/projects/${ref}`, undefined, owner);
    await expect
      .poll(async () => (await call('GET', `/v1/projects/${ref}`, undefined, owner)).status)
      .toBe(404);
  });

  it('comes back when its cluster is killed', async () => {
    const { pid } = await server.clusters.start(state.ref);
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(
        async () =>
          (
            await call(
              'POST',
              `/v1/projects/${state.ref}/database/query`,
              { query: 'select 1 as one' },
              owner,
            )
          ).status,
        { timeout: 20_000 },
      )
      .toBe(201);
    expect(await statusOf(state.ref)).toBe('ACTIVE_HEALTHY');
  });

  it('comes back when its cluster is killed again before its start is over', async () => {
    const { clusters } = server;
    const start = clusters.start.bind(clusters);
    const noticed = Promise.withResolvers<void>();
    const first = await start(state.ref);
    clusters.start = async (ref, settings, options) => {
      const running = await start(ref, settings, options);
      if (ref !== state.ref || settings === undefined) return running;
      clusters.start = start;
      const forget = clusters.onExit((dead) => {
        if (dead !== ref) return;
        forget();
        noticed.resolve();
      });
      process.kill(running.pid, 'SIGKILL');
      await noticed.promise;
      return running;
    };
    process.kill(first.pid, 'SIGKILL');
    await noticed.promise;
    const query = { query: 'select 1 as one' };
    const ask = () => call('POST', `/v1/projects/${state.ref}/database/query`, query, owner);
    await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).toBe(201);
  });

  it('says why its SQL failed, with code, position, detail and hint', async () => {
    const { status, body } = await call(
      'POST',
      `/v1/projects/${state.ref}/database/query`,
      { query: 'select 1;\nselect lengthh(1)' },
      owner,
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'sql_error',
      details: { code: '42883', position: 18, hint: expect.stringContaining('No function') },
    });
    expect(body.message).toMatch(
      /^Failed to run sql query: ERROR: {2}42883: function lengthh\(integer\) does not exist\nLINE 2: select lengthh\(1\)/,
    );
  });

  it('refuses SQL while it is paused and says what to do', async () => {
    await call('POST', `/v1/projects/${state.ref}/pause`, undefined, owner);
    await expect.poll(() => statusOf(state.ref)).toBe('INACTIVE');
    const refused = await call(
      'POST',
      `/v1/projects/${state.ref}/database/query`,
      { query: 'select 1' },
      owner,
    );
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'The database cannot be reached: it is paused. Restore it first.' },
    });
    await call('POST', `/v1/projects/${state.ref}/restore`, undefined, owner);
    // A query that comes while the project is on its way waits for it.
    expect(
      (await call('POST', `/v1/projects/${state.ref}/database/query`, { query: 'select 1' }, owner)).status,
    ).toBe(201);
    await expect.poll(() => statusOf(state.ref)).toBe('ACTIVE_HEALTHY');
  });

  it('answers SQL as soon as its database serves, while the restore goes on', async () => {
    await call('POST', `/v1/projects/${state.ref}/pause`, undefined, owner);
    await expect.poll(() => statusOf(state.ref)).toBe('INACTIVE');
    const { clusters } = server;
    await withClient(await clusters.address(PLATFORM_REF), async (client) => {
      // The last step cannot begin while somebody holds its row.
      const start = clusters.start.bind(clusters);
      clusters.start = async (...order) => {
        clusters.start = start;
        await client.query('begin');
        await client.query("select from operation_steps where name = 'check-database' for update");
        return start(...order);
      };
      await call('POST', `/v1/projects/${state.ref}/restore`, undefined, owner);
      const query = { query: 'select 1' };
      const answer = await call('POST', `/v1/projects/${state.ref}/database/query`, query, owner);
      expect(answer.status).toBe(201);
      expect(await statusOf(state.ref)).toBe('RESTORING');
      await client.query('rollback');
    });
    await expect.poll(() => statusOf(state.ref)).toBe('ACTIVE_HEALTHY');
  });
});

describe('many at once', () => {
  it('get a port each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', '/v1/projects', newProject(), owner)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    const refs = answers.map(({ body }) => String(body.ref));
    const ports = new Set<unknown>();
    for (const ref of refs) {
      ports.add((await call('GET', `/platform/projects/${ref}/connection`, undefined, owner)).body.port);
      await expect.poll(() => statusOf(ref), { timeout: 30_000 }).toBe('ACTIVE_HEALTHY');
    }
    expect(ports.size).toBe(12);
    for (const ref of refs) await call('DELETE', `/v1/projects/${ref}`, undefined, owner);
    for (const ref of refs) await expect.poll(() => statusOf(ref), { timeout: 30_000 }).toBeUndefined();
  });

  it('delete a project once', async () => {
    const { body } = await call('POST', '/v1/projects', newProject(), owner);
    await expect.poll(() => statusOf(String(body.ref)), { timeout: 20_000 }).toBe('ACTIVE_HEALTHY');
    const deletion = () => call('DELETE', `/v1/projects/${body.ref}`, undefined, owner);
    const answers = await Promise.all([deletion(), deletion(), deletion()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('a project with damaged files', () => {
  it.each([
    ['a folder that is gone', (folder: string) => rm(folder, { recursive: true })],
    ['a record that cannot be read', (folder: string) => writeFile(path.join(folder, 'cluster.json'), '{')],
  ])('%s: says so, hides no other project, and can be deleted', async (_case, damage) => {
    const { body } = await call('POST', '/v1/projects', newProject(), owner);
    const ref = String(body.ref);
    await expect.poll(() => statusOf(ref), { timeout: 20_000 }).toBe('ACTIVE_HEALTHY');
    await server.clusters.stop(ref);
    await damage(path.join(server.clusters.root, 'projects', ref));
    expect((await call('GET', '/platform/projects', undefined, owner)).status).toBe(200);
    expect(await call('GET', `/platform/projects/${ref}/database/size`, undefined, owner)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.stringContaining(ref) },
    });
    await call('DELETE', `/v1/projects/${ref}`, undefined, owner);
    await expect.poll(() => statusOf(ref), { timeout: 20_000 }).toBeUndefined();
  });
});

describe('a database that refuses a connection', () => {
  it('is reported with its reason', async () => {
    const admin = await server.clusters.address(state.ref);
    const setLogin = (word: string) =>
      withClient(admin, (client) => client.query(`alter role supabase_read_only_user ${word}`));
    await setLogin('nologin');
    const answer = await call('GET', `/platform/pg-meta/${state.ref}/completion`, undefined, owner);
    await setLogin('login');
    expect(answer).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('is not permitted to log in') },
    });
  });
});

describe("when the platform's own database", () => {
  const lastOperation = async () => {
    const { body } = await call(
      'GET',
      `/platform/projects/${state.ref}/operations?limit=1`,
      undefined,
      owner,
    );
    return (body as unknown as { kind: string; state: string }[])[0];
  };

  it('drops all connections, an operation goes on and ends right', async () => {
    expect((await call('POST', `/platform/projects/${state.ref}/restart`, undefined, owner)).status).toBe(
      200,
    );
    await onPlatformDatabase(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'basalt-platform'",
    );
    await expect.poll(lastOperation, { timeout: 20_000 }).toMatchObject({ kind: 'restart', state: 'done' });
    expect(await statusOf(state.ref)).toBe('ACTIVE_HEALTHY');
  });

  it('is killed, callers are told to try again, and it comes back by itself', async () => {
    const { pid } = await server.clusters.start(PLATFORM_REF);
    process.kill(pid, 'SIGKILL');
    const statuses = new Set<number>();
    await expect
      .poll(
        async () => {
          const { status } = await call('GET', '/v1/projects', undefined, owner);
          statuses.add(status);
          return status;
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
