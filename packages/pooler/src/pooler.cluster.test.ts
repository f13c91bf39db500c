import { once } from 'node:events';
import { connect as openSocket } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { REF, usePooler } from './pooler-for-test.ts';

const POOL_SIZE = 3;
const under = usePooler(POOL_SIZE);

const BOTH = ['session', 'transaction'] as const;

/** Processes of the database that work for clients of ours. */
async function processes(role = 'visitor'): Promise<number> {
  const { rows } = await under.asSuperuser(
    `select count(*)::int as n from pg_stat_activity where usename = ${pg.escapeLiteral(role)}`,
  );
  return rows[0].n;
}

describe('who gets in', () => {
  it.each(BOTH)('leads to the project that the user names, for %s', async (mode) => {
    const client = await under.connect(mode);
    const { rows } = await client.query('select current_user as user, $1::int + 1 as sum', [41]);
    expect(rows).toEqual([{ user: 'visitor', sum: 42 }]);
  });

  it.each(BOTH)('takes the project from an option, and passes the others on, for %s', async (mode) => {
    const client = await under.connect(mode, {
      user: 'visitor',
      options: `-c statement_timeout=1234 -c reference=${REF}`,
    });
    const { rows } = await client.query('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '1234ms' }]);
  });

  it.each(BOTH)('refuses a wrong password as the database does, for %s', async (mode) => {
    const failing = under.connect(mode, { password: 'wrong' });
    await expect(failing).rejects.toMatchObject({
      code: '28P01',
      message: 'password authentication failed for user "visitor"',
    });
  });

  it.each([
    ['another project', { user: 'visitor.zzzzzzzzzzzzzzzzzzzz' }, 'Tenant or user not found'],
    ['no project', { user: 'visitor' }, 'Tenant or user not found'],
    ['a suffix that is none', { user: 'visitor.short' }, 'Tenant or user not found'],
    [
      'a role that does not exist',
      { user: `nobody.${REF}` },
      'password authentication failed for user "nobody"',
    ],
  ])('refuses %s', async (_, changes, message) => {
    for (const mode of BOTH) await expect(under.connect(mode, changes)).rejects.toMatchObject({ message });
  });

  it.each(BOTH)('keeps the superuser and replication out, for %s', async (mode) => {
    await under.asSuperuser(`alter role supabase_admin password 'open sesame'`);
    const superuser = under.connect(mode, { user: `supabase_admin.${REF}` });
    await expect(superuser).rejects.toMatchObject({ code: '28000' });
    const replication = under.connect(mode, { replication: 'database' } as pg.ClientConfig);
    await expect(replication).rejects.toMatchObject({ code: '0A000' });
  });

  it.each(BOTH)('says why a project does not answer, for %s', async (mode) => {
    const open = under.project;
    under.project = { ...open, unavailable: 'This project is paused.' };
    await expect(under.connect(mode)).rejects.toMatchObject({
      code: '57P03',
      message: 'This project is paused.',
    });
    under.project = { ...open, port: 1 };
    await under.createRole(`late_${mode}`);
    await expect(under.connect(mode, { user: `late_${mode}.${REF}` })).rejects.toMatchObject({
      code: '57P03',
    });
    under.project = open;
  });

  it.each([
    ['HTTP', 'GET / HTTP/1.1\r\n\r\n'],
    ['a packet of 2 GB', Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 3, 0, 0])],
    ['a user without an end', Buffer.from([0, 0, 0, 16, 0, 3, 0, 0, ...Buffer.from('user\0abc')])],
    ['the protocol of 1997', Buffer.from([0, 0, 0, 9, 0, 2, 0, 0, 0])],
  ])('hangs up on %s', async (_, bytes) => {
    const socket = openSocket(under.ports.transaction, '127.0.0.1');
    socket.write(bytes);
    await once(socket, 'close');
    await expect(under.connect('transaction')).resolves.toBeDefined();
  });

  it('forgets an old password at once, and takes the new one', async () => {
    await under.createRole('changing');
    const user = `changing.${REF}`;
    await (await under.connect('transaction', { user })).query('select 1');
    await under.asSuperuser(`alter role changing password 'another'`);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await expect(under.connect('transaction', { user })).rejects.toMatchObject({ code: '28P01' });
    const client = await under.connect('transaction', { user, password: 'another' });
    expect((await client.query('select current_user as user')).rows).toEqual([{ user: 'changing' }]);
  });
});

