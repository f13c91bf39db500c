import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWritableRest, SHOW, type WritableRest } from '../writable-rest-for-test.ts';

const cluster = useTestCluster();
let rest: WritableRest;
beforeAll(async () => {
  rest = await openWritableRest(cluster);
});
beforeEach(() => rest.reset());
afterAll(() => rest?.close());

describe('insert', () => {
  it('takes one object or many, and gives what select asks for, embeds included', async () => {
    const one = await rest.write('POST /projects?select=id,clients(name),tasks(*)', {
      id: 9,
      name: 'New',
      client_id: 2,
    });
    expect(one).toMatchObject({ page: 1, inserted: 1, total: null });
    expect(one.data).toEqual([{ id: 9, clients: { name: 'Basalt' }, tasks: [] }]);
    const many = await rest.write(
      'POST /clients?select=name&order=name.desc',
      [
        { id: 7, name: 'a' },
        { id: 8, name: 'b' },
      ],
      `${SHOW},count=exact`,
    );
    expect(many).toMatchObject({ page: 2, total: 2, data: [{ name: 'b' }, { name: 'a' }] });
  });

  it('stores every kind of value by its type’s own input', async () => {
    const row = {
      mood: 'sad',
      span: '[1,3)',
      at: '2024-01-02T03:04:05Z',
      fixed: 'abcd',
      bits: '101',
      short: 'hello',
      amount: 1.239,
      big: 5,
      numbers: [1, null, 3],
      matrix: [
        [1, 2],
        [3, 4],
      ],
      texts: ['a"b', 'NULL', null],
      place: { x: 1, z: 'p' },
      places: [{ x: 1, y: 2, z: 'q,r' }],
      address: '10.0.0.0/8',
      js: { b: 1, a: [null] },
      jb: { deep: { x: [1, 2] } },
      flag: true,
      bytes: '\\xdeadbeef',
      char: 'y',
    };
    const { data } = await rest.write('POST /kinds', row);
    expect(data).toEqual([
      expect.objectContaining({
        ...row,
        at: '2024-01-02T03:04:05+00:00',
        amount: 1.24,
        place: { x: 1, y: null, z: 'p' },
        twice: 2,
      }),
    ]);
  });

  it('keeps the digits of numbers and the text of json as they came', async () => {
    await rest.write('POST /kinds', '{"id":50,"big":9223372036854775807,"js":{"b":1.00,  "a":1}}');
    const { body } = await rest.ask('GET /kinds?select=big,js&id=eq.50');
    expect(body?.toString()).toBe('[{"big":9223372036854775807,"js":{"b":1.00,  "a":1}}]');
  });

  it('reads CSV and forms as texts of the columns’ types', async () => {
    const csv = { headers: { 'content-type': 'text/csv' } };
    const body = 'id,mood,numbers,jb,js,flag\n1,sad,"{1,2}","{""a"":1}",[1],true\n2,NULL,NULL,NULL,NULL,NULL';
    expect((await rest.write('POST /kinds?select=id,mood,numbers,jb,js,flag', body, SHOW, csv)).data).toEqual(
      [
        { id: 1, mood: 'sad', numbers: [1, 2], jb: { a: 1 }, js: [1], flag: true },
        { id: 2, mood: null, numbers: null, jb: null, js: null, flag: null },
      ],
    );
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await rest.write('POST /paints', 'id=9&name=x+y&color=%23000001', SHOW, form)).data).toEqual([
      { id: 9, name: 'x y', color: '#000001' },
    ]);
  });

  it('fills keys that are missing with null, or with the default when asked', async () => {
    const rows = [
      { name: 'a', code: 'c' },
      { code: 'd', n: 1, ignored: 2 },
    ];
    const columns = 'columns="name","n","code","at"';
    const nulls = await rest.write(`POST /defaults?select=name,n,code,at&${columns}`, rows);
    expect(nulls.data).toEqual([
      { name: 'a', n: null, code: 'c', at: null },
      { name: null, n: 1, code: 'd', at: null },
    ]);
    const filled = await rest.write(
      `POST /defaults?select=name,n,code,at&${columns}`,
      rows,
      `${SHOW},missing=default`,
    );
    expect(filled.data).toEqual([
      { name: 'a', n: 42, code: 'c', at: '2020-01-01' },
      { name: 'none', n: 1, code: 'd', at: '2020-01-01' },
    ]);
  });

  it('takes empty objects as rows of defaults and an empty list as no rows', async () => {
    expect((await rest.write('POST /defaults', {})).data).toEqual([
      { id: 1, name: 'none', at: '2020-01-01', code: null, n: 42 },
    ]);
    expect((await rest.write('POST /defaults?select=id', [{}, {}])).data).toEqual([{ id: 2 }, { id: 3 }]);
    expect(await rest.write('POST /defaults', [])).toMatchObject({ page: 0, data: [] });
    expect(await rest.write('POST /defaults', [], 'return=minimal')).toMatchObject({ page: 0, body: null });
  });

  it('gives the key of one new row, and shows nothing where nothing is asked for', async () => {
    const located = await rest.write('POST /readings', { id: 5, day: '2024-03-04' }, 'return=headers-only');
    expect(JSON.parse(located.location ?? '')).toEqual({ id: '5', day: '2024-03-04' });
    expect(located.body).toBeNull();
    const two = await rest.write(
      'POST /clients',
      [
        { id: 7, name: 'a' },
        { id: 8, name: 'b' },
      ],
      'return=headers-only',
    );
    expect(two.location).toBeNull();
    const silent = await rest.write('POST /clients', { id: 9, name: 'c' }, 'return=minimal');
    expect(silent).toMatchObject({ body: null, location: null, page: 1 });
  });

  it('needs no right to read when it shows nothing', async () => {
    const anon = { role: 'anon' };
    expect(await rest.write('POST /mailbox', { id: 9, text: 'c' }, 'return=minimal', anon)).toMatchObject({
      page: 1,
    });
    await expect(rest.write('POST /mailbox', { id: 10, text: 'c' }, SHOW, anon)).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('names a key that is no column, and refuses bodies that are no rows', async () => {
    await expect(rest.write('POST /clients', { id: 1, nome: 'x' })).rejects.toMatchObject({
      code: 'PGRST204',
      message: "Could not find the 'nome' column of 'clients' in the schema cache",
    });
    await expect(rest.write('POST /clients?columns=id,"x y"', [{ id: 1 }])).rejects.toMatchObject({
      code: 'PGRST204',
    });
    await expect(rest.write('POST /clients', '5')).rejects.toMatchObject({ code: 'PGRST102' });
    await expect(rest.write('POST /kinds', { twice: 4 })).rejects.toMatchObject({ code: '428C9' });
    await expect(rest.write('POST /clients', { id: 1, name: 'x' })).rejects.toMatchObject({ code: '23505' });
  });

  it('runs computed columns and relationships on the new rows', async () => {
    const { data } = await rest.write('POST /tasks?select=id,shout,projects(name)&order=shout', {
      id: 9,
      title: 'hum',
      project_id: 1,
    });
    expect(data).toEqual([{ id: 9, shout: 'HUM', projects: { name: 'Alpha' } }]);
    const computed = await rest.write('POST /projects?select=name,heavy_tasks(id)', { id: 9, name: 'p' });
    expect(computed.data).toEqual([{ name: 'p', heavy_tasks: [] }]);
  });

  it('goes through views and domains with casts', async () => {
    expect((await rest.write('POST /project_list', { id: 9, name: 'v', customer: 1 })).data).toEqual([
      { id: 9, name: 'v', customer: 1 },
    ]);
    expect((await rest.write('POST /paints', [{ id: 9, color: '#00ff00' }])).data).toEqual([
      { id: 9, name: null, color: '#00ff00' },
    ]);
    expect(await rest.read('/paints?select=color::int&id=eq.9')).toEqual([{ color: 65280 }]);
  });
});

