import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { quoteIdentAlways as q, quoteLiteral } from '@basalt/sql';
import type { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { HOSTILE_NAMES } from '../../catalog/objects/scene-for-test.ts';
import { withClient } from '../../connections/connect.ts';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { beginReading, enterCatalog, leaveCatalog, withRowsClient } from '../session.ts';
import { readShape } from '../shape/read-shape.ts';
import type { TableShape } from '../shape/table-shape.ts';
import { type FilterOperator, readList } from '../statements/filters.ts';
import { readTable } from '../table/read-table.ts';
import { countRows } from './count-rows.ts';
import { findMisfit } from './find-misfit.ts';
import { readCell } from './read-cell.ts';
import { CursorError, readPage } from './read-page.ts';

const READER = 'supabase_read_only_user';

interface Asked {
  filters?: [column: string, operator: FilterOperator, value: string][];
  sorts?: string[];
  limit?: number;
  offset?: number;
  cursor?: string | null;
  cellBytes?: number;
}

describe.each(inTurn([15, 18] as const))('rows of PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  /** A database with what `sql` makes, and its rows as the read-only role sees them. */
  async function scene(sql: string) {
    const database = await cluster.createDatabase();
    await withClient({ ...database, user: 'postgres' }, (client) => client.query(sql));
    return reader({ ...database, user: READER });
  }

  function reader(target: ConnectionTarget) {
    const session = { target, statementTimeoutMs: 15_000, lockTimeoutMs: 5_000 };
    const ask = <T>(table: string, work: (client: Client, shape: TableShape) => Promise<T>) =>
      withRowsClient(session, async (client) => {
        const path = await enterCatalog(client);
        const { rows } = await client.query('select $1::pg_catalog.regclass::pg_catalog.oid as id', [table]);
        const shape = await readShape(client, rows[0].id, READER);
        if (shape === null) throw new Error('There is no such table.');
        await leaveCatalog(client, path);
        await beginReading(client);
        return work(client, shape);
      });
    const column = (shape: TableShape, name: string) => {
      const found = shape.columns.find((one) => one.name === name);
      if (found === undefined) throw new Error(`There is no column ${name}.`);
      return found;
    };
    const filtersOf = (shape: TableShape, { filters = [] }: Asked) =>
      filters.map(([name, operator, value]) => ({ column: column(shape, name), operator, value }));
    const page = (table: string, asked: Asked = {}) =>
      ask(table, (client, shape) => {
        const { sorts = [], limit = 100, offset = 0, cursor = null, cellBytes = 2_000 } = asked;
        const wanted = sorts.map((sort) => ({
          column: column(shape, sort.replace(/^-/, '')),
          ascending: !sort.startsWith('-'),
        }));
        const filters = filtersOf(shape, asked);
        return readPage(client, shape, {
          filters,
          sorts: wanted,
          limit,
          offset,
          cursor,
          cellBytes,
          hasPolicies: false,
        });
      });
    return {
      target,
      ask,
      column,
      page,
      shape: (table: string) => ask(table, async (_client, shape) => shape),
      table: (table: string) =>
        ask(table, async (client, { id }) => {
          await client.query('rollback');
          return readTable(client, String(id), READER);
        }),
      count: (table: string, exact: boolean, asked: Asked = {}) =>
        ask(table, (client, shape) => countRows(client, shape, filtersOf(shape, asked), exact)),
      misfit: (table: string, asked: Asked) =>
        ask(table, async (client, shape) => {
          const filters = filtersOf(shape, asked);
          const request = {
            filters,
            sorts: [],
            limit: 1,
            offset: 0,
            cursor: null,
            cellBytes: 10,
            hasPolicies: false,
          };
          const failure = await readPage(client, shape, request).then(
            () => null,
            (error: unknown) => error,
          );
          return (await findMisfit(client, failure, filters))?.column ?? null;
        }),
      /** All rows, page by page. */
      async all(table: string, asked: Asked) {
        const rows: (string | null)[][] = [];
        for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
          const found = await page(table, { ...asked, cursor });
          rows.push(...found.rows);
          cursor = found.next;
        }
        return rows;
      },
    };
  }

  it('come page by page in every order, each once, NULLs where PostgreSQL has them', async () => {
    const { all, target } = await scene(`
      create table public.things (id int, part text, a int, b text, c numeric, primary key (part, id));
      insert into public.things select i, (array['x', 'y'])[1 + i % 2], nullif(i % 4, 0), nullif((array['é', 'Z', 'a', ''])[1 + i % 4], ''),
        nullif(i % 7, 3) from generate_series(1, 60) as i;
      create table public.places (a int);
      insert into public.places select nullif(i % 5, 1) from generate_series(1, 40) as i;
      delete from public.places where a = 2;
      create table public.coarse (id int primary key, v int);
      insert into public.coarse select i, case when i <= 9000 then i % 3 when i > 9020 then i end from generate_series(1, 9040) as i;
      create index on public.coarse (v);
      analyze public.coarse;`);
    for (const [sorts, order] of [
      [['v'], 'v, coarse.id'],
      [['-v'], 'v desc, coarse.id'],
    ] as const) {
      const { rows } = await withClient(target, (client) =>
        client.query({ text: `select id::text from public.coarse order by ${order}`, rowMode: 'array' }),
      );
      expect((await all('public.coarse', { sorts: [...sorts], limit: 900 })).map(([id]) => [id])).toEqual(
        rows,
      );
    }
    const orders = [[], ['a'], ['-a'], ['a', '-b'], ['-a', 'b', '-c'], ['c', '-part'], ['-id'], ['b', 'id']];
    // One row a page takes a connection for each of them: one order shows it.
    for (const sorts of orders)
      for (const limit of sorts.length === 0 ? [1, 7, 60] : [7, 59, 100]) {
        const order = [
          ...sorts,
          ...['part', 'id'].filter((name) => !sorts.some((sort) => sort.endsWith(name))),
        ]
          .map((sort) => (sort.startsWith('-') ? `${sort.slice(1)} desc` : sort))
          .join(', ');
        const expected = await withClient(target, (client) =>
          client.query({
            text: `select id, part, a, b, c from public.things order by ${order}`,
            rowMode: 'array',
          }),
        );
        const texts = (expected.rows as unknown as unknown[][]).map((row) =>
          row.map((value) => (value === null ? null : String(value))),
        );
        expect(await all('public.things', { sorts, limit })).toEqual(texts);
      }
    for (const sorts of [[], ['a'], ['-a']])
      expect((await all('public.places', { sorts, limit: 3 })).map(([value]) => value).sort()).toEqual(
        (await all('public.places', { sorts, limit: 1000 })).map(([value]) => value).sort(),
      );
    expect(await all('public.places', { limit: 3 })).toHaveLength(32);
  });

  it('of views and partitions are paged too, and views that show a key have one', async () => {
    const { all, shape } = await scene(`
      create table public.base (id int primary key, "n ame" text, hidden int);
      insert into public.base select i, 'n' || i from generate_series(1, 10) as i;
      create view public.simple as select "n ame" as called, id as number from public.base where id > 2;
      create view public.over as select number as nr from public.simple;
      create view public.without as select "n ame" from public.base;
      create view public.joined as select a.id, b."n ame" from public.base a join public.base b using (id);
      create view public.counted as select count(*) from public.base;
      create materialized view public.stored as select id from public.base;
      create table public.parts (id int primary key, v text) partition by range (id);
      create table public.parts_1 partition of public.parts for values from (0) to (5);
      create table public.parts_2 partition of public.parts for values from (5) to (100);
      insert into public.parts select i, 'v' from generate_series(1, 9) as i;
      create table public.parent (id int primary key);
      create table public.child () inherits (public.parent);
      insert into public.parent values (1), (2); insert into public.child values (1), (3);
      create table public.late (id int not null, v int, w int not null);
      create unique index late_part on public.late (id) where v > 1;
      create unique index late_null on public.late (v);
      create unique index late_both on public.late (w, id);
      create table public.nothing ();`);
    const keyOf = async (name: string) => (await shape(`public.${name}`)).key;
    expect(await keyOf('simple')).toEqual(['number']);
    expect(await keyOf('over')).toEqual(['nr']);
    expect(await keyOf('parts')).toEqual(['id']);
    expect(await keyOf('late')).toEqual(['w', 'id']);
    for (const name of ['without', 'joined', 'counted', 'stored', 'parent', 'nothing'])
      expect(await keyOf(name)).toBeNull();
    expect(await all('public.over', { limit: 3 })).toEqual(
      [3, 4, 5, 6, 7, 8, 9, 10].map((id) => [String(id)]),
    );
    expect(await all('public.without', { sorts: ['n ame'], limit: 3 })).toHaveLength(10);
    expect(await all('public.joined', { limit: 3 })).toHaveLength(10);
    expect(await all('public.parts', { sorts: ['-v'], limit: 2 })).toHaveLength(9);
    expect(await all('public.parent', { sorts: ['id'], limit: 3 })).toEqual([['1'], ['1'], ['2'], ['3']]);
    expect(await all('public.nothing', {})).toEqual([]);
  });

  const TYPES: [type: string, values: string[], sorted: string[]][] = [
    ['bool', ['t', 'f'], ['f', 't']],
    ['float8', ['NaN', '-0.1', '1e+300'], ['-0.1', '1e+300', 'NaN']],
    ['numeric', ['NaN', '2', '10'], ['2', '10', 'NaN']],
    ['varchar(3)', ['abc', 'B'], ['B', 'abc']],
    ['char(3)', ['a  ', 'B  '], ['B  ', 'a  ']],
    ['"char"', ['x', 'a'], ['a', 'x']],
    ['json', ['{"b": 1}', '[1]'], ['[1]', '{"b": 1}']],
    ['jsonb', ['{"b": 1}', '[1]'], ['[1]', '{"b": 1}']],
    ['xml', ['<a/>', '<b/>'], ['<a/>', '<b/>']],
    ['point', ['(2,1)', '(10,1)'], ['(10,1)', '(2,1)']],
    ['inet', ['10.0.0.2', '9.0.0.0/8'], ['9.0.0.0/8', '10.0.0.2']],
    ['interval', ['02:00:00', '1 day'], ['02:00:00', '1 day']],
    [
      'timestamptz',
      ['2026-01-02 03:04:05.678901+00', 'infinity'],
      ['2026-01-02 03:04:05.678901+00', 'infinity'],
    ],
    ['bytea', ['\\x00ff', '\\x'], ['\\x', '\\x00ff']],
    ['bit(3)', ['101', '010'], ['010', '101']],
    ['public.mood', ['ok', 'a "b"'], ['ok', 'a "b"']],
    ['public.mood[]', ['{ok,"a \\"b\\""}', '{}'], ['{}', '{ok,"a \\"b\\""}']],
    ['public.few', ['5', '3'], ['3', '5']],
    ['public.pair', ['(1,"a b")', '(,)'], ['(1,"a b")', '(,)']],
    ['int4range', ['[5,7)', 'empty'], ['empty', '[5,7)']],
    ['text[]', ['{NULL,"NULL",""}', '{a}'], ['{a}', '{NULL,"NULL",""}']],
    ['extensions.citext', ['B', 'a'], ['a', 'B']],
    ['regclass', ['pg_class', 'pg_type'], ['pg_type', 'pg_class']],
  ];

  it('of every type are shown, found and sorted', async () => {
    const { page, all } = await scene(`
      create type public.mood as enum ('ok', 'a "b"');
      create domain public.few as int check (value < 10);
      create type public.pair as (x int, y text);
      create extension if not exists citext schema extensions;
      ${TYPES.map(([type, values], index) => `create table public.t${index} (v ${type}); insert into public.t${index} values ${values.map((value) => `(${quoteLiteral(value)})`).join(', ')}, (null);`).join('\n')}`);
    for (const [index, [type, values, sorted]] of TYPES.entries()) {
      const table = `public.t${index}`;
      const shown = (await page(table)).rows.map(([value]) => value);
      expect([type, shown]).toEqual([type, [...values, null]]);
      const ordered = await all(table, { sorts: ['v'], limit: 1 });
      expect([type, ordered.map(([value]) => value)]).toEqual([type, [...sorted, null]]);
      for (const value of values) {
        expect([type, (await page(table, { filters: [['v', '=', value]] })).rows]).toEqual([type, [[value]]]);
        expect((await page(table, { filters: [['v', '<>', value]] })).rows).toHaveLength(values.length - 1);
        const list = `"${value.replaceAll('"', '""')}"`;
        expect((await page(table, { filters: [['v', 'in', list]] })).rows).toEqual([[value]]);
        const before = (await page(table, { filters: [['v', '<', value]] })).rows.length;
        const notAfter = (await page(table, { filters: [['v', '<=', value]] })).rows.length;
        expect([before, notAfter]).toEqual([sorted.indexOf(value), sorted.indexOf(value) + 1]);
      }
      expect((await page(table, { filters: [['v', 'is', 'null']] })).rows).toEqual([[null]]);
      expect((await page(table, { filters: [['v', '~~', '%']] })).rows).toHaveLength(values.length);
    }
  });

  it('are filtered as people mean it, and what does not fit a column is named', async () => {
    const { page, misfit } = await scene(`
      create table public.f (id int primary key, name varchar(5), ready bool, tags int[], at date);
      insert into public.f values (1, 'a,b', true, '{1}', '2026-01-01'), (2, '100%', false, '{2,3}', null), (3, 'say "', null, null, null);`);
    const ids = async (...filters: NonNullable<Asked['filters']>) =>
      (await page('public.f', { filters })).rows.map(([id]) => Number(id));
    expect(await ids(['name', 'in', '"a,b", 100%'])).toEqual([1, 2]);
    expect(await ids(['name', 'in', '("say """, x)'])).toEqual([3]);
    expect(await ids(['tags', 'in', '"{1}","{2,3}"'])).toEqual([1, 2]);
    expect(await ids(['name', '=', 'a,b and more'])).toEqual([]);
    expect(await ids(['name', '~~*', 'SAY%'])).toEqual([3]);
    expect(await ids(['name', '~~', '100\\%'])).toEqual([2]);
    expect(await ids(['id', '~~', '%2%'])).toEqual([2]);
    expect(await ids(['ready', 'is', 'TRUE'])).toEqual([1]);
    expect(await ids(['ready', 'is', 'unknown'], ['id', '>=', '3'])).toEqual([3]);
    expect(await ids(['at', 'is', 'not  null'])).toEqual([1]);
    const { sql } = await page('public.f', {
      filters: [
        ['name', 'in', "x', y"],
        ['id', '<>', '7'],
      ],
      sorts: ['-at'],
      limit: 5,
    });
    expect(sql).toBe(
      "select id, name, ready, tags, at from public.f where name in ('x''', 'y') and id <> 7 order by at desc, id limit 5;",
    );
    await expect(ids(['id', 'is', 'true'])).rejects.toMatchObject({ column: 'id', message: /boolean/ });
    await expect(ids(['id', 'is', 'null; drop'])).rejects.toMatchObject({ column: 'id' });
    await expect(ids(['id', 'in', ''])).rejects.toMatchObject({ column: 'id' });
    await expect(ids(['name', 'in', '"open'])).rejects.toMatchObject({ column: 'name' });
    const wrong: [string, FilterOperator, string][] = [
      ['id', '=', 'one'],
      ['id', '>', '99999999999999'],
      ['tags', '=', '{'],
      ['ready', '=', 'maybe'],
      ['at', '<', '2026-02-30'],
    ];
    for (const filter of wrong)
      expect(await misfit('public.f', { filters: [['name', '=', 'x'], filter] })).toBe(filter[0]);
    expect(await misfit('public.f', { filters: [['id', 'in', '1,2,x']] })).toBe('id');
  });

  it('have their long values cut, also those of 10 MB, and read whole when asked', async () => {
    const { page, ask, column } = await scene(`
      create table public.long (id text primary key, t text, b bytea, j jsonb, l text[], n numeric);
      insert into public.long values (repeat('k', 2500), repeat('é', 1500), decode(repeat('ab', 1500), 'hex'),
        jsonb_build_object('a', repeat('x', 3000)), array[repeat('y', 3000)], repeat('9', 2500)::numeric),
        ('short', 'é', '\\x01', '{}', '{}', 1), ('huge', repeat('z', 10000000), null, jsonb_build_array(
          (select string_agg(md5(i::text), '') from generate_series(1, 20000) as i)), null, null);`);
    const { rows, cut } = await page('public.long', { sorts: ['-id'] });
    expect(rows[0]).toEqual(['short', 'é', '\\x01', '{}', '{}', '1']);
    const [, long = [], huge = []] = rows;
    expect(long.map((value) => value?.length)).toEqual([2500, 1000, 2000, 2000, 2000, 2000]);
    expect(long[1]).toBe('é'.repeat(1000));
    expect(huge[1]).toBe('z'.repeat(2000));
    expect(cut.filter(({ row }) => row === 1)).toEqual([
      { row: 1, column: 1, bytes: 3000 },
      { row: 1, column: 2, bytes: 3002 },
      { row: 1, column: 3, bytes: 3009 },
      { row: 1, column: 4, bytes: 3002 },
      { row: 1, column: 5, bytes: 2500 },
    ]);
    expect(cut.filter(({ row }) => row === 2)).toMatchObject([
      { column: 1, bytes: 10_000_000 },
      { column: 3, bytes: expect.any(Number) },
    ]);
    const cell = (id: string, name: string, maxBytes: number) =>
      ask('public.long', (client, shape) =>
        readCell(client, shape, [[column(shape, 'id'), id]], { column: column(shape, name), maxBytes }),
      );
    expect((await cell('huge', 't', 20_000_000))?.value).toHaveLength(10_000_000);
    expect(await cell('huge', 't', 1_000_000)).toEqual({ value: null, bytes: 10_000_000 });
    expect((await cell('k'.repeat(2500), 'j', 9_999))?.value).toBe(`{"a": "${'x'.repeat(3000)}"}`);
    expect(await cell('huge', 'n', 10)).toEqual({ value: null, bytes: 0 });
    expect(await cell('gone', 't', 10)).toBeNull();
    // A value that was cut is no place to go on from.
    const first = await page('public.long', { sorts: ['t'], limit: 2 });
    expect((await page('public.long', { sorts: ['t'], limit: 2, cursor: first.next })).rows).toHaveLength(1);
  });

  it('are counted, or estimated where counting takes long', async () => {
    const { count } = await scene(`
      create table public.many (id int);
      insert into public.many select i from generate_series(1, 500000) as i;
      analyze public.many;`);
    expect(await count('public.many', false)).toMatchObject({ rows: 500_000, isExact: false });
    expect(await count('public.many', true)).toEqual({
      rows: 500_000,
      isExact: true,
      sql: 'select count(*) from public.many;',
    });
    expect(await count('public.many', true, { filters: [['id', '<', '11']] })).toEqual({
      rows: 10,
      isExact: true,
      sql: 'select count(*) from public.many where id < 11;',
    });
  });

  it('are read with the rights of the one who reads, whatever stands in the way of names', async () => {
    const { page, target, shape } = await scene(`
      create table public.trap (id int primary key, v text);
      insert into public.trap values (1, 'a');
      create function public.concat(text) returns text language sql as $$ select 'wrong' $$;
      create function public.eq(int, int) returns bool language sql as $$ select false $$;
      create operator public.= (leftarg = int, rightarg = int, function = public.eq);
      create table public.log (who text);
      create function public.sneak() returns int language plpgsql security definer as $$
        begin perform set_config('transaction_read_only', 'off', true); insert into public.log values (current_user); return 1; end $$;
      create view public.writes as select public.sneak() as id;
      create function public.plain() returns text language sql as 'select v from trap';
      create view public.relies as select public.plain() as v;
      create function public.less(int, int) returns bool language sql as 'select true';
      create operator public.<= (leftarg = int, rightarg = int, function = public.less);
      do 'begin execute format(''alter database %I set search_path = public, pg_catalog'', current_database()); end';`);
    expect((await page('public.trap', { filters: [['id', '=', '1']] })).rows).toEqual([['1', 'a']]);
    expect((await page('public.relies')).rows).toEqual([['a']]);
    await expect(page('public.writes')).rejects.toThrow(/read-only|read-write/);
    expect((await withClient(target, (client) => client.query('select * from public.log'))).rows).toEqual([]);
    // Of the services' tables, columns that hold secrets are left out, and with them what only readers of all may see.
    const users = await shape('auth.users');
    expect(users.columns.map(({ name }) => name)).not.toContain('encrypted_password');
    expect([users.key, users.hasVersions, users.hasPlaces]).toEqual([['id'], false, false]);
    expect((await page('auth.users')).rows).toEqual([]);
    expect((await page('pg_catalog.pg_class', { limit: 2 })).rows).toHaveLength(2);
  });

  it('have hostile names', async () => {
    const columns = HOSTILE_NAMES.map((name) => `${q(name)} text`).join(', ');
    const { page, table, target } = await scene(
      HOSTILE_NAMES.map((name, index) =>
        index % 3 === 0
          ? `create table public.${q(name)} (${columns}, primary key (${q(name)}));
             insert into public.${q(name)} (${q(name)}) values (${quoteLiteral(name)});`
          : '',
      ).join('\n'),
    );
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      if (index % 3 !== 0) continue;
      const relation = `public.${q(name)}`;
      const found = await page(relation, { filters: [[name, '=', name]], sorts: [name, '-"'] });
      const place = HOSTILE_NAMES.indexOf(name);
      expect(found.rows.map((row) => row[place])).toEqual([name]);
      const shown = await withClient(target, (client) => client.query({ text: found.sql, rowMode: 'array' }));
      expect(shown.rows.map((row) => (row as unknown as unknown[])[place])).toEqual([name]);
      expect(
        (await page(relation, { filters: [[name, 'in', `"${name.replaceAll('"', '""')}"`]] })).rows,
      ).toHaveLength(1);
      expect((await table(relation))?.definition).toContain('create table public.');
    }
  });

  it('say what table they belong to', async () => {
    const { table, target } = await scene(`
      create schema shop;
      create type shop.mood as enum ('ok', 'bad');
      create table shop.makers (id int primary key);
      create table shop.goods (
        id bigint generated always as identity primary key, n int generated by default as identity, maker int references shop.makers on delete cascade,
        name varchar(5) collate "C" not null default 'x', m shop.mood[], doubled int generated always as (n * 2) stored, at timetz,
        constraint short check (n < 100));
      create index by_name on shop.goods (lower(name));
      alter table shop.goods enable row level security;
      create policy own on shop.goods for select to anon using (n > 1);
      create function shop.touch() returns trigger language plpgsql as 'begin return new; end';
      create trigger touched before update on shop.goods for each row execute function shop.touch();
      comment on table shop.goods is 'it''s'; comment on column shop.goods.n is 'number';
      create view shop.cheap with (security_invoker = true) as select id, n from shop.goods where n < 5;
      create table shop.parts (id int) partition by list (id);
      create table shop.part_1 partition of shop.parts for values in (1);`);
    const goods = await table('shop.goods');
    expect(goods).toMatchObject({
      kind: 'table',
      comment: "it's",
      rls_enabled: true,
      rls_forced: false,
      policies: 1,
      rows_estimate: null,
      is_writable: true,
      is_read_only_database: false,
      referenced_by: [],
      foreign_keys: [
        {
          constraint: 'goods_maker_fkey',
          columns: ['maker'],
          other_schema: 'shop',
          other_table: 'makers',
          other_columns: ['id'],
        },
      ],
    });
    expect(
      goods?.columns.map(({ name, type, is_insertable, is_updatable }) => [
        name,
        type,
        is_insertable,
        is_updatable,
      ]),
    ).toEqual([
      ['id', 'bigint', false, false],
      ['n', 'integer', true, true],
      ['maker', 'integer', true, true],
      ['name', 'character varying(5)', true, true],
      ['m', 'shop.mood[]', true, true],
      ['doubled', 'integer', false, false],
      ['at', 'time with time zone', true, true],
    ]);
    expect(goods?.columns[4]?.enum_values).toEqual(['ok', 'bad']);
    expect((await table('shop.makers'))?.referenced_by).toMatchObject([
      { columns: ['id'], other_table: 'goods', other_columns: ['maker'] },
    ]);
    expect(await table('shop.cheap')).toMatchObject({ kind: 'view', is_writable: true, rls_enabled: false });
    // The definitions make the same tables again.
    const order = ['makers', 'goods', 'cheap', 'parts', 'part_1'];
    const before = await Promise.all(order.map(async (name) => (await table(`shop.${name}`))?.definition));
    await withClient({ ...target, user: 'postgres' }, (client) =>
      client.query(`drop table shop.makers, shop.goods, shop.parts cascade; ${before.join('\n')}`),
    );
    const again = await Promise.all(order.map(async (name) => (await table(`shop.${name}`))?.definition));
    expect(again).toEqual(before);
    expect(before[1]).toContain("comment on column shop.goods.n is 'number';");
  });

  it('go on only from a cursor of the same order', async () => {
    const { page } = await scene(
      `create table public.c (id int primary key, v int); insert into public.c values (1, 1), (2, 2), (3, 3);`,
    );
    const { next } = await page('public.c', { limit: 1 });
    await expect(page('public.c', { sorts: ['v'], cursor: next })).rejects.toThrow(CursorError);
    for (const cursor of [
      '',
      'x',
      Buffer.from('[]').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ])
      await expect(page('public.c', { cursor })).rejects.toThrow(CursorError);
    expect((await page('public.c', { limit: 1, cursor: next })).sql).toBe(
      'select id, v from public.c where id > 1 order by id limit 1;',
    );
  });
});

describe('a list of values', () => {
  it.each([
    ['a,b', ['a', 'b']],
    [' a , "b, c" ,', ['a', 'b, c', '']],
    ['("x""y")', ['x"y']],
    ['', []],
    ['"open', null],
    ['"a" b', null],
  ])('%j is read', (text, values) => {
    expect(readList(text)).toEqual(values);
  });
});
