import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import type { ApiClient } from '../basalt/api-client.ts';
import { expect, test } from '../basalt/test.ts';

/** Runs SQL as the dashboard does; gives the status, and what the database refused. */
async function run(api: ApiClient, ref: string, input: Record<string, unknown>) {
  const { status, body } = await api.request('POST', `/platform/pg-meta/${ref}/query`, input);
  const events = [...String(body).matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json));
  return { status, error: events.find(({ type }) => type === 'error')?.error };
}

test('whoever may only read cannot write, whatever they agree to', async ({
  api,
  basalt,
  project: { ref },
}) => {
  const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
  await api.rows(ref, 'create table if not exists kept (id int)');
  for (const input of [{}, { confirmed: true }, { confirmed: true, read_only: false }]) {
    const { status, error } = await run(reader, ref, { query: 'insert into kept values (1)', ...input });
    expect(status).toBe(200);
    expect(error).toMatchObject({ code: expect.stringMatching(/^(25006|42501)$/) });
  }
  const v1 = await reader.query(ref, 'insert into kept values (1)');
  expect([v1.status, v1.body.code]).toEqual([403, 'forbidden']);
  expect(await api.rows(ref, 'select * from kept')).toEqual([]);
  const snippet = { type: 'sql', name: 'Mine', content: { sql: 'select 1' } };
  const saved = await reader.request('POST', `/platform/projects/${ref}/content`, snippet);
  expect([saved.status, saved.body.code]).toEqual([403, 'forbidden']);
});

test('whoever may only read sees what runs, without its values, and cannot end it', async ({
  api,
  basalt,
  project: { ref },
}) => {
  const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
  const base = `/platform/projects/${ref}/database/queries`;
  const sleeping = run(api, ref, { query: "select pg_sleep(607), 'secret' as of_reader", confirmed: true });
  const find = async (who: ApiClient) =>
    (await who.request('GET', base)).body.find(({ query }: { query: string }) => query.includes('of_reader'));
  await expect.poll(() => find(reader)).toMatchObject({ query: expect.not.stringContaining('secret') });
  const { pid, connected_at } = await find(reader);
  for (const how of ['cancel', 'terminate']) {
    const { status, body } = await reader.request('POST', `${base}/${pid}/${how}`, { connected_at });
    expect([status, body.code], how).toEqual([403, 'forbidden']);
  }
  expect(await find(api)).toMatchObject({ pid });
  await api.request('POST', `${base}/${pid}/cancel`, { connected_at });
  expect((await sleeping).error).toMatchObject({ code: '57014' });
});

test('an export is for the one who asked for it', async ({ api, basalt, project: { ref } }) => {
  const colleague = await apiAs(basalt, await addColleague(basalt, 'Developer'));
  const stranger = await apiAs(basalt, await addColleague(basalt, null));
  const path = `/platform/pg-meta/${ref}/query/export`;
  const { body } = await api.request('POST', path, { query: 'select 42 as answer' });
  for (const other of [colleague, stranger])
    expect((await other.request('GET', body.fileUrl)).status).toBe(404);
  expect(await api.request('GET', body.fileUrl)).toMatchObject({ status: 200, body: 'answer\r\n42\r\n' });
  expect((await stranger.request('POST', path, { query: 'select 1' })).status).toBe(404);
});
