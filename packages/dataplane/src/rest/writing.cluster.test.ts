import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql(`
    create table items (id int primary key, name text default 'unnamed', size int);
    create table notes (id bigint generated always as identity primary key, text text);
    grant all on all tables in schema public to service_role;
  `);
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.sql(
    `truncate items, notes restart identity; insert into items values (1, 'one', 10), (2, 'two', 20), (3, 'three', 30)`,
  );
});

const SHOW = { prefer: 'return=representation' };
const stored = () => api.sql('select * from items order by id');
const write = (request: string, body: unknown, prefer?: string, more = {}) =>
  api.ask(request, { body, headers: { ...(prefer === undefined ? {} : { prefer }), ...more } });

describe('insert', () => {
  test('one, without an answer', async () => {
    const answer = await write('POST /items', { id: 4, name: 'four' });
    expect(answer).toMatchObject({
      status: 201,
      text: '',
      headers: { 'content-range': '*/*', 'content-length': '0' },
    });
    expect(answer.headers).not.toHaveProperty('content-type');
    expect(await stored()).toContainEqual({ id: 4, name: 'four', size: null });
  });

  test('many, and their rows', async () => {
    const rows = [
      { id: 4, name: 'four', size: null },
      { id: 5, name: null, size: 1 },
    ];
    expect(
      await write('POST /items?select=id,name', rows, 'return=representation, count=exact'),
    ).toMatchObject({
      status: 201,
      json: [
        { id: 4, name: 'four' },
        { id: 5, name: null },
      ],
      headers: { 'content-range': '*/2', 'preference-applied': 'return=representation, count=exact' },
    });
  });

  test('with columns and defaults', async () => {
    const rows = [{ id: 4, name: 'four', nonsense: 1 }, { id: 5 }];
    expect(
      await write('POST /items?columns="id","name"', rows, 'return=representation, missing=default'),
    ).toMatchObject({
      status: 201,
      json: [
        { id: 4, name: 'four', size: null },
        { id: 5, name: 'unnamed', size: null },
      ],
      headers: { 'preference-applied': 'missing=default, return=representation' },
    });
  });

  test('nothing, CSV and a form', async () => {
    expect(await write('POST /items', [], 'return=representation')).toMatchObject({ status: 201, json: [] });
    expect(
      await write('POST /items', 'id,name\n4,"a,b"\n5,NULL\n', 'return=representation', {
        'content-type': 'text/csv',
      }),
    ).toMatchObject({
      json: [
        { id: 4, name: 'a,b', size: null },
        { id: 5, name: null, size: null },
      ],
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await write('POST /items', 'id=6&name=six+6', 'return=representation', form)).toMatchObject({
      json: [{ id: 6, name: 'six 6' }],
    });
  });

  test('tells where the row is', async () => {
    expect(await write('POST /notes', { text: 'a' }, 'return=headers-only')).toMatchObject({
      status: 201,
      text: '',
      headers: { location: '/notes?id=eq.1', 'preference-applied': 'return=headers-only' },
    });
  });

  test('upsert', async () => {
    const rows = [
      { id: 1, name: 'uno' },
      { id: 9, name: 'nine' },
    ];
    expect(await write('POST /items', rows, 'resolution=merge-duplicates')).toMatchObject({
      status: 201,
      headers: { 'preference-applied': 'resolution=merge-duplicates' },
    });
    expect((await stored())[0]).toEqual({ id: 1, name: 'uno', size: 10 });
    expect((await write('POST /items', rows, 'resolution=merge-duplicates')).status).toBe(200);
    expect(
      await write(
        'POST /items?on_conflict=id',
        [
          { id: 1, name: 'x' },
          { id: 10, name: 'ten' },
        ],
        'resolution=ignore-duplicates,return=representation',
      ),
    ).toMatchObject({
      status: 201,
      json: [{ id: 10 }],
    });
  });

  test('a row that is there already', async () => {
    expect(await write('POST /items', { id: 1 })).toMatchObject({
      status: 409,
      headers: { 'proxy-status': 'PostgREST; error=23505' },
      json: {
        code: '23505',
        details: 'Key (id)=(1) already exists.',
        hint: null,
        message: 'duplicate key value violates unique constraint "items_pkey"',
      },
    });
  });
});

describe('update and delete', () => {
  test('answer with the rows when asked', async () => {
    expect(
      await write('PATCH /items?id=gte.2&select=id,size', { size: 5 }, 'return=representation,count=exact'),
    ).toMatchObject({
      status: 200,
      headers: { 'content-range': '0-1/2' },
    });
    const silent = await write('PATCH /items?id=eq.1', { size: 5 });
    expect(silent).toMatchObject({ status: 204, text: '', headers: { 'content-range': '0-0/*' } });
    expect(silent.headers).not.toHaveProperty('content-length');
    expect(await write('PATCH /items?id=eq.99', { size: 5 }, 'return=representation')).toMatchObject({
      status: 200,
      json: [],
      headers: { 'content-range': '*/*' },
    });
    expect((await stored()).map(({ size }) => size)).toEqual([5, 5, 5]);
    expect(await api.ask('DELETE /items?id=eq.1', { headers: SHOW })).toMatchObject({
      status: 200,
      json: [{ id: 1 }],
    });
    expect(await api.ask('DELETE /items?id=eq.2', { headers: { prefer: 'count=exact' } })).toMatchObject({
      status: 204,
      headers: { 'content-range': '*/1' },
    });
    expect(await stored()).toHaveLength(1);
  });

  test('of more rows than a single object are taken back', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json', ...SHOW };
    expect(await api.ask('PATCH /items?id=gt.0', { body: { size: 0 }, headers: object })).toMatchObject({
      status: 406,
      json: { code: 'PGRST116', details: 'The result contains 3 rows' },
    });
    expect(await api.ask('DELETE /items?id=eq.99', { headers: object })).toMatchObject({
      status: 406,
      json: { details: 'The result contains 0 rows' },
    });
    expect((await stored()).map(({ size }) => size)).toEqual([10, 20, 30]);
    expect(await api.ask('PATCH /items?id=eq.1', { body: { size: 0 }, headers: object })).toMatchObject({
      status: 200,
      json: { id: 1, size: 0 },
    });
  });

  test('of more rows than allowed are taken back', async () => {
    const prefer = (rows: number) => ({ prefer: `handling=strict, max-affected=${rows}` });
    expect(await api.ask('DELETE /items?id=gt.0', { headers: prefer(2) })).toMatchObject({
      status: 400,
      json: { code: 'PGRST124', details: 'The query affects 3 rows' },
    });
    expect(await stored()).toHaveLength(3);
    expect(await api.ask('DELETE /items?id=gt.0', { headers: prefer(3) })).toMatchObject({
      status: 204,
      headers: { 'preference-applied': 'handling=strict, max-affected=3' },
    });
    expect(await stored()).toEqual([]);
  });
});

