import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import { createOutgoing, type Outgoing, REAL_CLOCK, readAllowed } from '@basalt/network';
import { withClient } from '@basalt/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openContentPlatform } from '../content/content-for-test.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { ProjectConnections } from '../project-cluster/project-connections.ts';
import {
  createWebhook,
  removeWebhook,
  sendAgain,
  setWebhookActive,
  testWebhook,
  updateWebhook,
} from './change-hooks.ts';
import type { HookDependencies } from './hook-connection.ts';
import type { HookDefinition } from './hook-statements.ts';
import { getDelivery, listDeliveries } from './read-deliveries.ts';
import { listHooks } from './read-hooks.ts';
import { type RunningWebhooks, startWebhooks } from './start-webhooks.ts';

const cluster = useTestCluster();
const platformCluster = useTestCluster({ major: 17, kind: 'platform' });
const PATIENT = { timeout: 15_000 };

interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let reader: Actor;
let project: ProjectRow;
let address: ClusterAddress;
let server: Server;
let base: string;
let asked: Asked[] = [];
let answer: (response: ServerResponse, request: Asked) => void;
let running: RunningWebhooks[] = [];
let dependencies: Dependencies & HookDependencies;

/** A failure is told at once. */
const outgoing: Outgoing = createOutgoing({
  allowed: readAllowed('127.0.0.1'),
  clock: { ...REAL_CLOCK, hold: async () => {} },
});

beforeAll(async () => {
  platform = await openContentPlatform(await platformCluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    asked.push(one);
    answer(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await platform.db.destroy();
});
beforeEach(async () => {
  asked = [];
  answer = (response) => response.end('thanks');
  project = await platform.insertProject();
  address = await cluster.createDatabase();
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()));
  running = [];
});

/** A platform that has just been started, and has looked at the project. */
function open(options: Parameters<typeof startWebhooks>[1] = { pauses: [50, 50, 50] }): RunningWebhooks {
  const base = {
    db: platform.db,
    clusters: { start: async () => ({ address }) },
    sqlConnections: new ProjectConnections(),
    outgoing,
    // The gateway is tried with the whole server.
    settings: { projectUrl: (ref: string) => `http://gateway.test/${ref}` },
    log: () => {},
  } as unknown as Dependencies & HookDependencies;
  const webhooks = startWebhooks(base, options);
  running.push(webhooks);
  webhooks.changed(project);
  dependencies = { ...base, webhooks };
  return webhooks;
}

const as = <T extends Record<string, unknown>>(user: string, text: string, values: unknown[] = []) =>
  withClient({ ...address, user }, async (client) => (await client.query<T>(text, values)).rows);
const asOwner = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  as<T>('postgres', text, values);
/** As the API does it. */
const asRole = (role: string, ...texts: string[]) =>
  withClient({ ...address, user: 'authenticator' }, async (client) => {
    await client.query(`set role ${role}`);
    for (const text of texts) await client.query(text);
  });
const answers = () =>
  asOwner<{ id: string; status_code: number | null; content: string | null; error_msg: string | null }>(
    'select id::text, status_code, content_type, content, timed_out, error_msg from net._http_response order by id',
  );
const waiting = async () =>
  (await asOwner<{ n: number }>('select count(*)::int as n from net.http_request_queue'))[0]?.n;
const hook = (args: string, events = 'insert or update or delete') =>
  asOwner(`create table public.orders (id int primary key, note text);
    grant all on public.orders to authenticated;
    create policy everybody on public.orders to authenticated using (true);
    create trigger "tell them" after ${events} on public.orders for each row
      execute function supabase_functions.http_request(${args})`);

