import type { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

interface Event {
  type: string;
  [part: string]: unknown;
}

interface Run {
  query: string;
  parameters?: (string | null)[];
  read_only?: boolean;
  confirmed?: boolean;
}

async function run(api: ApiClient, ref: string, input: Run) {
  const { status, body } = await api.request('POST', `/platform/pg-meta/${ref}/query`, input);
  const events: Event[] =
    status === 200
      ? [...String(body).matchAll(/^data: (.+)$/gm)]
          .map(([, json = '']) => JSON.parse(json))
          .filter(({ type }) => type)
      : [];
  const error = events.find(({ type }) => type === 'error')?.error as
    | { code: string; message: string }
    | undefined;
  const rows = events.flatMap((event) => (event.type === 'rows' ? (event.rows as string[][]) : []));
  return { status, body, events, error, rows };
}

function fetchFile(basalt: Basalt, path: string, headers?: Record<string, string>): Promise<Response> {
  return fetch(`${basalt.origin}${path}`, {
    headers: headers ?? { authorization: `Bearer ${OWNER.accessToken}` },
  });
}

test.describe('running SQL', () => {
  test('wants a confirmation for what writes or might write, before anything runs', async ({
    api,
    project,
  }) => {
    const { ref } = project;
    const refused = await run(api, ref, { query: 'create table confirmed ()' });
    expect([refused.status, refused.body.code]).toEqual([409, 'confirmation_required']);
    expect(refused.body.message).toMatch(/contains write operations/);
    expect(refused.body.details).toEqual({ writes: true, unknown_functions: [] });
    const unknown = await run(api, ref, { query: 'select public.my_function(1)' });
    expect(unknown.body.details.unknown_functions).toHaveLength(1);
    const long = await run(api, ref, { query: `select '${'x'.repeat(200_000)}'` });
    expect([long.status, long.body.details.writes]).toEqual([409, true]);
    expect((await run(api, ref, { query: "select to_regclass('confirmed')" })).rows).toEqual([[null]]);
    expect(
      (await run(api, ref, { query: 'create table confirmed ()', confirmed: true })).error,
    ).toBeUndefined();
    expect((await run(api, ref, { query: "select to_regclass('confirmed')" })).rows).toEqual([['confirmed']]);
  });

  test('binds parameters and says how long each statement took', async ({ api, project }) => {
    const { rows, events } = await run(api, project.ref, {
      query: 'select $1::text as a, $2::int as b',
      parameters: ["'; drop table x", null],
    });
    expect(rows).toEqual([["'; drop table x", null]]);
    expect(events.find(({ type }) => type === 'complete')?.milliseconds).toEqual(expect.any(Number));
  });

  test('read-only cannot write, whatever it tries', async ({ api, project }) => {
    const { ref } = project;
    const made = await run(api, ref, {
      query: `create table untouched (id int); insert into untouched values (1); create sequence untouched_seq;
        create function guarded_write() returns int language plpgsql security definer as
          $$ begin delete from untouched; return 1; end $$`,
      confirmed: true,
    });
    expect(made.error).toBeUndefined();
    for (const query of [
      'insert into untouched values (2)',
      'commit; insert into untouched values (2)',
      'rollback; begin read write; delete from untouched; commit',
      'with gone as (delete from untouched returning id) select * from gone',
      'select guarded_write()',
      'set role postgres; delete from untouched',
      'set transaction read write; delete from untouched',
      "select set_config('transaction_read_only', 'off', false); delete from untouched",
      "select nextval('untouched_seq')",
      "copy untouched to program 'cat'",
      'do $$ begin delete from untouched; end $$',
      'explain analyze delete from untouched',
      'prepare p as delete from untouched; execute p',
      'create temp table t ()',
      "select query_to_xml('delete from untouched returning id', true, false, '')",
      "select pg_read_file('PG_VERSION')",
    ]) {
      const { status, error } = await run(api, ref, { query, read_only: true, confirmed: true });
      expect([status, error === undefined], query).toEqual([200, false]);
    }
    const { rows, error } = await run(api, ref, {
      query: 'select id from untouched; select is_called from untouched_seq',
      read_only: true,
    });
    expect({ rows, error }).toEqual({ rows: [['1'], ['f']], error: undefined });
  });

  test('refuses with a sentence what cannot be run here', async ({ api, project }) => {
    const { ref } = project;
    const message = async (query: string) => {
      const { status, body, error } = await run(api, ref, { query, confirmed: true });
      return [status, error?.message ?? body.message];
    };
    expect(await message('\\dt')).toEqual([200, '\\dt is a command of psql, and works in psql only.']);
    expect(await message('copy untouched from stdin')).toEqual([
      200,
      expect.stringMatching(/needs a client/),
    ]);
    expect(await message("select 'open")).toEqual([200, expect.stringMatching(/unterminated/)]);
    expect(await message(`select '${'x'.repeat(5_000_000)}'`)).toEqual([
      400,
      expect.stringMatching(/at most 4 MB/),
    ]);
    expect(await message(`select '${'x'.repeat(11_000_000)}'`)).toEqual([
      413,
      expect.stringMatching(/large/),
    ]);
    expect(
      (await run(api, ref, { query: 'begin; listen x; set role anon', confirmed: true })).error,
    ).toBeUndefined();
    expect((await run(api, ref, { query: 'select current_user::text' })).rows).toEqual([['postgres']]);
  });
});

test.describe('running queries', () => {
  test('are listed and can be ended', async ({ api, project }) => {
    const base = `/platform/projects/${project.ref}/database/queries`;
    const sleeping = run(api, project.ref, { query: 'select pg_sleep(604)', confirmed: true });
    const find = async () =>
      (await api.request('GET', base)).body.find(({ query }: { query: string }) => query.includes('604'));
    await expect.poll(find).toMatchObject({ user: 'postgres', state: 'active', blocked_by: [] });
    const { pid, connected_at } = await find();
    const end = (how: string, at: string) =>
      api.request('POST', `${base}/${pid}/${how}`, { connected_at: at });
    expect((await end('cancel', '2001-01-01T00:00:00.000000Z')).body).toEqual({ ended: false });
    expect((await end('cancel', connected_at)).body).toEqual({ ended: true });
    expect((await sleeping).error).toMatchObject({ code: '57014' });
    await expect.poll(find).toBeUndefined();
    expect((await end('terminate', connected_at)).body).toEqual({ ended: false });
  });

  test('are part of a report', async ({ api, project }) => {
    const { status, body } = await api.request('GET', `/platform/projects/${project.ref}/database/report`);
    expect(status).toBe(200);
    expect(body.connections.max).toBeGreaterThan(body.connections.used);
    expect(body.size.database).toBeGreaterThan(1_000_000);
    expect(body.slow_queries === null).toBe(body.slow_queries_missing !== null);
  });
});

test.describe('an export', () => {
  const ask = (api: ApiClient, ref: string, input: Record<string, unknown>) =>
    api.request('POST', `/platform/pg-meta/${ref}/query/export`, input);

  test('streams every row as CSV, once and to its owner only', async ({ api, basalt, project }) => {
    const { body } = await ask(api, project.ref, {
      query: "select i as id, '=' || i as text, -i as minus from generate_series(1, $1::int) i",
      parameters: ['50000'],
      name: 'Größe "x"',
    });
    expect((await fetchFile(basalt, body.fileUrl, {})).status).toBe(401);
    expect((await fetchFile(basalt, body.fileUrl.replace(project.ref, 'a'.repeat(20)))).status).toBe(404);
    const answer = await fetchFile(basalt, body.fileUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="gro-e-x.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const lines = (await answer.text()).split('\r\n');
    expect(lines).toHaveLength(50_002);
    expect([lines[0], lines[1], lines[50_000]]).toEqual([
      'id,text,minus',
      "1,'=1,-1",
      "50000,'=50000,-50000",
    ]);
    const again = await fetchFile(basalt, body.fileUrl);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([404, 'not_found']);
  });

  test('is refused for what is not one reading statement', async ({ api, project }) => {
    for (const query of ['delete from x', 'select 1; select 2', '-- nothing', 'create table x ()']) {
      const { status, body } = await ask(api, project.ref, { query });
      expect([status, body.code], query).toEqual([400, 'bad_request']);
    }
  });

  test('fails as JSON before the first row, and breaks off after it', async ({ api, basalt, project }) => {
    const early = await ask(api, project.ref, { query: 'select 1 / 0' });
    const answer = await fetchFile(basalt, early.body.fileUrl);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'sql_error', details: { code: '22012' } });
    const late = await ask(api, project.ref, {
      query: 'select 1 / (300000 - i) from generate_series(1, 300000) i',
    });
    const broken = await fetchFile(basalt, late.body.fileUrl);
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow();
  });

  test('that nobody reads on is cancelled', async ({ api, basalt, project }) => {
    const query = "select repeat('x', 1000) from generate_series(1, 3000000) -- abandoned";
    const { body } = await ask(api, project.ref, { query });
    const controller = new AbortController();
    const answer = await fetch(`${basalt.origin}${body.fileUrl}`, {
      headers: { authorization: `Bearer ${OWNER.accessToken}` },
      signal: controller.signal,
    });
    expect(answer.status).toBe(200);
    const runs = async () =>
      (await api.request('GET', `/platform/projects/${project.ref}/database/queries`)).body.filter(
        (each: { query: string }) => each.query === query,
      ).length;
    expect(await runs()).toBe(1);
    controller.abort();
    await expect.poll(runs).toBe(0);
  });
});
