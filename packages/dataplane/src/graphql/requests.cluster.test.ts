import { useTestCluster } from '@basalt/clusters/testing';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GraphqlApi, openGraphql } from './graphql-for-test.ts';

const cluster = useTestCluster();
let api: GraphqlApi;
const SETTINGS = {
  dbSchemas: ['public', 'graphql_public'],
  dbExtraSearchPath: ['public', 'extensions'],
  dbMaxRows: 1000,
};

beforeAll(async () => {
  api = await openGraphql(
    cluster,
    `create table tree (id int primary key, parent_id int references tree, label text);
    comment on table tree is '@graphql({"max_rows": 100})';
    insert into tree select i, nullif(i / 2, 0), 'node ' || i from generate_series(1, 300) i;
    create function nap() returns int language sql stable as 'select 1 from pg_sleep(10)';
    create policy seen on tree using (true)`,
  );
});
afterAll(() => api?.close());

const post = (body: unknown, as: Parameters<GraphqlApi['rest']>[1] = {}) =>
  api.rest('POST ', { service: 'graphql', body, ...as });

describe('requests', () => {
  it.each<[string, unknown, number, unknown]>([
    ['POST ', '{', 400, { code: 'PGRST102', message: 'Empty or invalid json' }],
    ['POST ', '', 400, { code: 'PGRST102' }],
    ['POST ', '[]', 400, { code: 'PGRST102' }],
    ['POST ', { query: '{ __typename }', mine: 1 }, 404, { code: 'PGRST202' }],
    ['GET ', undefined, 404, { code: 'PGRST202' }],
    ['GET ?query={__typename}', undefined, 404, { code: 'PGRST202' }],
    ['POST /', { query: '{ __typename }' }, 404, {}],
    ['POST ', {}, 200, { errors: [{ message: '"query" must be a text: the document to run' }] }],
    [
      'POST ',
      { query: '{ __typename }', variables: [] },
      200,
      { errors: [{ message: 'variables must be an object' }] },
    ],
    [
      'POST ',
      { query: '{ __typename }', variables: null, extensions: { a: 1 } },
      200,
      { data: { __typename: 'Query' } },
    ],
    [
      'POST ',
      { query: 'query A { __typename } query B { b: __typename }', operationName: 'B' },
      200,
      { data: { b: 'Query' } },
    ],
  ])('%s %j: %i %j', async (request, body, status, json) => {
    const answer = await api.rest(request, { service: 'graphql', body });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject(json as object);
  });

  it('are known by key and token, and logged with their role', async () => {
    const body = { query: '{ __typename }' };
    const before = api.log.length;
    const tokens = [{ role: 'authenticated' }, { role: 'nobody_at_all' }, 'no token', 'anon'] as const;
    const statuses = [];
    for (const as of tokens) statuses.push((await post(body, { as })).status);
    expect(statuses).toEqual([200, 401, 401, 200]);
    expect(api.log.slice(before).map(({ role, path }) => `${role} ${path}`)).toEqual([
      'authenticated /graphql/v1',
      'nobody_at_all /graphql/v1',
      expect.stringMatching(/ \/graphql\/v1$/),
      'anon /graphql/v1',
    ]);
  });

  it('end with the time that their role has', async () => {
    const answer = await post({ query: '{ nap }' }, { as: 'anon' });
    expect([answer.status, answer.json]).toMatchObject([500, { code: '57014' }]);
  }, 15_000);

  it('find nothing while the Data API does not serve GraphQL', async () => {
    const body = { query: '{ treeCollection(first: 1) { edges { node { id } } } }' };
    const seen = [];
    for (const rest of [
      { ...SETTINGS, dbSchemas: [] },
      { ...SETTINGS, dbSchemas: ['public'] },
      { ...SETTINGS, dbExtraSearchPath: ['extensions'] },
      SETTINGS,
    ]) {
      api.change({ rest });
      const { status, json } = await post(body);
      seen.push([status, (json as { code?: string }).code ?? json]);
    }
    expect(seen).toEqual([
      [406, 'PGRST106'],
      [406, 'PGRST106'],
      [200, { data: null, errors: [{ message: 'Unknown field "treeCollection" on type Query' }] }],
      [200, { data: { treeCollection: { edges: [{ node: { id: 1 } }] } } }],
    ]);
  });
});

const nested = (levels: number) =>
  `{ treeCollection(first: 1) { edges { node { ${'parent: tree { '.repeat(levels)} id ${'} '.repeat(levels)} } } } }`;