describe('PUT', () => {
  test('makes or changes one row', async () => {
    expect(
      await write('PUT /items?id=eq.7', { id: 7, name: 'seven', size: 1 }, 'return=representation'),
    ).toMatchObject({ status: 201, json: [{ id: 7 }] });
    expect(
      await write('PUT /items?id=eq.7', { id: 7, name: 'SEVEN', size: 1 }, 'return=representation'),
    ).toMatchObject({ status: 200, json: [{ name: 'SEVEN' }] });
    expect(await write('PUT /items?id=eq.8', { id: 8, name: 'eight', size: 1 })).toMatchObject({
      status: 204,
      text: '',
    });
    expect(await stored()).toHaveLength(5);
  });

  test.each([
    ['PUT /items?id=gt.7', { id: 7 }, 405, 'PGRST105'],
    ['PUT /items?name=eq.7', { id: 7 }, 405, 'PGRST105'],
    ['PUT /items', { id: 7 }, 405, 'PGRST105'],
    ['PUT /items?id=eq.7&limit=1', { id: 7 }, 400, 'PGRST114'],
    ['PUT /items?id=eq.7', { id: 8, name: 'x', size: 1 }, 400, 'PGRST115'],
  ])('%s with %j', async (request, body, status, code) => {
    expect(await write(request, body)).toMatchObject({ status, json: { code } });
    expect(await stored()).toHaveLength(3);
  });
});