describe('what is told of clients', () => {
  it.each(BOTH)('who came, left and was refused, and nothing that they said, for %s', async (mode) => {
    const role = `teller_${mode}`;
    await under.createRole(role);
    const user = `${role}.${REF}`;
    const told = () => under.events.filter((each) => each.role === role);
    await expect(under.connect(mode, { user, password: 'hush-hush' })).rejects.toThrow();
    expect(told()).toMatchObject([{ event: 'refused', mode, code: '28P01', address: '127.0.0.1' }]);
    const client = await under.connect(mode, { user });
    await client.query(`select 'hush-hush', repeat('x', 10000)`);
    await client.end();
    await expect
      .poll(() => told().map(({ event }) => event))
      .toEqual(['refused', 'connected', 'disconnected']);
    const [, , left] = told();
    expect(left).toMatchObject({ code: null, milliseconds: expect.any(Number) });
    expect(left?.received).toBeGreaterThan(50);
    expect(left?.sent).toBeGreaterThan(10_000);
    expect(JSON.stringify(told())).not.toContain('hush');
  });

  it.each(BOTH)('why somebody who was there had to leave, for %s', async (mode) => {
    const role = `leaver_${mode}`;
    await under.createRole(role);
    const open = under.project;
    const client = await under.connect(mode, { user: `${role}.${REF}` });
    await client.query('select 1');
    under.project = { ...open, requireTls: true };
    under.changed();
    await expect
      .poll(() => under.events.filter((each) => each.role === role).map(({ event, code }) => [event, code]))
      .toEqual([
        ['connected', null],
        ['disconnected', '28000'],
      ]);
    under.project = open;
    under.changed();
  });
});

describe('sessions', () => {
  it('keep what clients set, and end with them', async () => {
    await under.createRole('keeper');
    const client = await under.connect('session', { user: `keeper.${REF}` });
    await client.query(`set application_name = 'mine'`);
    await client.query('create temporary table kept (id int)');
    expect((await client.query('show application_name')).rows).toEqual([{ application_name: 'mine' }]);
    await client.end();
    await expect.poll(() => processes('keeper')).toBe(0);
  });
});