describe('upsert', () => {
  const MERGE = `${SHOW},resolution=merge-duplicates`;

  it('updates rows with the same key and tells how many were new', async () => {
    const mixed = await rest.write(
      'POST /clients?order=id',
      [
        { id: 1, name: 'Apfel' },
        { id: 9, name: 'Nine' },
      ],
      MERGE,
    );
    expect(mixed).toMatchObject({ page: 2, inserted: 1 });
    expect(mixed.data).toEqual([
      { id: 1, name: 'Apfel', city: 'Cupertino' },
      { id: 9, name: 'Nine', city: null },
    ]);
    expect(await rest.write('POST /clients', { id: 1, name: 'Apple' }, MERGE)).toMatchObject({
      page: 1,
      inserted: 0,
    });
    expect(await rest.write('POST /users_tasks', { user_id: 1, task_id: 1 }, MERGE)).toMatchObject({
      page: 1,
      inserted: 0,
    });
  });

  it('ignores them when asked, on the columns that are named', async () => {
    const rows = [
      { id: 20, name: 'Apple' },
      { id: 21, name: 'Nine' },
    ];
    const ignored = await rest.write(
      'POST /named?on_conflict=name&select=id',
      rows,
      `${SHOW},resolution=ignore-duplicates`,
    );
    expect(ignored).toMatchObject({ page: 1, inserted: 1, data: [{ id: 21 }] });
    const merged = await rest.write(
      'POST /named?on_conflict=name&select=name,city',
      [{ id: 1, name: 'Apple', city: 'Rome' }],
      MERGE,
    );
    expect(merged).toMatchObject({ inserted: 0, data: [{ name: 'Apple', city: 'Rome' }] });
    await expect(rest.write('POST /named?on_conflict=city', rows, MERGE)).rejects.toMatchObject({
      code: '42P10',
    });
  });

  it('inserts plainly where there is no key', async () => {
    expect(await rest.write('POST /no_key', { a: 1, b: 'x' }, MERGE)).toMatchObject({ page: 1, inserted: 1 });
  });
});
