import { describe, expect, test } from 'vitest';
import { POSTGRES_MAJORS } from '../driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { attempt, rowsAs } from './attempt.ts';

const KEEPER = 'supabase_realtime_admin';
const SENT = `select topic, event, extension, private, payload - 'id' as payload, payload ->> 'id' = id::text as numbered,
  tableoid::regclass::text as partition from realtime.messages order by inserted_at, payload ->> 'operation'`;

describe.each(inTurn(POSTGRES_MAJORS))('realtime messages on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  test('are accepted by a template of any age', async () => {
    const database = await cluster.createDatabase();
    const rows = await rowsAs(database, 'postgres', `select realtime.send('{"a": 1}', 'said', 'room')`, SENT);
    expect(rows).toEqual([
      {
        topic: 'room',
        event: 'said',
        extension: 'broadcast',
        private: true,
        payload: { a: 1 },
        numbered: true,
        partition: 'realtime.messages_default',
      },
    ]);
  });

  test('go to the partition of their UTC day once there is one, whatever the session’s time zone', async () => {
    const database = await cluster.createDatabase();
    const [made] = await rowsAs(database, KEEPER, 'select realtime.ensure_message_partitions() as names');
    expect(made?.names).toHaveLength(4);
    const rows = await rowsAs(
      database,
      'postgres',
      `set timezone = 'Pacific/Kiritimati'`,
      `select realtime.send_binary('\\x01', 'said', 'room', false)`,
      `select tableoid::regclass::text = to_char(now() at time zone 'utc', '"realtime.messages_"YYYY_MM_DD') as in_time,
         binary_payload, private from realtime.messages`,
    );
    expect(rows).toEqual([{ in_time: true, binary_payload: '\\x01', private: false }]);
  });

  test('of a day that began without a partition keep the day where it is', async () => {
    const database = await cluster.createDatabase();
    await rowsAs(database, 'postgres', `select realtime.send('{}', 'e', 'room')`);
    const ensure = 'select realtime.ensure_message_partitions(1) as names';
    const [first, second] = [await rowsAs(database, KEEPER, ensure), await rowsAs(database, KEEPER, ensure)];
    expect(first[0]?.names).toHaveLength(1);
    expect(second[0]?.names).toEqual([]);
  });

  test('are forgotten after a while, with their partition or without', async () => {
    const database = await cluster.createDatabase();
    const old = (days: number) => `(now() at time zone 'utc') - interval '${days} days'`;
    await rowsAs(
      database,
      KEEPER,
      `create table realtime.messages_2020_02_29 partition of realtime.messages for values from ('2020-02-29') to ('2020-03-01')`,
      `insert into realtime.messages (topic, extension, inserted_at)
       values ('older', 'broadcast', '2020-02-29 12:00'), ('old', 'broadcast', ${old(4)}), ('fresh', 'broadcast', ${old(2)})`,
    );
    const dropped = await rowsAs(database, KEEPER, 'select realtime.drop_old_message_partitions() as names');
    expect(dropped).toEqual([{ names: ['messages_2020_02_29'] }]);
    expect(await rowsAs(database, KEEPER, 'select topic from realtime.messages')).toEqual([
      { topic: 'fresh' },
    ]);
  });

  test.each(['select realtime.ensure_message_partitions()', 'select realtime.drop_old_message_partitions()'])(
    'refuse the superuser, even with SET ROLE: %s',
    async (run) => {
      const as = 'supabase_admin';
      expect(await attempt(cluster.adminAddress, { as, run })).toBe('42501');
      const before = [`set role ${KEEPER}`];
      expect(await attempt(cluster.adminAddress, { as, before, run })).toBe('42501');
    },
  );

  test('obey the policies of the sender, and a refused one does not fail the caller', async () => {
    const database = await cluster.createDatabase();
    await rowsAs(
      database,
      'postgres',
      `create policy p on realtime.messages for insert to authenticated with check (realtime.topic() = 'mine')`,
    );
    const send = (topic: string) =>
      rowsAs(
        database,
        'authenticator',
        'set role authenticated',
        `set realtime.topic = '${topic}'`,
        `select realtime.send('{}', 'e', '${topic}')`,
      );
    await send('theirs');
    await send('mine');
    expect(await rowsAs(database, 'postgres', 'select topic from realtime.messages')).toEqual([
      { topic: 'mine' },
    ]);
  });

  test('tell of the changes of a table by a trigger', async () => {
    const database = await cluster.createDatabase();
    const rows = await rowsAs(
      database,
      'postgres',
      'create table public.todos (id int primary key, task text)',
      `create function public.tell() returns trigger language plpgsql security definer as $$
       begin
         perform realtime.broadcast_changes('todos', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
         return null;
       end $$`,
      'create trigger tell after insert or update or delete on public.todos for each row execute function public.tell()',
      `insert into public.todos values (1, 'write')`,
      `update public.todos set task = 'read'`,
      'delete from public.todos',
      `select payload - 'id' as payload from realtime.messages order by inserted_at`,
    );
    const change = { table: 'todos', schema: 'public' };
    const [write, read] = [
      { id: 1, task: 'write' },
      { id: 1, task: 'read' },
    ];
    expect(rows.map((row) => row.payload)).toEqual([
      { ...change, operation: 'INSERT', record: write, old_record: null },
      { ...change, operation: 'UPDATE', record: read, old_record: write },
      { ...change, operation: 'DELETE', record: null, old_record: read },
    ]);
  });
});
