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

const count = async (table: string) => ((await rest.read(`/${table}?select=id`)) as unknown[]).length;

describe('update', () => {
  it('sets the keys of the body in the rows the filters leave', async () => {
    const { data, page } = await rest.write(
      'PATCH /tasks?project_id=eq.1&select=id,weight,tags,projects(name)&order=id',
      { weight: 9, tags: ['z'] },
    );
    expect(page).toBe(2);
    expect(data).toEqual([
      { id: 1, weight: 9, tags: ['z'], projects: { name: 'Alpha' } },
      { id: 2, weight: 9, tags: ['z'], projects: { name: 'Alpha' } },
    ]);
    expect(
      await rest.write('PATCH /tasks?id=eq.1', { weight: 1 }, 'return=minimal,count=exact'),
    ).toMatchObject({
      page: 1,
      total: 1,
      body: null,
    });
    expect(await rest.write('PATCH /tasks?weight=eq.9&select=id', { weight: 10 })).toMatchObject({
      data: [{ id: 2 }],
    });
  });

  it('sets keys that are missing to null, or to the default when asked', async () => {
    await rest.write('POST /defaults', [{ name: 'a', n: 1, code: 'c' }]);
    const url = 'PATCH /defaults?id=eq.1&columns=name,n,code&select=name,n,code';
    expect((await rest.write(url, [{ code: 'd' }], `${SHOW},missing=default`)).data).toEqual([
      { name: 'none', n: 42, code: 'd' },
    ]);
    expect((await rest.write(url, { code: 'e' })).data).toEqual([{ name: null, n: null, code: 'e' }]);
  });

  it('changes nothing for an empty body, and takes one object out of a list', async () => {
    expect(await rest.write('PATCH /tasks?id=eq.1', {})).toMatchObject({ page: 0, data: [] });
    expect(await rest.write('PATCH /tasks?id=eq.1', [], 'return=minimal')).toMatchObject({ page: 0 });
    expect((await rest.write('PATCH /tasks?id=eq.1&select=title', [{ title: 'x' }])).data).toEqual([
      { title: 'x' },
    ]);
  });

  it('filters by null tests of embeds and by computed columns', async () => {
    const orphans = await rest.write('PATCH /projects?select=id,clients()&clients=is.null', { budget: 1 });
    expect(orphans.data).toEqual([{ id: 4 }]);
    expect((await rest.write('PATCH /tasks?shout=eq.SELL&select=id,shout', { title: 'buy' })).data).toEqual([
      { id: 3, shout: 'BUY' },
    ]);
  });

  it('does not change fewer rows because an embed is inner or shown in pages', async () => {
    const url = 'PATCH /projects?select=id,clients!inner(name)&clients.name=eq.Basalt&id=gt.1&limit=1';
    expect(await rest.write(url, { budget: 5 })).toMatchObject({ page: 3, data: [{ id: 3 }] });
  });

  it('takes more than allowed back', async () => {
    const strict = `${SHOW},handling=strict,max-affected=1`;
    await expect(rest.write('PATCH /tasks?id=gt.0', { weight: 0 }, strict)).rejects.toMatchObject({
      code: 'PGRST124',
    });
    await expect(
      rest.write('PATCH /tasks?id=gt.0', { weight: 0 }, SHOW, {
        headers: { accept: 'application/vnd.pgrst.object+json' },
      }),
    ).rejects.toMatchObject({ code: 'PGRST116' });
    expect(await rest.read('/tasks?weight=eq.0')).toEqual([]);
  });
});

describe('delete', () => {
  it('removes the rows the filters leave and can show them', async () => {
    expect(
      (await rest.write('DELETE /desks?office_number=eq.1&select=id,offices(name)&order=id')).data,
    ).toEqual([
      { id: 1, offices: { name: 'Harbour' } },
      { id: 2, offices: { name: 'Harbour' } },
    ]);
    expect(
      await rest.write('DELETE /desks?id=not.is.null', undefined, 'return=minimal,count=exact'),
    ).toMatchObject({
      page: 2,
      total: 2,
    });
    await expect(rest.write('DELETE /clients?id=eq.1')).rejects.toMatchObject({ code: '23503' });
  });

  it('is taken back with tx=rollback', async () => {
    expect(await rest.write('DELETE /desks?id=eq.1', undefined, `${SHOW},tx=rollback`)).toMatchObject({
      page: 1,
    });
    expect(await count('desks')).toBe(4);
  });
});

describe('put', () => {
  it('inserts or replaces the row that the URL names', async () => {
    expect(await rest.write('PUT /clients?id=eq.9', { id: 9, name: 'Nine' })).toMatchObject({
      page: 1,
      inserted: 1,
    });
    expect(await rest.write('PUT /clients?id=eq.9', { id: 9, name: 'Neun', city: 'Ulm' })).toMatchObject({
      inserted: 0,
      data: [{ id: 9, name: 'Neun', city: 'Ulm' }],
    });
    expect(
      await rest.write('PUT /readings?id=eq.1&day=eq.2024-02-03', [{ id: 1, day: '2024-02-03', value: 1 }]),
    ).toMatchObject({ inserted: 0 });
  });

  it.each([
    ['/clients?id=gt.9', { id: 9, name: 'x' }, 'PGRST105'],
    ['/clients?id=not.eq.9', { id: 9, name: 'x' }, 'PGRST105'],
    ['/clients?id=eq(any).{9}', { id: 9, name: 'x' }, 'PGRST105'],
    ['/clients?id=eq.9&name=eq.x', { id: 9, name: 'x' }, 'PGRST105'],
    ['/clients?id=eq.9&id=eq.9', { id: 9, name: 'x' }, 'PGRST105'],
    ['/clients', { id: 9, name: 'x' }, 'PGRST105'],
    ['/readings?id=eq.1', { id: 1, day: '2024-02-03' }, 'PGRST105'],
    ['/no_key', { a: 1 }, 'PGRST105'],
    ['/clients?id=eq.9&limit=1', { id: 9, name: 'x' }, 'PGRST114'],
    ['/clients?id=eq.9', { id: 8, name: 'x' }, 'PGRST115'],
    ['/clients?id=eq.9', { name: 'x' }, 'PGRST115'],
    [
      '/clients?id=eq.9',
      [
        { id: 9, name: 'x' },
        { id: 9, name: 'y' },
      ],
      'PGRST115',
    ],
  ])('PUT %s %j: %s', async (url, body, code) => {
    await expect(rest.write(`PUT ${url}`, body)).rejects.toMatchObject({ code });
    expect(await count('clients')).toBe(3);
  });
});
