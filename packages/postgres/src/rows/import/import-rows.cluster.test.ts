import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { quoteIdentAlways as q } from '@basalt/sql';
import { describe, expect, it } from 'vitest';
import { HOSTILE_NAMES } from '../../catalog/objects/scene-for-test.ts';
import { withClient } from '../../connections/connect.ts';
import { enterCatalog, withRowsClient } from '../session.ts';
import { readShape } from '../shape/read-shape.ts';
import { type ImportOptions, type ImportProgress, importRows } from './import-rows.ts';

describe.each(inTurn([15, 18] as const))('an import into PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  async function scene(sql: string) {
    const target = { ...(await cluster.createDatabase()), user: 'postgres' };
    const run = async (text: string) =>
      withClient(
        target,
        async (client) => (await client.query({ text, rowMode: 'array' })).rows as unknown as unknown[][],
      );
    await run(sql);
    const load = async (
      table: string,
      text: string | AsyncIterable<Buffer>,
      options: Partial<ImportOptions> = {},
    ) => {
      const session = { target, statementTimeoutMs: 0, lockTimeoutMs: 0 };
      const { shape, searchPath } = await withRowsClient(session, async (client) => {
        const path = await enterCatalog(client);
        const { rows } = await client.query('select $1::pg_catalog.regclass::pg_catalog.oid as id', [table]);
        return { shape: await readShape(client, rows[0].id, 'supabase_read_only_user'), searchPath: path };
      });
      if (shape === null) throw new Error('There is no such table.');
      return importRows(target, shape, typeof text === 'string' ? pieces(text) : text, {
        format: 'csv',
        hasHeader: true,
        columns: null,
        allOrNothing: false,
        searchPath,
        signal: new AbortController().signal,
        onProgress: async () => {},
        ...options,
      });
    };
    return { run, load };
  }

  async function* pieces(text: string, size = 1000): AsyncGenerator<Buffer> {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  it('takes the rows that the table takes, and says of each other one where it is and what is wrong', async () => {
    const { run, load } = await scene(`
      create table public.other (id int primary key); insert into public.other values (1);
      create table public.t (id int primary key, name varchar(5), at date not null, n int check (n < 100), o int references public.other,
        made int generated always as (id * 2) stored);
      create table public.seen (id int);
      create function public.look() returns trigger language plpgsql as $$ begin
        if new.name = 'stop' then raise exception 'stopped %', new.id using detail = 'by a trigger'; end if;
        insert into seen values (new.id); return new; end $$;
      create trigger look before insert on public.t for each row execute function public.look();`);
    const lines = [
      'id,name,at,n,o',
      '1,"a\nb",2026-01-01,1,1',
      'two,b,2026-01-01,1,1',
      '3,toolong,2026-01-01,1,1',
      '4,c,2026-02-30,1,1',
      '5,d,,1,1',
      '6,e,2026-01-01,100,1',
      '7,f,2026-01-01,1,9',
      '1,again,2026-01-01,1,1',
      '8,g,2026-01-01',
      '9,h,2026-01-01,1,1,1',
      '10,stop,2026-01-01,1,1',
      '',
      '11,"",2026-01-01,,',
      '\\.',
      '12,"open,2026-01-01,1,1',
      '13,i,2026-01-01,1,1',
    ];
    const report = await load('public.t', lines.join('\r\n'));
    expect(report.refusedRows.map(({ line, column }) => [line, column])).toEqual([
      [4, 'id'],
      [5, 'name'],
      [6, 'at'],
      [7, 'at'],
      [8, null],
      [9, null],
      [10, null],
      [11, null],
      [12, null],
      [13, null],
      [16, 'id'],
      [17, null],
    ]);
    const reasons = report.refusedRows.map(({ reason }) => reason);
    expect(reasons[0]).toBe('invalid input syntax for type integer: "two"');
    expect(reasons[5]).toMatch(/foreign key constraint .*Key \(o\)=\(9\) is not present/);
    expect(reasons[6]).toMatch(/duplicate key .*Key \(id\)=\(1\) already exists/);
    expect(reasons[9]).toBe('stopped 10: by a trigger');
    expect(reasons[11]).toMatch(/quote in this line is never closed/);
    expect(report).toMatchObject({
      isImported: true,
      rows: 3,
      refused: 12,
      bytes: Buffer.byteLength(lines.join('\r\n')),
    });
    expect(await run('select id, name, n, made from public.t order by id')).toEqual([
      [1, 'a\nb', 1, 2],
      [11, '', null, 22],
      [13, 'i', 1, 26],
    ]);
    expect(await run('select count(*)::int from public.seen')).toEqual([[3]]);
    const whole = await load('public.t', 'id,at\n20,2026-01-01\nx,2026-01-01', { allOrNothing: true });
    expect(whole).toMatchObject({
      isImported: false,
      rows: 0,
      refused: 1,
      refusedRows: [{ line: 3, column: 'id' }],
    });
    expect(await load('public.t', 'id,at\n20,2026-01-01\n', { allOrNothing: true })).toMatchObject({
      isImported: true,
      rows: 1,
    });
  });

  it('finds single bad rows among many, and many among few', async () => {
    const { run, load } = await scene('create table public.t (id int primary key, v text);');
    const count = 200_000;
    const bad = new Set([0, 7, 8, 100_000, 150_001, count - 1]);
    async function* file() {
      yield Buffer.from('id,v\n');
      for (let at = 0; at < count; at += 1000)
        yield Buffer.from(
          Array.from(
            { length: 1000 },
            (_, i) => `${bad.has(at + i) ? 'bad' : at + i},${'x'.repeat(50)}\n`,
          ).join(''),
        );
    }
    const told: ImportProgress[] = [];
    const report = await load('public.t', file(), {
      onProgress: async (progress) => void told.push(progress),
    });
    expect(report.refusedRows.map(({ line }) => line - 2)).toEqual([...bad]);
    expect(report.rows).toBe(count - bad.size);
    expect(await run('select count(*)::int from public.t')).toEqual([[report.rows]]);
    expect(told.length).toBeGreaterThan(2);
    expect(told.every(({ rows }, place) => rows >= (told[place - 1]?.rows ?? 0))).toBe(true);
    await run('truncate public.t');
    const mixed = await load(
      'public.t',
      Array.from({ length: 3_000 }, (_, id) => `${id % 3 === 0 ? id : 'no'},v`).join('\n'),
      { hasHeader: false },
    );
    expect([mixed.rows, mixed.refused, mixed.refusedRows.length]).toEqual([1000, 2000, 1000]);
  });

  it('leaves nothing behind when it is stopped, or when the file ends in the middle', async () => {
    const { run, load } = await scene('create table public.t (id int);');
    const stop = new AbortController();
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.from('1\n'.repeat(100_000));
    }
    const onProgress = async ({ rows }: ImportProgress) => {
      if (rows > 300_000) stop.abort();
    };
    await expect(
      load('public.t', endless(), { hasHeader: false, signal: stop.signal, onProgress }),
    ).rejects.toMatchObject({ code: '57014' });
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('id\n1\n');
      throw new Error('The sender is gone.');
    }
    await expect(load('public.t', broken())).rejects.toThrow('The sender is gone.');
    await expect(load('public.t', `id\n${'x\n'.repeat(300)}`, { maxRefused: 200 })).rejects.toThrow(
      /^More than 200 rows were refused.*line 2: invalid input/,
    );
    expect(await run('select * from public.t')).toEqual([]);
    await expect
      .poll(() =>
        run(
          `select count(*)::int from pg_stat_activity where query ilike 'copy%' and pid <> pg_backend_pid() and state <> 'idle'`,
        ),
      )
      .toEqual([[0]]);
  });

  it('reads tabs, lines of JSON, chosen columns, and whatever columns are called', async () => {
    const { run, load } = await scene(`
      create table public.t (id bigint, v text, j jsonb, l text[], n numeric);
      create table public.names (${HOSTILE_NAMES.map((name) => `${q(name)} text`).join(', ')});`);
    await load('public.t', 'v\tid\n"a\tb"\t1\n,\t\n', { format: 'tsv' });
    expect(await run('select id, v from public.t')).toEqual([
      [1, 'a\tb'],
      [null, ','],
    ]);
    await run('truncate public.t');
    const json = [
      '{"id": 9007199254740993, "v": "a \\"b\\"\\n", "j": {"x": [1.10]}, "l": ["a", null, "c d"], "n": 1.50}',
      '',
      '{"v": "", "j": "text", "id": null}',
      '{"j": null}',
      '[1]',
      '{"none": 1}',
      'nonsense',
    ];
    const report = await load('public.t', json.join('\n'), { format: 'jsonl' });
    expect(report.refusedRows.map(({ line }) => line)).toEqual([5, 6, 7]);
    expect(await run('select id::text, v, j::text, l::text, n::text from public.t')).toEqual([
      ['9007199254740993', 'a "b"\n', '{"x": [1.10]}', '{a,NULL,"c d"}', '1.50'],
      [null, '', '"text"', null, null],
      [null, null, null, null, null],
    ]);
    await run('truncate public.t');
    const chosen = await load('public.t', 'x,"a, b",3\nshort\n', {
      hasHeader: false,
      columns: [null, 'v', 'id'],
    });
    expect(chosen.refusedRows).toMatchObject([{ line: 2, reason: 'This line has 1 values, not 3.' }]);
    expect(await run('select id, v from public.t')).toEqual([[3, 'a, b']]);
    const csv = (texts: readonly string[]) =>
      texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
    const trimmed = HOSTILE_NAMES.filter((name) => name.trim() === name);
    await load('public.names', `${csv(trimmed)}\n${csv(trimmed)}\n`);
    await load('public.names', `${csv(HOSTILE_NAMES)}\n`, { hasHeader: false, columns: HOSTILE_NAMES });
    expect((await run('select * from public.names'))[1]).toEqual(HOSTILE_NAMES);
    await expect(load('public.t', 'nothing\n1')).rejects.toThrow('has no column “nothing”');
    await expect(load('public.t', 'v,v\n1,1')).rejects.toThrow('twice');
    await expect(load('public.t', '')).rejects.toThrow('This file is empty');
  });
});
