import { addColleague, apiAs } from '../basalt/add-colleague.ts';
import { ApiClient } from '../basalt/api-client.ts';
import { expect, test } from '../basalt/test.ts';

const SCHEMA = `
  create schema if not exists catalog_test;
  create type catalog_test.kind as enum ('soft', 'hard');
  create table catalog_test.quarries (id bigint generated always as identity primary key, name text not null unique);
  create table catalog_test.stones (
    id bigint generated always as identity primary key, kind catalog_test.kind default 'hard',
    quarry bigint references catalog_test.quarries on delete cascade, weight numeric check (weight > 0)
  );
  alter table catalog_test.quarries enable row level security;
  comment on table catalog_test.stones is 'what is cut';
  create index stones_quarry on catalog_test.stones (quarry);
  create policy seen on catalog_test.stones for select to anon using (weight < 10);
  create view catalog_test.heavy as select id from catalog_test.stones where weight > 5;
  create materialized view catalog_test.counted as select count(*) as n from catalog_test.stones;
  create function catalog_test.cut() returns trigger language plpgsql as 'begin return new; end';
  create trigger cutting before insert on catalog_test.stones for each row execute function catalog_test.cut();`;

const LISTS = [
  ...[
    'schemas',
    'tables',
    'views',
    'materialized-views',
    'foreign-tables',
    'columns',
    'constraints',
    'indexes',
  ],
  ...['functions', 'triggers', 'event-triggers', 'policies', 'types', 'extensions', 'roles', 'publications'],
  ...['table-privileges', 'column-privileges', 'config'],
];

test.describe('the schema API', () => {
  test('tells what is in a database, to those who may only read too', async ({
    api,
    basalt,
    project: { ref },
  }) => {
    await api.rows(ref, SCHEMA);
    const reader = await apiAs(basalt, await addColleague(basalt, 'Read-only'));
    const get = (path: string, who = api) => who.request('GET', `/platform/pg-meta/${ref}/${path}`);
    const query = 'included_schemas=catalog_test,nowhere';
    for (const list of LISTS) {
      const { status, body } = await get(`${list}?${query}`);
      expect([status, Array.isArray(body)], list).toEqual([200, true]);
      if (list !== 'foreign-tables') expect(body.length, list).toBeGreaterThan(0);
      const seen = await get(`${list}?${query}`, reader);
      if (list !== 'roles' && list !== 'config') expect([seen.status, seen.body], list).toEqual([200, body]);
      const [object] = body;
      const id = object && (object.id ?? object.relation_id ?? object.column_id ?? object.name);
      if (object && list !== 'config') {
        const one = await get(`${list}/${encodeURIComponent(id)}`);
        expect(one, list).toMatchObject({
          status: 200,
          body: list === 'roles' ? { name: object.name } : object,
        });
      }
    }
    const { body: tables } = await api.request(
      'GET',
      `/platform/pg-meta/${ref}/tables?${query}&include_columns=true`,
      undefined,
      {
        'x-connection-encrypted': 'anything',
      },
    );
    expect(tables).toMatchObject([
      { name: 'quarries', rls_enabled: true },
      {
        name: 'stones',
        comment: 'what is cut',
        bytes: expect.any(Number),
        size: expect.stringMatching(/^\d+ (bytes|kB)$/),
        live_rows_estimate: 0,
        columns: [
          { name: 'id' },
          { name: 'kind', enums: ['soft', 'hard'] },
          { name: 'quarry' },
          { check: 'weight > 0::numeric' },
        ],
        relationships: [{ target_table_name: 'quarries', deletion_action: 'c', update_action: 'a' }],
        primary_keys: [{ name: 'id' }],
      },
    ]);
    const { body: short } = await get(`tables?${query}&include_columns=false&limit=1&offset=1`);
    expect(short).toMatchObject([{ name: 'stones' }]);
    expect(short[0]).not.toHaveProperty('columns');
    const { body: version } = await get('config/version');
    expect(version).toMatchObject({
      version: expect.stringMatching(/^PostgreSQL/),
      version_number: expect.any(Number),
    });
  });

  test('refuses what it cannot answer, like the rest of the platform', async ({
    api,
    basalt,
    project: { ref },
  }) => {
    const nobody = new ApiClient(basalt.origin, null);
    const stranger = await apiAs(basalt, await addColleague(basalt, null));
    const codes = async (who: ApiClient, path: string) => {
      const { status, body } = await who.request('GET', `/platform/pg-meta/${path}`);
      return [status, body.code, body.field];
    };
    for (const path of [...LISTS, 'tables/1', 'columns/1.1', 'extensions/plpgsql', 'config/version']) {
      expect(await codes(nobody, `${ref}/${path}`), path).toEqual([401, 'unauthorized', undefined]);
      expect(await codes(stranger, `${ref}/${path}`), path).toEqual([404, 'not_found', undefined]);
      expect(await codes(api, `${'a'.repeat(20)}/${path}`), path).toEqual([404, 'not_found', undefined]);
    }
    for (const path of [
      'tables/4294967295',
      'columns/1259.999',
      'columns/4294967295.1',
      'extensions/nothing',
      "extensions/'",
    ])
      expect(await codes(api, `${ref}/${path}`), path).toEqual([404, 'not_found', undefined]);
    for (const path of ['tables/x', 'tables/-1', 'tables/4294967296', 'columns/1', 'extensions/%00'])
      expect(await codes(api, `${ref}/${path}`), path).toEqual([400, 'bad_request', 'id']);
    for (const [name, value] of [
      ['limit', '-1'],
      ['limit', 'x'],
      ['offset', '1.5'],
      ['include_columns', 'perhaps'],
      ['included_schemas', '%00'],
    ])
      expect(await codes(api, `${ref}/tables?${name}=${value}`)).toEqual([400, 'bad_request', name]);
    for (const [method, status] of [
      ['POST', 400],
      ['PATCH', 404],
      ['DELETE', 404],
    ] as const)
      expect((await api.request(method, `/platform/pg-meta/${ref}/tables`, {})).status, method).toBe(status);
  });

  test('says that a paused project has to be restored', async ({ api }) => {
    const { ref } = await api.createProject('Resting catalog');
    expect((await api.request('GET', `/platform/pg-meta/${ref}/schemas`)).status).toBe(200);
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
    const { status, body } = await api.request('GET', `/platform/pg-meta/${ref}/tables`);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.message).toMatch(/Restore it first\.$/);
  });
});
