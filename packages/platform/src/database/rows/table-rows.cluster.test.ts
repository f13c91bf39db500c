import type { ClusterAddress } from '@basalt/clusters';
import { useTestCluster } from '@basalt/clusters/testing';
import type { RowChange, ViewAs } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { beginReading, readPage, readShape } from '@basalt/postgres/rows';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openContentPlatform } from '../../content/content-for-test.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { ProjectConnections } from '../../project-cluster/project-connections.ts';
import { READ_ONLY_ROLE } from '../../project-cluster/roles.ts';
import { MemoryExportTickets } from '../export-tickets.ts';
import { openExport } from '../open-export.ts';
import { describeTable } from './describe-table.ts';
import { explainRow } from './explain-row.ts';
import { type ExportInput, exportTable } from './export-table.ts';
import { cellOf, countTable, listRows, type PageInput } from './read-rows.ts';
import { previewChanges, saveRows } from './save-rows.ts';
import { withRows } from './with-rows.ts';

const cluster = useTestCluster();
const platformCluster = useTestCluster({ major: 17, kind: 'platform' });
let platform: Awaited<ReturnType<typeof openContentPlatform>>;
let owner: Actor;
let reader: Actor;
let project: ProjectRow;
let address: ClusterAddress;
let dependencies: Dependencies;

