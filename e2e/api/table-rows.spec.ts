import type { ApiClient } from '../basalt/api-client.ts';
import { OWNER } from '../basalt/owner.ts';
import type { Basalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

interface ImportEvent {
  type: string;
  rows?: number;
  refused?: number;
  [part: string]: unknown;
}

const MIB = 1024 * 1024;

async function tableId(api: ApiClient, ref: string, name: string): Promise<string> {
  const [row] = await api.rows(ref, `select '${name}'::regclass::oid::text as id`);
  return String(row?.id);
}

function send(
  basalt: Basalt,
  path: string,
  body: AsyncIterable<Uint8Array> | string,
  { signal, token = OWNER.accessToken as string }: { signal?: AbortSignal; token?: string } = {},
): Promise<Response> {
  return fetch(`${basalt.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: typeof body === 'string' ? body : ReadableStream.from(body),
    duplex: 'half',
    ...(signal && { signal }),
  } as RequestInit);
}

async function events(response: Response): Promise<ImportEvent[]> {
  const text = await response.text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Lines of about 50 bytes; every so many of them is bad. */
async function* lines(count: number, bad: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('id,name,amount,at,note\n');
  for (let at = 0; at < count; at += 10_000)
    yield Buffer.from(
      Array.from({ length: 10_000 }, (_, i) => {
        const id = at + i + 1;
        return `${id % bad === 0 ? 'bad' : id},name ${id},${id / 4},2026-01-01,a note\n`;
      }).join(''),
    );
}

test.describe('rows of a table', () => {
  test('are read, changed and exported by calls, with errors beside their column', async ({
    basalt,
    api,
    project,
  }) => {
    const { ref } = project;
    await api.rows(
      ref,
      `create table "rows: of a" (id int primary key, "a:b" text); insert into "rows: of a" select i, 'v' || i from generate_series(1, 250) as i`,
    );
    const path = `/platform/projects/${ref}/tables/${await tableId(api, ref, '"rows: of a"')}`;
    const table = await api.request('GET', path);
    expect([table.status, table.body.key, table.body.read_only]).toEqual([200, ['id'], null]);
    const first = await api.request('POST', `${path}/rows`, { sorts: [{ column: 'id', ascending: false }] });
    const second = await api.request('POST', `${path}/rows`, {
      sorts: [{ column: 'id', ascending: false }],
      cursor: first.body.next,
    });
    expect([first.body.rows.length, first.body.rows[0], second.body.rows[0]]).toEqual([
      100,
      ['250', 'v250'],
      ['150', 'v150'],
    ]);
    const wrong = await api.request('POST', `${path}/rows`, {
      filters: [{ column: 'id', operator: '=', value: 'x' }],
    });
    expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([400, 'sql_error', 'id']);
    const change = {
      kind: 'update',
      key: { id: '250' },
      values: { 'a:b': 'mine' },
      version: first.body.versions[0],
    };
    expect((await api.request('POST', `${path}/changes`, { changes: [change] })).body.rows).toEqual([
      ['250', 'mine'],
    ]);
    const conflict = await api.request('POST', `${path}/changes`, { changes: [change] });
    expect([conflict.status, conflict.body.details.row]).toEqual([409, ['250', 'mine']]);
    const { body } = await api.request('POST', `${path}/rows/export`, {
      format: 'json',
      filters: [{ column: 'a:b', operator: '=', value: 'mine' }],
    });
    const file = await fetch(`${basalt.origin}${body.fileUrl}`, {
      headers: { authorization: `Bearer ${OWNER.accessToken}` },
    });
    expect(file.headers.get('content-disposition')).toContain('rows-of-a.json');
    expect(await file.json()).toEqual([{ id: 250, 'a:b': 'mine' }]);
  });
});

test.describe('an import', () => {
  const columns = 'id int primary key, name text, amount numeric, at date, note text';

  test('larger than any other body tells how far it is, and which rows were refused', async ({
    basalt,
    api,
    project,
  }) => {
    const { ref } = project;
    await api.rows(ref, `create table large_import (${columns})`);
    const path = `/platform/projects/${ref}/tables/${await tableId(api, ref, 'large_import')}/import?format=csv`;
    const response = await send(basalt, path, lines(600_000, 60_000));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
    ]);
    const told = await events(response);
    const done = told.at(-1);
    expect(told.slice(0, -1).every(({ type }) => type === 'progress')).toBe(true);
    expect(told.length).toBeGreaterThan(1);
    expect(done).toMatchObject({ type: 'done', is_imported: true, rows: 599_990, refused: 10 });
    expect(Number(done?.bytes)).toBeGreaterThan(20 * MIB);
    expect(done?.refused_rows).toEqual(
      Array.from({ length: 10 }, (_, place) => ({
        line: (place + 1) * 60_000 + 1,
        column: 'id',
        reason: 'invalid input syntax for type integer: "bad"',
      })),
    );
    expect(await api.rows(ref, 'select count(*)::int as n from large_import')).toEqual([{ n: 599_990 }]);
    const whole = await events(await send(basalt, `${path}&all_or_nothing=true`, 'id\n-1\nx\n'));
    expect(whole.slice(0, -1).every(({ type }) => type === 'progress')).toBe(true);
    expect(whole.at(-1)).toMatchObject({ type: 'done', is_imported: false, rows: 0, refused: 1 });
    expect(await api.rows(ref, 'select from large_import where id < 0')).toEqual([]);
  });

  test('that is closed leaves nothing behind', async ({ basalt, api, project }) => {
    const { ref } = project;
    await api.rows(ref, `create table closed_import (${columns})`);
    const path = `/platform/projects/${ref}/tables/${await tableId(api, ref, 'closed_import')}/import?format=csv`;
    const gone = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield* lines(200_000, 1e9);
      await expect
        .poll(
          async () => (await api.rows(ref, "select pg_relation_size('closed_import') > 0 as is_at_work"))[0],
        )
        .toEqual({ is_at_work: true });
      gone.abort();
      yield Buffer.from('\n');
    }
    await expect(
      send(basalt, path, endless(), { signal: gone.signal }).then((answer) => answer.text()),
    ).rejects.toThrow();
    await expect
      .poll(() =>
        api.rows(
          ref,
          "select count(*)::int as n from pg_stat_activity where query ilike '%copy public.closed_import%' and pid <> pg_backend_pid()",
        ),
      )
      .toEqual([{ n: 0 }]);
    expect(await api.rows(ref, 'select from closed_import')).toEqual([]);
  });

  test('is refused before anything is read where it makes no sense, or is not allowed', async ({
    basalt,
    api,
    project,
  }) => {
    const { ref } = project;
    await api.rows(
      ref,
      `create table refused_import (${columns}); create view refused_view as select 1 as id`,
    );
    const at = (id: string, query: string) => `/platform/projects/${ref}/tables/${id}/import?${query}`;
    const id = await tableId(api, ref, 'refused_import');
    const answer = async (path: string, token: string = OWNER.accessToken) => {
      const response = await send(basalt, path, 'id\n1\n', { token });
      const text = await response.text();
      return [response.status, JSON.parse(text.split('\n')[0] ?? '').code];
    };
    expect(await answer(at(id, 'format=csv'), 'sbp_none')).toEqual([401, 'unauthorized']);
    expect(await answer(at(id, 'format=xml'))).toEqual([400, 'bad_request']);
    expect(await answer(at(id, 'format=csv&columns=[1]'))).toEqual([400, 'bad_request']);
    expect(await answer(at('4000000000', 'format=csv'))).toEqual([404, 'not_found']);
    expect(await answer(at(await tableId(api, ref, 'auth.users'), 'format=csv'))).toEqual([403, 'forbidden']);
    expect(await answer(at(await tableId(api, ref, 'refused_view'), 'format=csv'))).toEqual([
      400,
      'bad_request',
    ]);
    expect(await answer(at(id, `format=csv&columns=${encodeURIComponent('["none"]')}`))).toEqual([
      200,
      'bad_request',
    ]);
  });
});
