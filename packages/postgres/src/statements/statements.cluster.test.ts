import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { COMMON_NAMES } from '../advisors/common-names.ts';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { adviseIndexes } from './advise-indexes.ts';
import { explainStatement } from './explain-statement.ts';
import { readStatements, resetStatements } from './recorded-statements.ts';
import { tryIndex } from './try-index.ts';

const SCENE = `
create table public.notes (id int primary key, writer uuid, at timestamptz, kind text);
insert into public.notes select n, gen_random_uuid(), now(), (n % 2)::text from generate_series(1, 5000) n;
analyze public.notes;
create function public.touch() returns int immutable language plpgsql as $$ begin delete from public.notes; return 1; end $$;`;

const ALL = { order: 'total', isAscending: false, limit: 100, textLength: 1_000 } as const;

describe.each(inTurn([15, 16, 17, 18] as const))('recorded statements on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  async function makeScene(): Promise<{ admin: ConnectionTarget; owner: ConnectionTarget }> {
    const admin = await cluster.createDatabase();
    const owner = { ...admin, user: 'postgres' };
    await withClient(owner, (client) => client.query(SCENE));
    return { admin, owner };
  }

  it('lists them with their figures, forgets them, and explains them for any values', async () => {
    const { admin, owner } = await makeScene();
    await withClient(owner, async (client) => {
      for (let turn = 0; turn < 3; turn++)
        await client.query(
          "select id from public.notes where writer = $1 and at > date '2020-01-01' order by at limit 5",
          ['7c9b1a54-1111-4000-8000-000000000000'],
        );
      await client.query("select count(*) from public.notes where kind = 'secret' and id in (1, 2, 3)");
    });
    await withClient({ ...owner, user: 'supabase_read_only_user' }, (client) =>
      client.query(`${COMMON_NAMES} select * from relations`, [[], '{}']),
    );
    const read = (more = {}) => withClient(admin, (client) => readStatements(client, { ...ALL, ...more }));
    const found = await read({ order: 'calls' });
    const chosen = found?.statements.find(({ query }) => query.includes('where writer ='));
    expect(chosen).toMatchObject({ user: 'postgres', calls: 3, rows: 0, isCut: false });
    expect(chosen?.cacheHit).toBeGreaterThan(0);
    expect(found?.users).toContain('postgres');
    expect(found?.statements.some(({ query }) => query.includes('checks of the advisors'))).toBe(false);
    const shares = found?.statements.reduce((sum, { share }) => sum + share, 0);
    expect(shares).toBeCloseTo(1, 3);
    expect((await read({ user: 'nobody' }))?.statements).toEqual([]);
    expect((await read({ without: 'postgres' }))?.statements.map(({ user }) => user)).not.toContain(
      'postgres',
    );
    const [one] = (await read({ id: chosen?.id, textLength: 10 }))?.statements ?? [];
    expect(one).toMatchObject({ query: 'select id ', isCut: true });

    for (const { query } of found?.statements.filter(({ query }) =>
      query.includes('from public.notes where'),
    ) ?? [])
      expect(await explainStatement(owner, query)).toMatchObject({ 'Total Cost': expect.any(Number) });
    const plan = await explainStatement(owner, chosen?.query ?? '');
    const advice = await withClient(owner, (client) => adviseIndexes(client, plan, 1));
    expect(advice).toEqual([
      {
        grade: 'likely',
        schema: 'public',
        table: 'notes',
        columns: ['writer', 'at'],
        sql: 'create index concurrently on public.notes (writer, at);',
        bytes: expect.any(Number),
        isTooLarge: false,
      },
    ]);
    expect(await withClient(owner, (client) => adviseIndexes(client, plan))).toEqual([]);
    await withClient(owner, (client) => client.query(advice[0]?.sql ?? ''));
    const better = await explainStatement(owner, chosen?.query ?? '');
    expect(await withClient(owner, (client) => adviseIndexes(client, better, 1))).toEqual([]);

    expect(await withClient(admin, resetStatements)).toBe(true);
    expect((await read())?.statements.some(({ query }) => query.includes('where writer ='))).toBe(false);
  });

  it('advises no index where half of the rows match', async () => {
    const { owner } = await makeScene();
    const plan = await explainStatement(owner, 'select * from public.notes where kind = $1');
    expect(await withClient(owner, (client) => adviseIndexes(client, plan, 1))).toEqual([]);
  });

  it.each([
    ['select 1; drop table public.notes', '42601'],
    ['select $1; commit; drop table public.notes', '42601'],
    ['drop table public.notes', '0A000'],
    ['analyze public.notes', '0A000'],
    ['create table x as select 1', '0A000'],
    ['select from nowhere', '42P01'],
    ['with gone as (delete from public.notes returning 1) select public.touch()', '0A000'],
  ])('plans nothing but a statement, and runs none: %s', async (text, code) => {
    const { owner } = await makeScene();
    await expect(explainStatement(owner, text)).rejects.toMatchObject({ code });
    const rows = await withClient(
      owner,
      async (client) => (await client.query('select count(*)::int as n from public.notes')).rows,
    );
    expect(rows).toEqual([{ n: 5000 }]);
  });

  it('plans writes without running them, as the role that ran them', async () => {
    const { owner } = await makeScene();
    expect(await explainStatement(owner, 'delete from public.notes where id = $1')).toMatchObject({
      'Node Type': 'ModifyTable',
    });
    await withClient(owner, (client) =>
      client.query(`alter table public.notes enable row level security;
        create policy own on public.notes using (writer = (select auth.uid()))`),
    );
    const plan = await explainStatement(owner, 'select * from public.notes', 'authenticated');
    expect(JSON.stringify(plan)).toContain('notes.writer =');
    const reader = { ...owner, user: 'supabase_read_only_user' };
    await expect(explainStatement(reader, 'delete from public.notes')).rejects.toMatchObject({
      code: '42501',
    });
  });

  describe('tries an index', () => {
    const index = (columns: string[], table = 'notes') => ({ schema: 'public', table, columns });
    const reads = { text: 'select * from public.notes where writer = $1', asRole: null };

    async function indexesOf(owner: ConnectionTarget): Promise<unknown> {
      return await withClient(
        owner,
        async (client) =>
          (await client.query("select indexname as name from pg_indexes where schemaname = 'public'")).rows,
      );
    }
    const own = [{ name: 'notes_pkey' }];

    it('that helps, and takes it back', async () => {
      const { owner } = await makeScene();
      const found = await tryIndex(owner, reads, index(['writer', 'at']));
      expect(found).toEqual({
        before: expect.any(Number),
        after: expect.any(Number),
        isUsed: true,
        bytes: expect.any(Number),
      });
      expect(found.after).toBeLessThan(found.before / 5);
      expect(found.bytes).toBeGreaterThan(100_000);
      expect(await indexesOf(owner)).toEqual(own);
      expect(await explainStatement(owner, reads.text)).toMatchObject({ 'Node Type': 'Seq Scan' });
    });

    it('that PostgreSQL would not use', async () => {
      const { owner } = await makeScene();
      const asked = { text: 'select * from public.notes where kind = $1', asRole: null };
      const found = await tryIndex(owner, asked, index(['at']));
      expect(found).toMatchObject({ isUsed: false, after: found.before });
      expect(await indexesOf(owner)).toEqual(own);
    });

    it('with the policies of whom it is planned as', async () => {
      const { owner } = await makeScene();
      await withClient(owner, (client) =>
        client.query(`grant select on public.notes to authenticated; alter table public.notes enable row level security;
          create policy own on public.notes to authenticated using (writer = (select auth.uid()))`),
      );
      const asked = { text: 'select * from public.notes', asRole: 'authenticated' };
      expect(await tryIndex(owner, asked, index(['writer']))).toMatchObject({ isUsed: true });
      const foreign = { schema: 'auth', table: 'users', columns: ['email'] };
      await expect(tryIndex(owner, reads, foreign)).rejects.toMatchObject({ code: '42501' });
    });

    it('only when the table is free, and when its old values are seen by nobody', async () => {
      const { owner } = await makeScene();
      await withClient(owner, async (other) => {
        await other.query('begin; lock table public.notes in row exclusive mode');
        await expect(tryIndex(owner, reads, index(['writer']))).rejects.toMatchObject({ code: '55P03' });
        await other.query('rollback');
        await other.query('create table public.busy with (fillfactor = 50) as select * from public.notes');
        await other.query('begin isolation level repeatable read');
        await other.query('select count(*) from public.busy');
        await withClient(owner, (client) => client.query("update public.busy set kind = 'new' where id = 1"));
        const asked = { text: 'select * from public.busy where kind = $1', asRole: null };
        await expect(tryIndex(owner, asked, index(['kind'], 'busy'))).rejects.toMatchObject({
          code: '55000',
        });
        await other.query('rollback');
      });
      expect(await indexesOf(owner)).toEqual(own);
    });

    it('and runs nothing of the statement, nor what could not be taken back', async () => {
      const { owner } = await makeScene();
      await withClient(owner, (client) =>
        client.query(`create sequence public.calls;
          create function public.count_up() returns bigint volatile language sql as $$ select nextval('public.calls') $$;
          create function public.fixed() returns bigint immutable language plpgsql as $$ begin return public.count_up(); end $$`),
      );
      const removes = { text: 'delete from public.notes where writer = $1', asRole: null };
      expect(await tryIndex(owner, removes, index(['writer']))).toMatchObject({ isUsed: true });
      for (const [text, code] of [
        ['select * from public.notes where id = public.fixed()', '25006'],
        ['select 1; commit; create index kept on public.notes (at)', '42601'],
        ['drop table public.notes', '0A000'],
      ] as const)
        await expect(tryIndex(owner, { text, asRole: null }, index(['writer']))).rejects.toMatchObject({
          code,
        });
      const left = await withClient(
        owner,
        async (client) =>
          (
            await client.query(
              'select count(*)::int as n, (select is_called from public.calls) as is_called from public.notes',
            )
          ).rows,
      );
      expect(left).toEqual([{ n: 5000, is_called: false }]);
      expect(await indexesOf(owner)).toEqual(own);
    });
  });
});