beforeAll(async () => {
  platform = await openContentPlatform(await platformCluster.createDatabase());
  owner = await platform.insertPerson('Owner');
  reader = await platform.insertPerson('Read-only');
});
afterAll(() => platform.db.destroy());
beforeEach(async () => {
  project = await platform.insertProject();
  await platform.db
    .insertInto('project_api_settings')
    .values({ project_id: project.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  address = await cluster.createDatabase();
  dependencies = {
    db: platform.db,
    clusters: { start: async () => ({ address }) },
    exportTickets: new MemoryExportTickets(),
    sqlConnections: new ProjectConnections({ patienceMs: 400 }),
    log: () => {},
  } as unknown as Dependencies;
});

const run = (sql: string, user = 'postgres') =>
  withClient({ ...address, user }, (client) => client.query({ text: sql, rowMode: 'array' }));
const idOf = async (table: string) =>
  String((await run(`select '${table}'::regclass::oid`)).rows[0]?.[0 as never]);
const page = async (table: string, input: Partial<PageInput> = {}, actor = owner) =>
  listRows(dependencies, actor, {
    ref: project.ref,
    id: await idOf(table),
    filters: [],
    sorts: [],
    limit: 100,
    ...input,
  });
const table = async (name: string, actor = owner) =>
  describeTable(dependencies, actor, { ref: project.ref, id: await idOf(name) });
const save = async (name: string, changes: RowChange[], actor = owner) =>
  saveRows(dependencies, actor, { ref: project.ref, id: await idOf(name), changes });
const rowsOf = async (name: string) =>
  (await run(`select * from ${name} order by 1`)).rows as unknown as unknown[][];

describe('a table', () => {
  it('says why it cannot be changed, and whether the API serves it', async () => {
    await run(`
      create table public.free (id int primary key);
      create table public.keyless (id int);
      create table public.away (id int primary key); revoke all on public.away from anon, authenticated;
      create view public.counted as select count(*) from public.free;
      create schema hidden; create table hidden.free (id int primary key, at timestamptz); grant all on hidden.free to anon;`);
    expect(await table('public.free')).toMatchObject({
      key: ['id'],
      read_only: null,
      is_exposed: true,
      policies: 0,
    });
    expect(await table('public.free', reader)).toMatchObject({ read_only: 'no_permission' });
    expect(await table('public.keyless')).toMatchObject({ key: null, read_only: 'no_key' });
    expect(await table('public.away')).toMatchObject({ is_exposed: false });
    expect(await table('public.counted')).toMatchObject({ read_only: 'not_updatable' });
    expect(await table('hidden.free')).toMatchObject({
      is_exposed: false,
      columns: [{ kind: 'integer' }, { kind: 'timestamp', has_time_zone: true }],
    });
    expect(await table('auth.users')).toMatchObject({ read_only: 'system_schema', key: ['id'] });
    expect(await table('pg_catalog.pg_class')).toMatchObject({ read_only: 'system_schema' });
    const gone = { ref: project.ref, id: '4000000000' };
    await expect(describeTable(dependencies, owner, gone)).rejects.toMatchObject({ code: 'not_found' });
    const stranger = await platform.insertPerson(null);
    await expect(table('public.free', stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is read page by page, with errors that name their column', async () => {
    await run(`create table public.t (id int primary key, "a:b" date);
      insert into public.t select i, '2026-01-01' from generate_series(1, 5) as i;`);
    const first = await page('public.t', { limit: 3 }, reader);
    expect(first).toMatchObject({
      columns: ['id', 'a:b'],
      cut: [],
      versions: [/^\d+$/, /./, /./].map((text) => expect.stringMatching(text)),
    });
    const second = await page('public.t', { limit: 3, cursor: first.next ?? '' });
    expect([...first.rows, ...second.rows].map(([id]) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(second.next).toBeNull();
    const filter = (column: string, value: string, operator: '=' | 'is' = '=') =>
      page('public.t', { filters: [{ column, operator, value }] });
    await expect(filter('a:b', 'never')).rejects.toMatchObject({
      code: 'sql_error',
      field: 'a:b',
      details: { code: '22007' },
    });
    await expect(filter('id', 'true', 'is')).rejects.toMatchObject({ code: 'bad_request', field: 'id' });
    await expect(filter('nothing', '1')).rejects.toMatchObject({ code: 'bad_request', field: 'nothing' });
    await expect(page('public.t', { cursor: 'made up' })).rejects.toMatchObject({ field: 'cursor' });
    const input = { ref: project.ref, id: await idOf('public.t'), filters: [], exact: false };
    expect(await countTable(dependencies, reader, input)).toMatchObject({ rows: 5, is_exact: true });
    const cell = (key: Record<string, string>) =>
      cellOf(dependencies, reader, { ref: project.ref, id: input.id, key, column: 'a:b' });
    expect(await cell({ id: '2' })).toEqual({ value: '2026-01-01' });
    await expect(cell({ id: '9' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(cell({ 'a:b': '2' })).rejects.toMatchObject({ code: 'bad_request', field: 'key' });
    await expect(cell({ id: 'two' })).rejects.toMatchObject({ code: 'sql_error', field: 'id' });
  });

  it('may have columns of any name and composite types, and says when it is being written anew', async () => {
    const odd = ['a:b', 'say "x"', "it's", '🪨', `${'é'.repeat(31)}x`, 'select', 'user', 'A,b', '{"c"}', ' '];
    const quoted = odd.map((name) => `"${name.replaceAll('"', '""')}"`);
    await run(`
      create type public.pair as (a int, "b c" text);
      create table public.odd (id int primary key, ${quoted.map((name) => `${name} text`).join(', ')},
        duo public.pair, many public.pair[], spans int4multirange default '{[1,3)}')`);
    const values = {
      ...Object.fromEntries(odd.map((name) => [name, `in ${name}`])),
      duo: '(1,"x, y")',
      many: '{"(2,)","(3,z)"}',
    };
    await save('public.odd', [{ kind: 'insert', values: { id: '1', ...values } }]);
    await save('public.odd', [{ kind: 'insert', values: { id: '2' } }]);
    const all = await page('public.odd', { limit: 1 });
    expect(all.columns).toEqual(['id', ...odd, 'duo', 'many', 'spans']);
    expect(all.rows).toEqual([['1', ...Object.values(values), '{[1,3)}']]);
    for (const column of [...odd, 'duo'] as (keyof typeof values)[]) {
      const found = await page('public.odd', {
        filters: [{ column, operator: '=', value: values[column] ?? '' }],
        sorts: [{ column, ascending: false }],
      });
      expect(found.rows.map(([id]) => id)).toEqual(['1']);
    }
    const changed = Object.fromEntries(odd.map((name) => [name, `new ${name}`]));
    await save('public.odd', [{ kind: 'update', key: { id: '2' }, values: changed }]);
    expect((await rowsOf('public.odd'))[1]?.slice(1, odd.length + 1)).toEqual(Object.values(changed));
    await expect(
      save('public.odd', [{ kind: 'update', key: { id: '2' }, values: { duo: '(x)' } }]),
    ).rejects.toMatchObject({ code: 'sql_error', details: { code: '22P02', column: 'duo' } });

    const id = await idOf('public.odd');
    await withClient({ ...address, user: 'postgres' }, async (client) => {
      await client.query('begin; lock table public.odd in access exclusive mode');
      const input = { ref: project.ref, id, filters: [], sorts: [], limit: 1 };
      await expect(listRows(dependencies, owner, input)).rejects.toMatchObject({
        code: 'sql_error',
        details: { code: '55P03' },
      });
    });
  });

  it('is not read for ever: too long a read ends, says what to do instead, and holds up nothing after it', async () => {
    await run(`create table public.quick (id int primary key); insert into public.quick values (1);
      create view public.slow as select id, pg_sleep(30)::text as waited from public.quick`);
    const id = await idOf('public.slow');
    const reading = withRows(
      dependencies,
      { project, role: READ_ONLY_ROLE, statementTimeoutMs: 100, lockTimeoutMs: 100 },
      async (client) => {
        const shape = await readShape(client, id, READ_ONLY_ROLE);
        if (shape === null) throw new Error('The view is not there.');
        await beginReading(client);
        const first = { filters: [], sorts: [], limit: 1, offset: 0, cursor: null };
        return await readPage(client, shape, { ...first, cellBytes: 100, hasPolicies: false });
      },
    );
    await expect(reading).rejects.toMatchObject({
      code: 'sql_error',
      message: expect.stringContaining('Filter by a column that has an index, or ask for fewer rows.'),
      details: { code: '57014' },
    });
    expect((await page('public.quick')).rows).toEqual([['1']]);
  });

  it('is viewed as the API would show it to somebody', async () => {
    const user = '11111111-2222-4333-8444-555555555555';
    await run(
      `insert into auth.users (id, email, aud, role, raw_app_meta_data) values ('${user}', 'a@example.com', 'authenticated', 'authenticated', '{"team": "red"}')`,
      'supabase_admin',
    );
    await run(`
      create table public.notes (id int primary key, owner uuid, team text, secret text);
      alter table public.notes enable row level security;
      create policy own on public.notes for select to authenticated
        using (owner = auth.uid() or team = auth.jwt() -> 'app_metadata' ->> 'team');
      create policy open on public.notes for select to anon using (owner is null);
      revoke select on public.notes from anon; grant select (id, owner) on public.notes to anon;
      insert into public.notes values (1, null, null, 'x'), (2, '${user}', null, 'y'), (3, gen_random_uuid(), 'red', 'z');`);
    const seen = async (as?: ViewAs, actor = owner) =>
      (await page('public.notes', { as }, actor)).rows.map(([id]) => Number(id));
    expect(await seen()).toEqual([1, 2, 3]);
    expect(await seen({ role: 'anon' })).toEqual([1]);
    expect(await seen({ role: 'authenticated' }, reader)).toEqual([]);
    expect(await seen({ role: 'authenticated', user_id: user })).toEqual([2, 3]);
    expect((await page('public.notes', { as: { role: 'anon' } })).columns).toEqual(['id', 'owner']);
    await run('revoke all on public.notes from anon');
    await expect(seen({ role: 'anon' })).rejects.toMatchObject({
      code: 'sql_error',
      details: { code: '42501' },
    });
    await expect(seen({ role: 'authenticated', user_id: user.replace('1', '9') })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('why somebody sees a row or does not', () => {
  const user = '11111111-2222-4333-8444-555555555555';
  const signedIn: ViewAs = { role: 'authenticated', user_id: user };
  const anybody: ViewAs = { role: 'authenticated' };
  const anon: ViewAs = { role: 'anon' };

  it.each<[string, string, ViewAs, object]>([
    ['no row', 'delete from t', anon, { is_found: false, is_seen: false, policies: [] }],
    ['RLS is off', '', anon, { is_found: true, is_seen: true, is_rls_active: false, policies: [] }],
    [
      'no right on the table',
      'revoke all on t from anon',
      anon,
      { is_seen: false, missing_privilege: 'table', policies: [] },
    ],
    [
      'no right on the schema',
      'revoke usage on schema here from anon',
      anon,
      { is_seen: false, missing_privilege: 'schema', policies: [] },
    ],
    [
      'no policy for the role',
      `alter table t enable row level security;
       create policy own on t for select to authenticated using (true); create policy add on t for insert with check (true)`,
      anon,
      { is_seen: false, is_rls_active: true, policies: [], other_policies: 2 },
    ],
    [
      'the owner',
      'alter table t enable row level security; create policy own on t using (owner = auth.uid())',
      signedIn,
      { is_seen: true, policies: [{ name: 'own', kind: 'permissive', result: 'true' }] },
    ],
    [
      'somebody without an id',
      'alter table t enable row level security; create policy own on t using (owner = auth.uid())',
      anybody,
      { is_seen: false, policies: [{ result: 'null', expression: '(owner = auth.uid())' }] },
    ],
    [
      'false, and kept back by a restrictive one',
      `alter table t enable row level security; create policy a on t using (note <> 'it''s "x"');
       create policy b on t as restrictive using (not hidden); create policy c on t to authenticated using (true)`,
      anybody,
      {
        is_seen: false,
        policies: [
          { name: 'b', kind: 'restrictive', result: 'false' },
          { name: 'a', result: 'false' },
          { name: 'c', result: 'true' },
        ],
      },
    ],
    [
      'by another table, which must be readable too',
      `alter table t enable row level security;
       create policy a on t using (exists (select from members m where m.t = t.id and m.who = auth.uid()));
       create policy b on t using (exists (select from closed where closed.id = t.id))`,
      signedIn,
      {
        is_seen: true,
        policies: [{ result: 'true' }, { result: 'error', problem: 'permission denied for table closed' }],
      },
    ],
    [
      'a policy without a condition',
      'alter table t enable row level security; create policy a on t with check (true)',
      anon,
      { is_seen: false, policies: [{ expression: null, result: 'false' }] },
    ],
    [
      'a condition that cannot write',
      `alter table t enable row level security; create policy a on t using (leaves_a_trace())`,
      anon,
      { is_seen: false, policies: [{ result: 'error', problem: expect.stringContaining('read-only') }] },
    ],
  ])('%s', async (_name, sql, as, expected) => {
    await run(
      `insert into auth.users (id, email, aud, role) values ('${user}', 'a@example.com', 'authenticated', 'authenticated')`,
      'supabase_admin',
    );
    await run(`
      create schema here; grant usage on schema here to anon, authenticated; set search_path = here;
      create table t ("the id" text, id int, primary key (id, "the id"), owner uuid, note text, hidden bool, list text[]);
      insert into t values ('a:b', 1, '${user}', 'it''s "x"', true, array['a,b', null]);
      create table members (t int, who uuid); insert into members values (1, '${user}');
      create table closed (id int);
      create table trace (at timestamptz);
      create function leaves_a_trace() returns bool language plpgsql set search_path = here as 'begin insert into trace values (now()); return true; end';
      grant all on t, members, trace to anon, authenticated;
      ${sql};`);
    const input = { ref: project.ref, id: await idOf('here.t'), key: { id: '1', 'the id': 'a:b' }, as };
    expect(await explainRow(dependencies, reader, input)).toMatchObject(expected);
    expect(await rowsOf('here.trace')).toEqual([]);
  });

  it('asks for a key, and for a table', async () => {
    await run('create table public.t (id int primary key); create view public.v as select * from public.t');
    const ask = async (name: string, key: Record<string, string>, actor = owner) =>
      explainRow(dependencies, actor, { ref: project.ref, id: await idOf(name), key, as: anon });
    await expect(ask('public.t', { no: '1' })).rejects.toMatchObject({ code: 'bad_request', field: 'key' });
    await expect(ask('public.t', { id: 'one' })).rejects.toMatchObject({ code: 'sql_error', field: 'id' });
    await expect(ask('public.v', { id: '1' })).rejects.toMatchObject({ code: 'bad_request' });
    const stranger = await platform.insertPerson(null);
    await expect(ask('public.t', { id: '1' }, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('changes', () => {
  it('are saved together, and answer the rows as they are then', async () => {
    await run(`
      create table public.t (id int generated always as identity primary key, n int generated by default as identity, name varchar(5) default 'new',
        doubled int generated always as (n * 2) stored);
      insert into public.t (n, name) values (1, 'a'), (2, 'b'), (3, 'c');
      create table public.touched (id int);
      create function public.touch() returns trigger language plpgsql as $$ begin insert into touched values (new.id); new.name := upper(new.name); return new; end $$;
      create trigger touch before update on public.t for each row execute function public.touch();`);
    const { versions } = await page('public.t');
    const saved = await save('public.t', [
      { kind: 'insert', values: { name: { default: true }, n: '7' } },
      { kind: 'update', key: { id: '1' }, values: { name: 'x', n: null }, version: versions?.[0] },
      { kind: 'delete', key: { id: '2' }, version: versions?.[1] },
      { kind: 'insert', values: {} },
      { kind: 'update', key: { id: '3' }, values: { n: { default: true } } },
    ]).catch((error: unknown) => error);
    expect(saved).toMatchObject({
      code: 'sql_error',
      field: 'n',
      details: { code: '23502', change: 1, column: 'n' },
    });
    expect(await rowsOf('public.t')).toHaveLength(3);
    const again = await save('public.t', [
      { kind: 'insert', values: { name: { default: true }, n: '7' } },
      { kind: 'update', key: { id: '1' }, values: { name: 'x' }, version: versions?.[0] ?? '' },
      { kind: 'delete', key: { id: '2' }, version: versions?.[1] ?? '' },
      { kind: 'update', key: { id: '1' }, values: { name: 'y', n: '9' }, version: versions?.[0] ?? '' },
    ]);
    expect(again.rows).toEqual([
      ['5', '7', 'new', '14'].map((value, place) => (place === 0 ? expect.any(String) : value)),
      ['1', '9', 'Y', '18'],
      null,
      ['1', '9', 'Y', '18'],
    ]);
    expect(again.versions).toEqual([expect.any(String), expect.any(String), null, expect.any(String)]);
    const { rows, versions: now } = await page('public.t');
    expect(rows.map(([, n, name]) => [n, name])).toEqual([
      ['9', 'Y'],
      ['3', 'c'],
      ['7', 'new'],
    ]);
    expect(now?.[0]).toBe(again.versions[1]);
  });

  it('are refused as a whole when somebody else has changed one of the rows', async () => {
    await run(
      `create table public.t (id int primary key, v text); insert into public.t values (1, 'a'), (2, 'b');`,
    );
    const { versions } = await page('public.t');
    await run(`update public.t set v = 'theirs' where id = 1; delete from public.t where id = 2`);
    const change = (id: string, version?: string): RowChange => ({
      kind: 'update',
      key: { id },
      values: { v: 'mine' },
      version,
    });
    const insert: RowChange = { kind: 'insert', values: { id: '3' } };
    await expect(save('public.t', [insert, change('1', versions?.[0])])).rejects.toMatchObject({
      code: 'conflict',
      details: { change: 1, row: ['1', 'theirs'], version: expect.stringMatching(/^\d+$/) },
    });
    await expect(save('public.t', [insert, change('2', versions?.[1])])).rejects.toMatchObject({
      code: 'conflict',
      details: { change: 1, row: null, version: null },
    });
    await expect(save('public.t', [insert, change('2')])).rejects.toMatchObject({ code: 'conflict' });
    expect(await rowsOf('public.t')).toEqual([[1, 'theirs']]);
    await save('public.t', [insert, change('1')]);
    expect(await rowsOf('public.t')).toEqual([
      [1, 'mine'],
      [3, null],
    ]);
  });

  it('wait for whoever is changing the row, and find out what became of it', async () => {
    await run(`create table public.t (id int primary key, v text); insert into public.t values (1, 'a');`);
    const { versions } = await page('public.t');
    const change: RowChange = {
      kind: 'update',
      key: { id: '1' },
      values: { v: 'mine' },
      version: versions?.[0],
    };
    await withClient({ ...address, user: 'postgres' }, async (client) => {
      await client.query(`begin; update public.t set v = 'theirs'`);
      const refused = expect(save('public.t', [change])).rejects.toMatchObject({
        details: { row: ['1', 'theirs'] },
      });
      await expect
        .poll(async () => (await client.query('select 1 from pg_locks where not granted')).rowCount)
        .toBe(1);
      await client.query('commit');
      await refused;
      await client.query('begin; lock table public.t');
      await expect(save('public.t', [change])).rejects.toMatchObject({
        code: 'sql_error',
        details: { code: '55P03' },
      });
    });
  });

  it('name the change and the column that the database refuses', async () => {
    await run(`
      create type public.mood as enum ('ok'); create domain public.few as int check (value < 10);
      create table public.p (id int primary key);
      create table public.t (id int primary key, v varchar(3), d date, m public.mood, f public.few, n numeric(4, 2), j jsonb, g int generated always as (id) stored,
        i int generated always as identity, p int references public.p deferrable initially deferred, u int unique check (u > 0), r int4range, not_null int not null default 1);
      insert into public.t (id, u) values (1, 1);`);
    const refused = async (values: Record<string, string | null>) => {
      const failed = await save('public.t', [
        { kind: 'insert', values: { id: '2' } },
        { kind: 'insert', values: { id: '3', ...values } },
      ]).catch((error: unknown) => error);
      const { details } = failed as { details: { code: string; change: number; column: string } };
      return [details.code, details.change, details.column];
    };
    expect(await refused({ v: 'long' })).toEqual(['22001', 1, 'v']);
    expect(await refused({ d: '2026-02-30', v: 'ok' })).toEqual(['22008', 1, 'd']);
    expect(await refused({ m: 'bad' })).toEqual(['22P02', 1, 'm']);
    expect(await refused({ f: '10' })).toEqual(['23514', 1, 'f']);
    expect(await refused({ n: '100' })).toEqual(['22003', 1, 'n']);
    expect(await refused({ j: '{' })).toEqual(['22P02', 1, 'j']);
    expect(await refused({ r: '[2,1]' })).toEqual(['22000', 1, 'r']);
    expect(await refused({ not_null: null })).toEqual(['23502', 1, 'not_null']);
    expect(await refused({ i: '1' })).toEqual(['428C9', 1, null]);
    expect(await refused({ g: '1' })).toEqual(['428C9', 1, null]);
    expect(await refused({ u: '1' })).toEqual(['23505', 1, null]);
    expect(await refused({ u: '-1' })).toEqual(['23514', 1, null]);
    // What is checked at the end belongs to no change.
    expect(await refused({ p: '1' })).toEqual(['23503', null, null]);
    expect(await rowsOf('public.t')).toHaveLength(1);
    const wrong = (changes: RowChange[]) => save('public.t', changes).catch((error: unknown) => error);
    expect(await wrong([{ kind: 'delete', key: { id: 'x' }, version: '1' }])).toMatchObject({
      details: { change: 0, column: 'id' },
    });
    expect(await wrong([{ kind: 'update', key: { id: '1' }, values: {} }])).toMatchObject({
      code: 'bad_request',
    });
    expect(await wrong([{ kind: 'delete', key: { v: 'x' } }])).toMatchObject({
      code: 'bad_request',
      field: 'key',
    });
    expect(await wrong([{ kind: 'insert', values: { none: '1' } }])).toMatchObject({
      code: 'bad_request',
      field: 'none',
    });
  });

  it('go through views and into other partitions, and stop where a trigger keeps the row', async () => {
    await run(`
      create table public.base (id int primary key, v text, hidden int default 5);
      insert into public.base values (1, 'a');
      create view public.shown as select id as number, v from public.base where id < 10 with check option;
      create table public.parts (id int primary key, v text) partition by range (id);
      create table public.low partition of public.parts for values from (0) to (5);
      create table public.high partition of public.parts for values from (5) to (10);
      insert into public.parts values (1, 'a');
      create table public.kept (id int primary key, v int); insert into public.kept values (1, 1);
      create function public.keep() returns trigger language plpgsql as 'begin return null; end';
      create trigger keep before update or insert on public.kept for each row execute function public.keep();`);
    const saved = await save('public.shown', [
      { kind: 'update', key: { number: '1' }, values: { v: 'b', number: '2' } },
      { kind: 'insert', values: { number: '3', v: null } },
    ]);
    expect(saved).toEqual({
      rows: [
        ['2', 'b'],
        ['3', null],
      ],
      cut: [],
      versions: [null, null],
    });
    await expect(save('public.shown', [{ kind: 'insert', values: { number: '10' } }])).rejects.toMatchObject({
      details: { code: '44000' },
    });
    const { versions } = await page('public.parts');
    const moved = await save('public.parts', [
      { kind: 'update', key: { id: '1' }, values: { id: '7' }, version: versions?.[0] },
    ]);
    expect(moved.rows).toEqual([['7', 'a']]);
    expect(await rowsOf('public.high')).toEqual([[7, 'a']]);
    await expect(
      save('public.kept', [{ kind: 'update', key: { id: '1' }, values: { v: '2' } }]),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: /trigger/,
      details: { row: ['1', '1'] },
    });
    await expect(save('public.kept', [{ kind: 'insert', values: { id: '2' } }])).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('are for those who may, and never for tables of services', async () => {
    await run(`create table public.t (id int primary key);`);
    const insert: RowChange = { kind: 'insert', values: { id: '1' } };
    await expect(save('public.t', [insert], reader)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(save('auth.users', [{ kind: 'insert', values: {} }])).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(save('pg_catalog.pg_class', [{ kind: 'insert', values: {} }])).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('can be seen as SQL that does the same', async () => {
    await run(
      `create table public.t (id int primary key, "select" text, n numeric); insert into public.t values (1, 'a'), (2, 'b');`,
    );
    const changes: RowChange[] = [
      { kind: 'insert', values: { id: '3', select: "it's \\ ", n: '-1.5' } },
      { kind: 'update', key: { id: '1' }, values: { select: null, n: { default: true } }, version: '1' },
      { kind: 'delete', key: { id: '2' } },
    ];
    const { statements } = await previewChanges(dependencies, reader, {
      ref: project.ref,
      id: await idOf('public.t'),
      changes,
    });
    expect(statements).toEqual([
      `insert into public.t (id, "select", n) values (3, E'it''s \\\\ ', -1.5);`,
      `update public.t set "select" = null, n = default where id = 1;`,
      `delete from public.t where id = 2;`,
    ]);
    await run(statements.join('\n'));
    expect(await rowsOf('public.t')).toEqual([
      [1, null, null],
      [3, "it's \\ ", '-1.5'],
    ]);
  });

  it('may be many', async () => {
    await run(`create table public.t (id int primary key, v text);`);
    const changes = Array.from(
      { length: 3_000 },
      (_, id): RowChange => ({ kind: 'insert', values: { id: String(id), v: 'x' } }),
    );
    expect((await save('public.t', changes)).rows[2_999]).toEqual(['2999', 'x']);
  });
});

describe('an export', () => {
  async function file(name: string, input: Partial<ExportInput>, actor = owner) {
    const asked = {
      ref: project.ref,
      id: await idOf(name),
      filters: [],
      sorts: [],
      format: 'csv' as const,
      ...input,
    };
    const { fileUrl } = await exportTable(dependencies, actor, asked);
    const ticket = fileUrl.split('/').at(-1) ?? '';
    const {
      name: fileName,
      type,
      content,
    } = await openExport(dependencies, actor, { ref: project.ref, ticket }, new AbortController().signal);
    let text = '';
    for await (const chunk of content) text += chunk;
    return { fileName, type, text };
  }

  it('has the filtered rows, sorted, in each format', async () => {
    await run(`
      create table public."My goods" (id int generated always as identity primary key, name text, n numeric, doubled int generated always as (2) stored, tags text[], at timestamptz, raw bytea, j jsonb);
      insert into public."My goods" (name, n, tags, at, raw, j) values ('a;''"\\' || E'\\n', 'NaN', '{a,"b c",NULL}', '2026-01-02 03:04:05.6789+00', '\\x00ff', '{"a": [1]}'),
        (null, 1.50, null, null, null, null), ('', 2, '{}', 'infinity', '', 'null');`);
    const filters = [{ column: 'id', operator: '<' as const, value: '3' }];
    const csv = await file(
      'public."My goods"',
      { filters, sorts: [{ column: 'id', ascending: false }] },
      reader,
    );
    expect([csv.fileName, csv.type]).toEqual(['my-goods.csv', 'text/csv; charset=utf-8']);
    expect(csv.text.split('\r\n')).toHaveLength(4);
    expect(csv.text).toMatch(/^id,name,n,doubled,tags,at,raw,j\r\n2,,1\.50,2,,,,\r\n1,/);
    const json = await file('public."My goods"', { format: 'json', keys: [{ id: '3' }, { id: '1' }] });
    expect(json.fileName).toBe('my-goods.json');
    expect(JSON.parse(json.text)).toMatchObject([
      { id: 1, tags: ['a', 'b c', null], n: 'NaN', raw: '\\x00ff', j: { a: [1] } },
      { id: 3, name: '', j: null },
    ]);
    expect(JSON.parse((await file('public."My goods"', { format: 'json', keys: [] })).text)).toEqual([]);
    const before = await rowsOf('public."My goods"');
    const { text } = await file('public."My goods"', { format: 'sql' });
    await run(`truncate public."My goods"; ${text}`);
    expect(await rowsOf('public."My goods"')).toEqual(before);
  });

  it('has what somebody else would see', async () => {
    await run(`
      create table public.t (id int primary key); insert into public.t values (1), (2);
      alter table public.t enable row level security; create policy p on public.t for select to anon using (id = 2);`);
    expect((await file('public.t', { as: { role: 'anon' } })).text).toBe('id\r\n2\r\n');
    expect((await file('public.t', { format: 'sql' })).text).toBe(
      'insert into public.t (id) values\n  (1),\n  (2);\n',
    );
  });
});
