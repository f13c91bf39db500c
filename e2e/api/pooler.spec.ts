import { Socket } from 'node:net';
import { Client } from 'pg';
import postgres from 'postgres';
import { processesOfHome } from '../basalt/home-processes.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect } from '../basalt/test.ts';

/** A server of this file's own: its pooler is started by the first client, and killed. */
const test = testOnOwnServer().extend<object, { ref: string }>({
  ref: [async ({ api }, use) => use((await api.createProject('Pooled')).ref), { scope: 'worker' }],
});
test.setTimeout(180_000);

async function poolers(server: Basalt): Promise<number[]> {
  const processes = await processesOfHome(server.home);
  return processes.filter(({ command }) => command.includes('pooler-process')).map(({ pid }) => pid);
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('the first client starts the pooler, and the connection string of the management API leads through it', async ({
  basalt,
  api,
  ref,
}) => {
  expect(await poolers(basalt)).toEqual([]);
  const { body } = await api.request('GET', `/v1/projects/${ref}/config/database/pooler`);
  expect(body).toMatchObject([
    { db_user: `postgres.${ref}`, pool_mode: 'transaction', default_pool_size: 10, max_client_conn: 5000 },
  ]);
  const pooled = body[0].connection_string;
  const session = pooled.replace(`:${body[0].db_port}/`, `:${basalt.environment.BASALT_POOLER_PORT}/`);
  for (const address of [pooled, session, `${pooled}?sslmode=no-verify`, `${session}?sslmode=no-verify`]) {
    const client = await connect(address);
    const { rows } = await client.query('select current_user as user, $1::text as text', ['through']);
    expect(rows).toEqual([{ user: 'postgres', text: 'through' }]);
    await client.end();
  }
  expect(await poolers(basalt)).toHaveLength(1);
  await expect(connect(pooled.replace('postgres.', 'nobody.'))).rejects.toMatchObject({ code: '28P01' });
  const logged = async (level: string) =>
    (await api.request('GET', `/platform/projects/${ref}/logs/pooler?level=${level}`)).body.lines;
  await expect
    .poll(async () => (await logged('warning')).map((line: { fields: object }) => line.fields))
    .toEqual([expect.objectContaining({ code: '28P01', user: 'nobody', mode: 'transaction' })]);
  const told = (await logged('info')).map(({ message }: { message: string }) => message);
  expect(told.filter((message: string) => message === 'postgres connected')).toHaveLength(4);
  expect(told.filter((message: string) => message.startsWith('postgres left after'))).toHaveLength(4);
});

test('the client postgres of npm, which prepares every statement, works through it', async ({ api, ref }) => {
  const { body } = await api.request('GET', `/v1/projects/${ref}/config/database/pooler`);
  for (const ssl of [false, { rejectUnauthorized: false }]) {
    // It asks for names of types first, on every connection; more clients than connections take turns.
    const clients = Array.from({ length: 8 }, () => postgres(body[0].connection_string, { max: 2, ssl }));
    const sums = clients.flatMap((sql, client) =>
      Array.from({ length: 10 }, async (_, n) => {
        const [row] =
          await sql`select ${client}::int * 100 + ${n}::int as sum, ${['a', 'b']}::text[] as list`;
        expect(row).toEqual({ sum: client * 100 + n, list: ['a', 'b'] });
      }),
    );
    await Promise.all(sums);
    const [first] = clients as [postgres.Sql];
    await first.begin(async (sql) => {
      await sql`create temporary table basket (item text) on commit drop`;
      await sql`insert into basket ${sql([{ item: 'stone' }, { item: 'moss' }])}`;
      expect([...(await sql`select item from basket order by item`)]).toEqual([
        { item: 'moss' },
        { item: 'stone' },
      ]);
    });
    const endless = first`select pg_sleep(60)`.execute();
    await expect(async () => {
      const running =
        await first`select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`;
      expect(running).toHaveLength(1);
    }).toPass({ timeout: 20_000 });
    endless.cancel();
    await expect(endless).rejects.toMatchObject({ code: '57014' });
    await Promise.all(clients.map((sql) => sql.end()));
  }
});

test('a project says how many connections its clients share, up to what its database leaves to them', async ({
  api,
  ref,
}) => {
  const address = `/v1/projects/${ref}/config/database/pooler`;
  const read = async () => (await api.request('GET', address)).body[0];
  const { connection_string } = await read();
  /** How many connections clients have that begin a transaction at one time. */
  const backends = async (clients: Client[]) => {
    const pids = await Promise.all(
      clients.map(async (client) => {
        await client.query('begin');
        const { rows } = await client.query('select pg_backend_pid() as pid');
        await client.query('commit');
        return rows[0].pid as number;
      }),
    );
    return new Set(pids).size;
  };
  expect(
    (await api.request('PATCH', address, { default_pool_size: 1, pool_mode: 'transaction' })).body,
  ).toEqual({ default_pool_size: 1, pool_mode: 'transaction' });
  expect((await read()).default_pool_size).toBe(1);
  const clients = await Promise.all(Array.from({ length: 4 }, () => connect(connection_string)));
  // The pooler hears of it a moment after the answer.
  await expect.poll(() => backends(clients)).toBe(1);
  for (const wrong of [{ default_pool_size: 0 }, { default_pool_size: 3000 }, { pool_mode: 'session' }])
    expect([wrong, (await api.request('PATCH', address, wrong)).status]).toEqual([wrong, 400]);
  expect((await read()).default_pool_size).toBe(1);
  await api.request('PATCH', address, { default_pool_size: null });
  expect((await read()).default_pool_size).toBe(10);
  await Promise.all(clients.map((client) => client.end()));
});

test('a pooler that is killed is there again for the next client', async ({ basalt, api, ref }) => {
  const { body } = await api.request('GET', `/v1/projects/${ref}/config/database/pooler`);
  const client = await connect(body[0].connection_string);
  const ended = new Promise((resolve) => client.once('end', resolve));
  const [pid = 0] = await poolers(basalt);
  process.kill(pid, 'SIGKILL');
  // Whoever comes while it dies is turned away or served by the next one, and left waiting by none.
  const come = () => connect(body[0].connection_string).then((one) => one.end(), String);
  await Promise.all([ended, ...Array.from({ length: 20 }, come)]);
  await expect(async () => {
    const next = await connect(body[0].connection_string);
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await next.end();
  }).toPass({ timeout: 20_000 });
});

test('a paused project stays paused and says so; what is connected goes on after it is restored', async ({
  api,
  ref,
}) => {
  const { body } = await api.request('GET', `/v1/projects/${ref}/config/database/pooler`);
  const kept = await connect(body[0].connection_string);
  await api.request('POST', `/v1/projects/${ref}/pause`);
  await api.waitForStatus(ref, 'INACTIVE');
  await expect(connect(body[0].connection_string)).rejects.toThrow(
    'This project is paused. Restore it in the dashboard to connect to its database.',
  );
  await api.request('POST', `/v1/projects/${ref}/restore`);
  await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
  expect((await kept.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await kept.end();
});

/** Comes from another address than those that the machine has itself. Linux has all of 127.0.0.0/8. */
class Elsewhere extends Socket {
  override connect(...given: unknown[]): this {
    const [port, host] = given as [number, string];
    return super.connect({ port, host, localAddress: '127.0.0.2' });
  }
}

test('SSL and network restrictions hold for the direct connection and both poolers, also after a kill', async ({
  basalt,
  api,
  ref,
}) => {
  const { body: pooled } = await api.request('GET', `/v1/projects/${ref}/config/database/pooler`);
  const { body: direct } = await api.request('GET', `/platform/projects/${ref}/connection`);
  const password = new URL(pooled[0].connection_string).password;
  const transaction = pooled[0].connection_string;
  const session = transaction.replace(`:${pooled[0].db_port}/`, `:${basalt.environment.BASALT_POOLER_PORT}/`);
  const own = `postgresql://postgres:${password}@${direct.host}:${direct.port}/postgres`;
  const ways = [own, session, transaction];
  const reach = async (address: string, { ssl = false, elsewhere = false } = {}) => {
    const client = new Client({
      connectionString: address,
      ...(ssl && { ssl: { rejectUnauthorized: false } }),
      ...(elsewhere && { stream: () => new Elsewhere() }),
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const answers = async (client: Client) => {
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  };
  const enforce = (database: boolean) =>
    api.request('PUT', `/v1/projects/${ref}/ssl-enforcement`, { requestedConfig: { database } });
  const restrict = (dbAllowedCidrs: string[], dbAllowedCidrsV6: string[] = []) =>
    api.request('POST', `/v1/projects/${ref}/network-restrictions/apply`, {
      dbAllowedCidrs,
      dbAllowedCidrsV6,
    });

  // Those that are open end where they are not encrypted, and go on where they are.
  const open = await Promise.all(ways.map((address) => reach(address)));
  const encrypted = await Promise.all(ways.map((address) => reach(address, { ssl: true })));
  const ended = open.map((client) => new Promise((resolve) => client.once('end', resolve)));
  expect((await enforce(true)).body).toEqual({
    currentConfig: { database: true },
    appliedSuccessfully: true,
  });
  await Promise.all(ended);
  // Sessions of the pooler reach the database without encryption until now, so they end with the rest.
  for (const client of [encrypted[0], encrypted[2]] as Client[]) await answers(client);
  await encrypted[1]?.end().catch(() => {});
  const refused = async () => {
    for (const address of ways) {
      await expect(reach(address)).rejects.toMatchObject({ code: '28000' });
      await answers(await reach(address, { ssl: true }));
    }
  };
  await refused();
  expect((await restrict(['203.0.113.0/24'])).body).toMatchObject({ status: 'applied' });
  for (const address of ways) {
    await expect(reach(address, { ssl: true, elsewhere: true })).rejects.toMatchObject({ code: '28000' });
    await answers(await reach(address, { ssl: true }));
  }

  // What was told the database is there after a kill of its server and of the platform's process.
  for (const { pid, command } of await processesOfHome(basalt.home))
    if (
      command.includes('platform-process') ||
      (command.includes(`cluster_name=${ref}`) && /postgres/.test(command))
    )
      process.kill(pid, 'SIGKILL');
  await expect(async () => {
    await answers(await reach(own, { ssl: true }));
    expect((await api.request('GET', `/v1/projects/${ref}/ssl-enforcement`)).status).toBe(200);
  }).toPass({ timeout: 60_000 });
  await refused();
  await expect(reach(own, { ssl: true, elsewhere: true })).rejects.toMatchObject({ code: '28000' });

  const patched = await api.request('PATCH', `/v1/projects/${ref}/network-restrictions`, {
    add: { dbAllowedCidrs: ['127.0.0.0/24'], dbAllowedCidrsV6: ['2001:db8::/32'] },
    remove: { dbAllowedCidrs: ['203.0.113.0/24'] },
  });
  expect(patched.body.config.dbAllowedCidrs).toEqual([
    { address: '127.0.0.0/24', type: 'v4' },
    { address: '2001:db8::/32', type: 'v6' },
  ]);
  for (const address of ways) await answers(await reach(address, { ssl: true, elsewhere: true }));
  expect((await restrict(['203.0.113.7/24'])).body.message).toMatch(/203\.0\.113\.0\/24/);
  await restrict(['0.0.0.0/0'], ['::/0']);
  await enforce(false);
  for (const address of ways) await answers(await reach(address, { elsewhere: true }));
});