const pages = (levels: number, size: number) =>
  `{ ${`treeCollection(first: ${size}) { edges { node { `.repeat(levels)} id ${'} } } '.repeat(levels)} }`;
const doubled = (fragments: number) =>
  `{ treeCollection { edges { node { ...f0 } } } } ${Array.from(
    { length: fragments },
    (_, i) => `fragment f${i} on tree { ...f${i + 1} ...f${i + 1} }`,
  ).join(' ')} fragment f${fragments} on tree { id }`;
const chained = (fragments: number) =>
  `{ treeCollection { edges { node { ...f0 } } } } ${Array.from(
    { length: fragments },
    (_, i) => `fragment f${i} on tree { tree { ...f${i + 1} } }`,
  ).join(' ')} fragment f${fragments} on tree { id }`;

describe('limits', () => {
  it.each<[string, string, RegExp]>([
    ['depth', nested(60), /Nested deeper than 50 levels/],
    ['depth of brackets', `{ a(b: ${'['.repeat(100_000)}) }`, /too long|Nested deeper/],
    ['depth by fragments', chained(60), /nested deeper than 50 levels/],
    ['doubling fragments', doubled(40), /more than 5000 fields/],
    ['a circle', '{ ...a } fragment a on Query { ...a }', /cycle between fragments/],
    ['rows', pages(4, 100), /more than 1,000,000 rows/],
    [
      'aliases',
      `{ ${Array.from({ length: 51 }, (_, i) => `a${i}: __typename`).join(' ')} }`,
      /51 fields at once/,
    ],
    [
      'conditions',
      `{ treeCollection(filter: {or: [${'{id: {eq: 1}}'.repeat(600)}]}) { edges { cursor } } }`,
      /more than 1000 conditions/,
    ],
    ['tokens', `{ ${'a '.repeat(20_000)} }`, /query parse error.*token/is],
    ['length', `{ __typename } # ${'x'.repeat(1_000_000)}`, /too long: 100,000 characters/],
    [
      'reading the schema where it is off',
      getIntrospectionQuery(),
      /^Unknown field "__schema" on type Query$/,
    ],
  ])('of %s', async (_, query, message) => {
    const { errors } = await api.ask(query);
    expect(errors?.[0]?.message).toMatch(message);
    expect(errors).toHaveLength(1);
  });

  it('of variables', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect((await post(`{"query": "{ __typename }", "variables": ${deep}}`)).json).toEqual({
      errors: [{ message: 'The variables are nested deeper than 100 levels' }],
    });
    expect(await api.ask('{ __typename }', { long: 'x'.repeat(5_000_000) })).toMatchObject({
      errors: [{ message: expect.stringContaining('4 MB are allowed') }],
    });
  });

  it('let through what is usual', async () => {
    const { data, errors } = await api.ask(nested(9));
    expect(errors).toBeUndefined();
    expect(data.treeCollection.edges).toHaveLength(1);
    const many = await api.ask('{ treeCollection(first: 1000) { edges { node { id } } } }');
    expect(many.data.treeCollection.edges).toHaveLength(100);
  });
});

it('follows the schema, and says which comment cannot be read', async () => {
  const ask = () => api.ask('{ leafCollection { edges { node { id } } } }');
  await api.sql('create table leaf (id int primary key)');
  await expect.poll(ask).toEqual({ data: { leafCollection: { edges: [] } } });
  await api.sql(`comment on table leaf is '@graphql({"name": 1})'`);
  await expect.poll(ask).toEqual({
    errors: [
      {
        message:
          'Error while loading schema, check comment directives. The comment on the table leaf cannot be read: "name" has a value of another shape than it must have.',
      },
    ],
  });
  await api.sql(`comment on table leaf is '@graphql({"name": "Blatt"})'`);
  await expect
    .poll(() => api.ask('{ blattCollection { edges { node { __typename } } } }'))
    .toEqual({ data: { blattCollection: { edges: [] } } });
  await api.sql('revoke select on leaf from service_role');
  await expect
    .poll(() => api.ask('{ blattCollection { edges { cursor } } }'))
    .toEqual({ data: null, errors: [{ message: 'Unknown field "blattCollection" on type Query' }] });
});

it('asks the function that may refuse each request, which answers as it does for the Data API', async () => {
  await api.sql(`create function check_request() returns void language plpgsql as $$ begin
      if current_setting('request.headers')::json ->> 'x-stop' is not null then
        raise sqlstate 'PT418' using message = 'Not at ' || current_setting('request.path'); end if; end $$;
    do $$ begin execute format('alter role authenticator in database %I set pgrst.db_pre_request = %L',
      current_database(), 'public.check_request'); end $$;
    notify pgrst`);
  const query = '{ treeCollection(first: 1) { edges { node { id } } } }';
  const ask = async () => {
    const answer = await post({ query }, { as: 'anon', headers: { 'x-stop': 'yes' } });
    return [answer.status, (answer.json as { message?: string }).message];
  };
  await expect.poll(ask).toEqual([418, 'Not at /rpc/graphql']);
  expect((await post({ query }, { as: 'anon' })).json).toEqual({
    data: { treeCollection: { edges: [{ node: { id: 1 } }] } },
  });
});
