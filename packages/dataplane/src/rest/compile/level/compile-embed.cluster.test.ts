import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestRest, type TestRest } from '../rest-for-test.ts';
import { TEST_CASTS, TEST_ROWS, TEST_SCHEMA } from '../schema-for-test.ts';

const cluster = useTestCluster();
let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest(cluster, TEST_SCHEMA + TEST_CASTS + TEST_ROWS);
});
afterAll(() => rest?.close());
const read = async (url: string) => (await rest.ask(`GET ${url}`)).data;

describe('kinds of relationships', () => {
  it.each<[string, unknown]>([
    [
      '/projects?select=id,clients(name)&order=id',
      [
        { id: 1, clients: { name: 'Apple' } },
        { id: 2, clients: { name: 'Apple' } },
        { id: 3, clients: { name: 'Basalt' } },
        { id: 4, clients: null },
      ],
    ],
    [
      '/clients?select=name,projects(name)&order=id&projects.order=name.desc',
      [
        { name: 'Apple', projects: [{ name: 'Beta' }, { name: 'Alpha' }] },
        { name: 'Basalt', projects: [{ name: 'Gamma' }] },
        { name: 'Coral', projects: [] },
      ],
    ],
    [
      '/users?select=name,tasks(title)&order=id&tasks.order=id',
      [
        { name: 'Ann', tasks: [{ title: 'Draw' }, { title: 'Paint' }] },
        { name: 'Bob', tasks: [{ title: 'Paint' }] },
        { name: 'Cid', tasks: [{ title: 'Sell' }] },
      ],
    ],
    [
      '/projects?select=id,project_plans(text)&id=lt.3&order=id',
      [
        { id: 1, project_plans: { text: 'the plan' } },
        { id: 2, project_plans: null },
      ],
    ],
    ['/project_plans?select=projects(name)', [{ projects: { name: 'Alpha' } }]],
    [
      '/offices?select=name,desks(id)&order=name&desks.order=id',
      [
        { name: 'Harbour', desks: [{ id: 1 }, { id: 2 }] },
        { name: 'Hill', desks: [{ id: 3 }] },
      ],
    ],
    ['/desks?select=offices(name)&id=gte.3&order=id', [{ offices: { name: 'Hill' } }, { offices: null }]],
    [
      '/users?select=name,boss:manager_id(name),team:users(name)&order=id&team.order=id',
      [
        { name: 'Ann', boss: null, team: [{ name: 'Bob' }, { name: 'Cid' }] },
        { name: 'Bob', boss: { name: 'Ann' }, team: [] },
        { name: 'Cid', boss: { name: 'Ann' }, team: [] },
      ],
    ],
    ['/project_list?select=name,clients(name)&id=eq.1', [{ name: 'Alpha', clients: { name: 'Apple' } }]],
    [
      '/projects?select=id,heavy_tasks(title),main_task(title)&order=id&limit=2&heavy_tasks.order=id',
      [
        { id: 1, heavy_tasks: [{ title: 'Draw' }, { title: 'Paint' }], main_task: { title: 'Draw' } },
        { id: 2, heavy_tasks: [], main_task: { title: 'Sell' } },
      ],
    ],
    [
      '/clients?select=n:name,p:projects(i:id,t:tasks(title,users(name)))&id=eq.1&p.order=id&p.t.order=id&p.t.users.order=id',
      [
        {
          n: 'Apple',
          p: [
            {
              i: 1,
              t: [
                { title: 'Draw', users: [{ name: 'Ann' }] },
                { title: 'Paint', users: [{ name: 'Ann' }, { name: 'Bob' }] },
              ],
            },
            { i: 2, t: [{ title: 'Sell', users: [{ name: 'Cid' }] }] },
          ],
        },
      ],
    ],
  ])('%s', async (url, expected) => {
    expect(await read(url)).toEqual(expected);
  });

  it('says what it cannot find or choose', async () => {
    await expect(read('/clients?select=tasks(*)')).rejects.toMatchObject({ code: 'PGRST200', status: 400 });
    await expect(read('/tasks?select=id&order=projects(name)')).rejects.toMatchObject({ code: 'PGRST108' });
    await expect(read('/clients?select=projects(*)&order=projects(name)')).rejects.toMatchObject({
      code: 'PGRST118',
      message: "A related order on 'projects' is not possible",
    });
    await expect(read('/projects?select=clients(*)&clients=eq.1')).rejects.toMatchObject({
      code: 'PGRST120',
    });
  });
});