describe('transactions', () => {
  it('let many clients use few connections', async () => {
    await under.createRole('crowd');
    const clients = await Promise.all(
      Array.from({ length: 40 }, () => under.connect('transaction', { user: `crowd.${REF}` })),
    );
    const answers = await Promise.all(
      clients.map(async (client, index) => {
        await client.query('begin');
        const { rows } = await client.query('select pg_backend_pid() as pid, $1::int as number', [index]);
        await client.query('select pg_sleep(0.01)');
        const again = await client.query('select pg_backend_pid() as pid');
        await client.query('commit');
        return { ...rows[0], same: again.rows[0].pid === rows[0].pid };
      }),
    );
    expect(answers.map(({ number }) => number)).toEqual(clients.map((_, index) => index));
    expect(answers.every(({ same }) => same)).toBe(true);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBeLessThanOrEqual(POOL_SIZE);
    expect(await processes('crowd')).toBeLessThanOrEqual(POOL_SIZE);
  });

  it('make room for other roles when all connections are taken by one', async () => {
    await under.createRole('other');
    const client = await under.connect('transaction', { user: `other.${REF}` });
    expect((await client.query('select current_user as user')).rows).toEqual([{ user: 'other' }]);
  });

  it('leave nothing behind for the next client', async () => {
    await under.createRole('tidy');
    const user = `tidy.${REF}`;
    const one = await under.connect('transaction', { user });
    const two = await under.connect('transaction', { user });
    await one.query(`set search_path = 'pg_temp'`);
    await one.query('create temporary table left_over (id int)');
    await one.query('listen something');
    const { rows } = await two.query(
      `select current_setting('search_path') as path, to_regclass('pg_temp.left_over') as table,
        (select count(*)::int from pg_listening_channels()) as channels`,
    );
    expect(rows).toEqual([{ path: '"$user", public, extensions', table: null, channels: 0 }]);
  });

  it('keep prepared statements, wherever the client is served', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => under.connect('transaction')));
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        clients.map(async (client, index) => {
          // The same name means another statement for every second client.
          const text = index % 2 === 0 ? 'select $1::int * 2 as n' : 'select $1::int * 3 as n';
          const { rows } = await client.query({ name: 'mine', text, values: [index] });
          return rows[0].n;
        }),
      );
      expect(answers).toEqual(clients.map((_, index) => index * (index % 2 === 0 ? 2 : 3)));
    }
  });

  it('go on after errors, within transactions too', async () => {
    const client = await under.connect('transaction');
    await expect(client.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' });
    await expect(client.query({ name: 'broken', text: 'select nonsense' })).rejects.toMatchObject({
      code: '42703',
    });
    await client.query('begin');
    await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect((await client.query({ name: 'fine', text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
  });

  it('pass on what is long, both ways', async () => {
    const client = await under.connect('transaction');
    const long = 'ü'.repeat(3_000_000);
    const { rows } = await client.query('select $1::text as back, length($1) as length', [long]);
    expect(rows[0].length).toBe(long.length);
    expect(rows[0].back === long).toBe(true);
    const simple = await client.query(`select length('${long}') as length`);
    expect(simple.rows).toEqual([{ length: long.length }]);
    const many = await client.query('select n, repeat($1, 500) as text from generate_series(1, 20000) n', [
      'x',
    ]);
    expect(many.rows).toHaveLength(20_000);
    expect(many.rows.at(-1)).toEqual({ n: 20_000, text: 'x'.repeat(500) });
  });

  it('cancel what runs for the client, and nothing else', async () => {
    const [slow, other] = await Promise.all([under.connect('transaction'), under.connect('transaction')]);
    const running = slow.query('select pg_sleep(30)');
    const outcome = expect(running).rejects.toMatchObject({ code: '57014' });
    const undisturbed = other.query('select pg_sleep(0.3), 1 as one');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cancel(slow);
    await outcome;
    expect((await undisturbed).rows).toMatchObject([{ one: 1 }]);
    expect((await slow.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  });

  it('undo what a client leaves half done when it goes away', async () => {
    await under.asSuperuser('create table public.half (id int); alter table public.half owner to visitor');
    const client = await under.connect('transaction');
    await client.query('begin');
    await client.query('insert into public.half values (1)');
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    const next = await under.connect('transaction');
    await expect
      .poll(async () => (await next.query('select count(*)::int as n from public.half')).rows)
      .toEqual([{ n: 0 }]);
    // A lock of the client that went away would keep this from happening.
    await next.query('set lock_timeout = 1000; alter table public.half add column other int');
  });

  it('tell a client whose connection the database ended, and serve the next', async () => {
    const client = await under.connect('transaction');
    await client.query('begin');
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await under.asSuperuser(`select pg_terminate_backend(${rows[0].pid})`);
    await expect(client.query('select 1')).rejects.toThrow();
    const next = await under.connect('transaction');
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('sessions', () => {
  it('cancel by the key that the client was given', async () => {
    const slow = await under.connect('session');
    const outcome = expect(slow.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cancel(slow);
    await outcome;
  });
});

/** As psql does on Ctrl-C: over another connection, with what the client was told. */
async function cancel(client: pg.Client): Promise<void> {
  const { processID, secretKey, port } = client as unknown as Record<string, number>;
  const packet = Buffer.alloc(16);
  [16, 80_877_102, processID as number, secretKey as number].forEach((value, index) => {
    packet.writeInt32BE(value, index * 4);
  });
  const socket = openSocket(port as number, '127.0.0.1');
  socket.end(packet);
  socket.resume();
  await once(socket, 'close');
}