describe('the functions of the schemas', () => {
  it('queue what pg_net would', async () => {
    const [{ id } = { id: '' }] = await asOwner<{ id: string }>(
      `select net.http_post('https://a.test/?x=1#y', '{"a": 1}', '{"q": "b c&d", "ü": null}', '{"x-key": "k"}')::text as id`,
    );
    await asOwner(`select net.http_get('https://a.test/', timeout_milliseconds := 10)`);
    await asOwner(`select net.http_delete('https://a.test/', '{"a": "b"}')`);
    const rows = await asOwner(
      `select method, url, headers, convert_from(body, 'UTF8') as body, timeout_milliseconds as ms
      from net.http_request_queue order by id`,
    );
    expect(Number(id)).toBeGreaterThan(0);
    expect(rows).toEqual([
      {
        method: 'POST',
        url: 'https://a.test/?x=1&q=b%20c%26d&%C3%BC=',
        headers: { 'x-key': 'k', 'Content-Type': 'application/json' },
        body: '{"a": 1}',
        ms: 5000,
      },
      { method: 'GET', url: 'https://a.test/', headers: {}, body: null, ms: 10 },
      { method: 'DELETE', url: 'https://a.test/?a=b', headers: {}, body: null, ms: 5000 },
    ]);
    await expect(asOwner('select net.http_get(null)')).rejects.toMatchObject({ code: '22023' });
  });

  it('are for everybody, and what they wrote is for the owner only', async () => {
    await asRole('anon', `select net.http_get('https://a.test/')`);
    expect(await waiting()).toBe(1);
    for (const role of ['anon', 'authenticated', 'service_role'])
      for (const table of [
        'net.http_request_queue',
        'net._http_response',
        'net._http_request',
        'supabase_functions.hooks',
      ])
        await expect(asRole(role, `select from ${table}`)).rejects.toMatchObject({ code: '42501' });
    await expect(as('supabase_read_only_user', 'select body from net._http_request')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('run as a role without rights, also where a type of the project writes itself as JSON', async () => {
    await asOwner(`create type public.odd as (a int);
      create table public.seen (who text, is_superuser boolean);
      grant insert on public.seen to public;
      create function public.odd_json(public.odd) returns json language plpgsql as $$
        begin
          insert into public.seen select current_user, rolsuper from pg_roles where rolname = current_user;
          return '"odd"';
        end $$;
      create cast (public.odd as json) with function public.odd_json(public.odd);
      create table public.odds (o public.odd);
      create trigger t after insert on public.odds for each row
        execute function supabase_functions.http_request('https://a.test/')`);
    await as(address.user, `insert into public.odds values (row(1))`);
    for (const row of await asOwner('select * from public.seen'))
      expect(row).toEqual({ who: 'supabase_functions_admin', is_superuser: false });
    await expect(asOwner('set role supabase_functions_admin')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a webhook', () => {
  it('sends what happened to a row, whoever did it, and writes the answer down', async () => {
    await hook(`'${base}/hook', 'POST', '{"x-key": "k", "host": "evil.test"}', '{"a": "b"}', '2000'`);
    open();
    await asRole(
      'authenticated',
      `insert into orders values (1, 'new')`,
      `update orders set note = 'ü'`,
      'delete from orders',
    );
    await expect.poll(async () => (await answers()).length, PATIENT).toBe(3);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(3).fill('POST /hook?a=b'));
    const sorted = asked.toSorted(
      (a, b) =>
        Number.parseInt(String(a.headers['webhook-id']), 10) -
        Number.parseInt(String(b.headers['webhook-id']), 10),
    );
    expect(sorted.map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'INSERT', table: 'orders', schema: 'public', record: { id: 1, note: 'new' }, old_record: null },
      {
        type: 'UPDATE',
        table: 'orders',
        schema: 'public',
        record: { id: 1, note: 'ü' },
        old_record: { id: 1, note: 'new' },
      },
      { type: 'DELETE', table: 'orders', schema: 'public', record: null, old_record: { id: 1, note: 'ü' } },
    ]);
    expect(asked[0]?.headers).toMatchObject({
      'x-key': 'k',
      host: base.slice('http://'.length),
      'content-type': 'application/json',
    });
    expect((await answers())[0]).toMatchObject({ status_code: 200, content: 'thanks', error_msg: null });
    expect(await waiting()).toBe(0);
    expect(
      await asOwner('select hook_name, request_id::text from supabase_functions.hooks order by id'),
    ).toEqual(['1', '2', '3'].map((request_id) => ({ hook_name: 'tell them', request_id })));
  });

  it('sends nothing for what was undone', async () => {
    await hook(`'${base}/hook'`);
    open();
    await withClient({ ...address, user: 'postgres' }, async (client) => {
      await client.query('begin; insert into orders values (1); rollback; insert into orders values (2)');
    });
    await expect.poll(() => asked.length, PATIENT).toBe(1);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ record: { id: 2 } });
  });

  it('is tried four times while the server is broken, and the last answer counts', async () => {
    answer = (response) => response.writeHead(503).end(`broken ${asked.length}`);
    await hook(`'${base}/hook'`);
    open();
    await asOwner('insert into orders values (1)');
    await expect.poll(answers, PATIENT).toMatchObject([{ status_code: 503, content: 'broken 4' }]);
    expect(new Set(asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await asOwner('select attempts from net._http_request')).toEqual([{ attempts: 4 }]);
  });
});

describe('whatever happens', () => {
  it('what was queued while no platform ran is sent by the next, and nothing twice without a reason', async () => {
    await hook(`'${base}/hook'`);
    await asOwner('insert into orders select generate_series(1, 200)');
    open();
    await expect.poll(async () => (await answers()).length, PATIENT).toBe(200);
    expect(asked).toHaveLength(200);
    expect(new Set(asked.map(({ headers }) => headers['webhook-id'])).size).toBe(200);
  });

  it('a platform that ends between the answer and its record sends again, with the same number', async () => {
    await hook(`'${base}/hook'`);
    const blocked = Promise.withResolvers<void>();
    const lock = withClient({ ...address, user: 'postgres' }, async (client) => {
      await client.query('begin; lock table net._http_response in share mode');
      await blocked.promise;
      await client.query('rollback');
    });
    const first = open();
    await asOwner('insert into orders values (1)');
    await expect.poll(() => asked.length, PATIENT).toBe(1);
    const stopped = first.stop();
    await as(
      address.user,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'basalt-webhooks' and datname = current_database()`,
    );
    await stopped;
    await as(
      address.user,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'basalt-webhooks' and datname = current_database()`,
    );
    blocked.resolve();
    await lock;
    expect(await answers()).toEqual([]);
    open();
    await expect.poll(async () => (await answers()).length, PATIENT).toBe(1);
    expect(new Set(asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(asked).toHaveLength(2);
    expect(await waiting()).toBe(0);
  });

  it('a connection that breaks is opened again', async () => {
    await hook(`'${base}/hook'`);
    open();
    await asOwner('insert into orders values (1)');
    await expect.poll(async () => (await answers()).length, PATIENT).toBe(1);
    await as(
      address.user,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'basalt-webhooks' and datname = current_database()`,
    );
    await asOwner('insert into orders values (2)');
    await expect.poll(async () => (await answers()).length, PATIENT).toBe(2);
    expect(asked).toHaveLength(2);
  });

  it('addresses of this machine and what cannot be sent are refused, and said', async () => {
    await asOwner(`select net.http_get('http://127.0.0.2:1/'), net.http_get('http://169.254.169.254/latest'),
      net.http_get('file:///etc/passwd'), net.http_get('rubbish'),
      net.http_get('${base}/', headers := '{"a b": "x"}'),
      net.http_post('${base}/', to_jsonb(repeat('x', 2000000)))`);
    open({ pauses: [] });
    await expect.poll(async () => (await answers()).length, PATIENT).toBe(6);
    expect(asked).toEqual([]);
    const rows = await answers();
    expect(rows.every(({ status_code }) => status_code === null)).toBe(true);
    expect(rows[0]?.error_msg).toContain('Only servers on the public internet');
    expect(rows[3]?.error_msg).toBe('The URL cannot be read.');
    expect(rows[4]?.error_msg).toContain('The headers are not an object');
    expect(rows[5]?.error_msg).toContain('larger than 1 MB');
  });

  it('huge answers are cut, and one that never ends has its time', async () => {
    answer = (response, { url }) => {
      if (url === '/never') return void response.write('x');
      const more = () => response.write('\u0000ü'.repeat(30_000), () => !response.destroyed && more());
      more();
    };
    await asOwner(
      `select net.http_get('${base}/huge'), net.http_get('${base}/never', timeout_milliseconds := 200)`,
    );
    open({ pauses: [] });
    await expect.poll(async () => (await answers()).length, PATIENT).toBe(2);
    const [huge, never] = await answers();
    expect(huge).toMatchObject({ status_code: 200 });
    expect(huge?.content?.length).toBeLessThanOrEqual(65_536);
    expect(huge?.content?.length).toBeGreaterThan(10_000);
    expect(never).toMatchObject({
      status_code: null,
      error_msg: expect.stringContaining('did not give an answer'),
    });
  });

  it('a queue of 100,000 keeps nobody else waiting', async () => {
    const flooded = { project, address };
    await asOwner(
      `insert into net.http_request_queue (method, url) select 'GET', '${base}/flood' from generate_series(1, 100000)`,
    );
    const first = open();
    await expect.poll(() => asked.length, PATIENT).toBeGreaterThan(20);
    const before = process.memoryUsage().heapUsed;
    project = await platform.insertProject();
    address = await cluster.createDatabase();
    const addresses = new Map([
      [flooded.project.ref, flooded.address],
      [project.ref, address],
    ]);
    dependencies.clusters.start = (async (ref: string) => ({ address: addresses.get(ref) })) as never;
    await asOwner(`select net.http_get('${base}/quiet')`);
    first.changed(project);
    await expect.poll(async () => (await answers()).length, { timeout: 5_000 }).toBe(1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
    await first.stop();
  });

  it('tables that somebody has replaced do no harm', async () => {
    await as(address.user, 'drop schema net cascade; create schema net authorization postgres');
    await asOwner(
      `create table net.http_request_queue (id text); insert into net.http_request_queue values ('x')`,
    );
    const webhooks = open();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toEqual([]);
    await as(
      address.user,
      `alter schema net owner to ${address.user}; comment on schema net is 'Basalt: mine'`,
    );
    webhooks.changed(project);
    await expect.poll(() => webhooks.problemOf(project.id), PATIENT).not.toBe(null);
    expect(asked).toEqual([]);
  });

  it('answers are kept for six hours', async () => {
    await asOwner(`insert into net._http_response (id, created) values (1, now() - interval '7 hours'), (2, now());
      insert into net._http_request (id, method, url, timeout_milliseconds, attempts, created, ended)
        values (1, 'GET', 'x', 1, 1, now(), now() - interval '7 hours')`);
    const webhooks = open();
    await expect
      .poll(async () => {
        webhooks.changed(project);
        return (await answers()).map(({ id }) => id);
      }, PATIENT)
      .toEqual(['2']);
    expect(await asOwner('select from net._http_request')).toEqual([]);
  });

  it('a project without webhooks has no connection for them', async () => {
    open();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const sessions = `select from pg_stat_activity where application_name = 'basalt-webhooks' and datname = current_database()`;
    expect(await as(address.user, sessions)).toEqual([]);
    await hook(`'${base}/hook'`);
    running[0]?.looked(project, 1);
    await expect.poll(async () => (await as(address.user, sessions)).length, PATIENT).toBe(1);
  });
});

describe('what the page does', () => {
  const definition = (): HookDefinition => ({
    name: 'tell "them"',
    schema: 'public',
    table: 'orders',
    events: ['INSERT', 'UPDATE'],
    active: true,
    url: `${base}/hook?key=secret`,
    method: 'POST',
    headers: [{ name: 'authorization', value: "it's a secret" }],
    params: [{ name: 'a', value: 'b' }],
    timeout_ms: 3000,
  });
  const input = (preview = false) => ({ ...definition(), ref: project.ref, preview });
  const deliveries = (hook?: string) => listDeliveries(dependencies, owner, project.ref, { hook, limit: 50 });

  beforeEach(async () => {
    open();
    await asOwner('create table public.orders (id int primary key, note text)');
  });

  it('shows the SQL, makes, changes, switches off and deletes a webhook', async () => {
    const preview = await createWebhook(dependencies, owner, input(true));
    expect(preview.statements[0]).toContain(
      'create trigger "tell ""them""" after insert or update on public.orders',
    );
    expect((await listHooks(dependencies, owner, project.ref)).webhooks).toEqual([]);

    const { id } = await createWebhook(dependencies, owner, input());
    expect((await listHooks(dependencies, owner, project.ref)).webhooks).toEqual([
      { id, ...definition(), problem: null },
    ]);
    await expect(createWebhook(dependencies, owner, input())).rejects.toMatchObject({ code: 'sql_error' });

    const changed = await updateWebhook(dependencies, owner, {
      ...input(),
      id: id ?? '',
      name: 'other',
      active: false,
    });
    expect(changed.statements).toHaveLength(3);
    const [hook] = (await listHooks(dependencies, owner, project.ref)).webhooks;
    expect(hook).toMatchObject({ name: 'other', active: false, id: changed.id });
    await asOwner('insert into orders values (1)');
    await setWebhookActive(dependencies, owner, { ref: project.ref, id: hook?.id ?? '', active: true });
    await asOwner('insert into orders values (2)');
    await expect.poll(() => asked.map(({ body }) => JSON.parse(body).record.id), PATIENT).toEqual([2]);
    await removeWebhook(dependencies, owner, { ref: project.ref, id: hook?.id ?? '' });
    await expect(
      removeWebhook(dependencies, owner, { ref: project.ref, id: hook?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('tells of deliveries, sends one again and sends a test', async () => {
    const { id } = await createWebhook(dependencies, owner, input());
    const hook = id ?? '';
    await asOwner(`insert into orders values (1, 'first')`);
    await expect.poll(async () => (await deliveries(hook))[0]?.state, PATIENT).toBe('succeeded');
    const [first] = await deliveries(hook);
    expect(first).toMatchObject({
      hook: { name: 'tell "them"', schema: 'public', table: 'orders' },
      method: 'POST',
      status_code: 200,
      attempts: 1,
      next_at: null,
    });
    answer = (response) => response.writeHead(404, { 'x-why': 'gone' }).end('no such thing');
    await sendAgain(dependencies, owner, { ref: project.ref, id: first?.id ?? '' });
    await testWebhook(dependencies, owner, { ref: project.ref, id: hook });
    await asOwner(`select net.http_get('${base}/by-hand')`);
    await expect
      .poll(async () => (await deliveries()).map(({ state }) => state), PATIENT)
      .toEqual(['failed', 'failed', 'failed', 'succeeded']);
    expect(await deliveries(hook)).toHaveLength(3);
    const bodyOf = (is: (one: Asked) => boolean) => asked.find(is)?.body ?? '';
    const isTest = ({ headers }: Asked) => headers['webhook-test'] === 'true';
    expect(asked.filter(({ body }) => body === asked[0]?.body).length).toBeGreaterThan(1);
    expect(JSON.parse(bodyOf(isTest))).toMatchObject({ type: 'INSERT', record: { id: 1, note: 'first' } });
    expect(asked.find(isTest)?.headers).toMatchObject({ authorization: "it's a secret" });
    const [byHand, test] = await deliveries();
    expect(byHand?.hook).toBe(null);
    expect(await getDelivery(dependencies, owner, project.ref, test?.id ?? '')).toMatchObject({
      status_code: 404,
      response_body: { text: 'no such thing', is_cut: false },
      response_headers: expect.arrayContaining([{ name: 'x-why', value: 'gone' }]),
      request_headers: expect.arrayContaining([{ name: 'authorization', value: "it's a secret" }]),
      request_body: { text: expect.stringContaining('first'), is_cut: false },
    });
  });

  it('shows readers no secrets, and lets them change nothing', async () => {
    const { id } = await createWebhook(dependencies, owner, input());
    const hook = id ?? '';
    await asOwner(`insert into orders values (1, 'first')`);
    await expect.poll(async () => (await deliveries())[0]?.state, PATIENT).toBe('succeeded');
    const list = await listHooks(dependencies, reader, project.ref);
    const [sent] = await listDeliveries(dependencies, reader, project.ref, { limit: 50 });
    const whole = await getDelivery(dependencies, reader, project.ref, sent?.id ?? '');
    expect(list.webhooks).toHaveLength(1);
    expect(JSON.stringify([list, sent, whole])).not.toMatch(/secret|first/);
    const one = { ref: project.ref, id: hook };
    for (const change of [
      () => createWebhook(dependencies, reader, input()),
      () => updateWebhook(dependencies, reader, { ...input(), id: hook }),
      () => setWebhookActive(dependencies, reader, { ...one, active: false }),
      () => removeWebhook(dependencies, reader, one),
      () => testWebhook(dependencies, reader, one),
      () => sendAgain(dependencies, reader, { ref: project.ref, id: sent?.id ?? '' }),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('says what is missing in a database without the schemas', async () => {
    await as(address.user, 'drop schema net cascade');
    expect((await listHooks(dependencies, owner, project.ref)).problem).toContain('Restart the project once');
    expect(await deliveries()).toEqual([]);
    await expect(createWebhook(dependencies, owner, input())).rejects.toMatchObject({ code: 'conflict' });
  });
});