describe('filters, pages and joins', () => {
  const names = async (url: string) => ((await read(url)) as { name: string }[]).map(({ name }) => name);

  it.each<[string, string[]]>([
    ['/clients?select=name,projects!inner(id)&order=id', ['Apple', 'Basalt']],
    ['/clients?select=name,projects!inner(id)&projects.budget=gt.50&order=id', ['Apple']],
    ['/projects?select=name,clients!inner(id)&clients.city=eq.Oslo', ['Gamma']],
    ['/clients?select=name,projects!inner(tasks!inner(id))&projects.tasks.done=is.true', ['Apple']],
    ['/clients?select=name,projects()&projects=is.null', ['Coral']],
    ['/clients?select=name,projects()&projects=not.is.null&order=id', ['Apple', 'Basalt']],
    ['/clients?select=name,p:projects(id)&p.budget=gt.50&p=is.null&order=id', ['Basalt', 'Coral']],
    ['/clients?select=name,projects!inner()&projects.name=eq.Beta', ['Apple']],
    ['/clients?select=name,projects()&projects.name=eq.Beta&order=id', ['Apple', 'Basalt', 'Coral']],
    [
      '/clients?select=name,projects()&or=(projects.not.is.null,city.is.null)&order=id',
      ['Apple', 'Basalt', 'Coral'],
    ],
    [
      '/clients?select=name,projects()&projects.budget=gt.50&or=(projects.not.is.null,name.eq.Coral)&order=id',
      ['Apple', 'Coral'],
    ],
    [
      '/projects?select=name,clients(name)&order=clients(name).desc.nullslast,id',
      ['Gamma', 'Alpha', 'Beta', 'Orphan'],
    ],
    [
      '/projects?select=name,c:clients()&order=c(city).asc.nullsfirst,id',
      ['Orphan', 'Alpha', 'Beta', 'Gamma'],
    ],
    ['/users?select=name,tasks!inner()&tasks.title=eq.Paint&order=id', ['Ann', 'Bob']],
  ])('%s', async (url, expected) => {
    expect(await names(url)).toEqual(expected);
  });

  it('pages within an embed', async () => {
    expect(
      await read('/clients?select=projects(id)&id=eq.1&projects.order=id&projects.limit=1&projects.offset=1'),
    ).toEqual([{ projects: [{ id: 2 }] }]);
    expect(await read('/clients?select=projects!inner(id)&projects.limit=0')).toEqual([]);
    expect(await read('/projects?select=id,clients(id)&id=eq.1&clients.limit=0')).toEqual([
      { id: 1, clients: null },
    ]);
  });

  it('refuses to be asked for the same embed so often on every level that the query grows without end', async () => {
    const tests = (name: string) =>
      `(${Array.from({ length: 150 }, (_, index) => `or(${name}.is.null,id.eq.${index})`).join(',')})`;
    const url = `/clients?select=projects(tasks(users(id)))&and=${tests('projects')}`;
    await expect(
      read(`${url}&projects.and=${tests('tasks')}&projects.tasks.and=${tests('users')}`),
    ).rejects.toMatchObject({ code: 'PGRST100', status: 400 });
    expect(await read(`${url}&limit=0`)).toEqual([]);
  });

  it('gives no more rows of an embed than the settings allow', async () => {
    const few = await openTestRest(cluster, TEST_SCHEMA + TEST_CASTS + TEST_ROWS, { dbMaxRows: 1 });
    const { data, total } = await few.ask('GET /clients?select=projects(id)&order=id&limit=5', {
      headers: { prefer: 'count=exact' },
    });
    await few.close();
    expect(data).toEqual([{ projects: [{ id: 1 }] }]);
    expect(total).toBe(3);
  });
});

