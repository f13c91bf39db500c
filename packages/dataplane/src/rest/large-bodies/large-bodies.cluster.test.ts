import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openRestApi, type RestApi } from '../rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql(`create table stones (id int primary key, name text);
    create function whole(json) returns int language sql immutable as 'select json_array_length($1)';
    create function length_of(name text) returns int language sql immutable as 'select length(name)';
    create function size(bytea) returns int language sql immutable as 'select length($1)'`);
});
afterAll(() => api?.close());
beforeEach(() => api.sql('truncate stones'));

const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `stone ${id} of «Staffa»` }));
const csv = `id,name\n${rows.map(({ id, name }) => `${id},"${name}"`).join('\n')}`;
const stored = async () => (await api.sql(`select count(*)::int as count, max(name) as last from stones`))[0];

test.each([
  ['application/json', JSON.stringify(rows)],
  ['text/csv', csv],
])('rows in %s are inserted', async (type, body) => {
  expect(body.length).toBeGreaterThan(1024 * 1024);
  const answer = await api.ask('POST /stones', {
    body,
    headers: { 'content-type': type, prefer: 'return=headers-only, count=exact' },
  });
  expect([answer.status, answer.headers['content-range']]).toEqual([201, '*/50000']);
  expect(await stored()).toEqual({ count: 50_000, last: 'stone 9999 of «Staffa»' });
});

test('one broken row of many is refused, and none is inserted', async () => {
  for (const [type, body] of [
    ['application/json', `${JSON.stringify(rows).slice(0, -1)},{"id":1}]`],
    ['text/csv', `${csv}\n1,2,3`],
  ] as const)
    expect(await api.ask('POST /stones', { body, headers: { 'content-type': type } })).toMatchObject({
      status: 400,
      json: { code: 'PGRST102' },
    });
  const twice = await api.ask('POST /stones', { body: [...rows, rows[0]] });
  expect(twice).toMatchObject({ status: 409, json: { code: '23505' } });
  expect(await stored()).toEqual({ count: 0, last: null });
});

test('functions get them too', async () => {
  expect((await api.ask('POST /rpc/whole', { body: rows })).json).toBe(50_000);
  const name = 'ä'.repeat(2_000_000);
  expect((await api.ask('POST /rpc/length_of', { body: { name } })).json).toBe(2_000_000);
  const bytes = Buffer.from(Array.from({ length: 3_000_001 }, (_, index) => index % 256));
  const headers = { 'content-type': 'application/octet-stream' };
  expect((await api.ask('POST /rpc/size', { body: bytes, headers })).json).toBe(3_000_001);
});