describe('spread', () => {
  it.each<[string, unknown]>([
    [
      '/projects?select=id,...clients(client:name,city)&order=id&id=gt.2',
      [
        { id: 3, client: 'Basalt', city: 'Oslo' },
        { id: 4, client: null, city: null },
      ],
    ],
    [
      '/project_plans?select=...projects(*,...clients(who:name))',
      [{ id: 1, name: 'Alpha', client_id: 1, budget: 100.5, started: '2024-01-02', who: 'Apple' }],
    ],
    ['/projects?select=...clients!inner(name)&clients.city=eq.Oslo', [{ name: 'Basalt' }]],
    [
      '/clients?select=name,...projects(id,called:name)&projects.order=id.desc&order=id',
      [
        { name: 'Apple', id: [2, 1], called: ['Beta', 'Alpha'] },
        { name: 'Basalt', id: [3], called: ['Gamma'] },
        { name: 'Coral', id: [], called: [] },
      ],
    ],
    ['/clients?select=...projects(tasks(id))&id=eq.2', [{ tasks: [[]] }]],
    ['/tasks?select=id,...projects(...clients(name))&id=eq.1', [{ id: 1, name: 'Apple' }]],
    [
      '/clients?select=...projects(...project_plans(text))&id=eq.1&projects.order=id',
      [{ text: ['the plan', null] }],
    ],
    [
      '/users?select=name,...tasks(*)&id=eq.3',
      [
        {
          name: 'Cid',
          id: [3],
          title: ['Sell'],
          project_id: [2],
          done: [false],
          weight: [null],
          tags: [null],
          details: [null],
          notes: [null],
        },
      ],
    ],
  ])('%s', async (url, expected) => {
    expect(await read(url)).toEqual(expected);
  });
});

describe('aggregates', () => {
  let open: TestRest;
  beforeAll(async () => {
    open = await openTestRest(cluster, TEST_SCHEMA + TEST_CASTS + TEST_ROWS, {
      inForce: { aggregatesEnabled: true },
    });
  });
  afterAll(() => open?.close());

  it('are off unless the settings allow them', async () => {
    const refused = { code: 'PGRST123', status: 400 };
    await expect(read('/tasks?select=count()')).rejects.toMatchObject(refused);
    await expect(read('/clients?select=projects(budget.sum())')).rejects.toMatchObject(refused);
  });

  it.each<[string, unknown]>([
    ['/tasks?select=count()', [{ count: 4 }]],
    [
      '/tasks?select=weight.sum(),n:weight.count(),weight.max(),weight.min()',
      [{ sum: 9, n: 3, max: 5, min: 1 }],
    ],
    ['/tasks?select=weight.avg()::int', [{ avg: 3 }]],
    ['/tasks?select=details->>level::int.sum()::text', [{ sum: '13' }]],
    [
      '/tasks?select=done,count()&order=done',
      [
        { done: false, count: 2 },
        { done: true, count: 2 },
      ],
    ],
    [
      '/tasks?select=done,projects(name),count()&project_id=not.is.null&order=done',
      [
        { done: false, projects: { name: 'Alpha' }, count: 1 },
        { done: false, projects: { name: 'Beta' }, count: 1 },
        { done: true, projects: { name: 'Alpha' }, count: 1 },
      ],
    ],
    [
      '/clients?select=name,projects(budget.sum(),count())&order=id',
      [
        { name: 'Apple', projects: [{ sum: 120.5, count: 2 }] },
        { name: 'Basalt', projects: [{ sum: null, count: 1 }] },
        { name: 'Coral', projects: [{ sum: null, count: 0 }] },
      ],
    ],
    [
      '/tasks?select=...projects(client_id,budget.max()),count()&order=projects(client_id).nullslast',
      [
        { client_id: 1, max: 100.5, count: 3 },
        { client_id: null, max: null, count: 1 },
      ],
    ],
    [
      '/projects?select=...clients(city),budget.sum()&client_id=not.is.null&budget=not.is.null',
      [{ city: 'Cupertino', sum: 120.5 }],
    ],
    ['/tasks?select=notes,count()&id=lt.3', expect.arrayContaining([{ notes: { x: 1 }, count: 1 }])],
    ['/readings?select=*,count()&id=eq.1', [{ id: 1, day: '2024-02-03', value: 7, count: 1 }]],
  ])('%s', async (url, expected) => {
    const { data, total } = await open.ask(`GET ${url}`, { headers: { prefer: 'count=exact' } });
    expect(data).toEqual(expected);
    expect(total).toBe((data as unknown[]).length);
  });

  it('orders by what rows are grouped by, and by nothing else of a spread row', async () => {
    await expect(
      open.ask('GET /tasks?select=...projects(client_id),count()&order=projects(name)'),
    ).rejects.toMatchObject({ code: '42803' });
  });

  it('takes those of a spread row at the level it is spread into, and of spread lists not at all', async () => {
    const { data } = await open.ask(
      'GET /tasks?select=...projects(client_id,budget.sum(),n:count())&project_id=lt.3',
    );
    expect(data).toEqual([{ client_id: 1, sum: 221, n: 3 }]);
    await expect(open.ask('GET /clients?select=...projects(budget.sum())')).rejects.toMatchObject({
      code: 'PGRST127',
    });
  });
});
