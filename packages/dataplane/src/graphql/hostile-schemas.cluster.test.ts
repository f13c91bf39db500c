import { useTestCluster } from '@basalt/clusters/testing';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, validateSchema } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GraphqlApi, openGraphql } from './graphql-for-test.ts';

const cluster = useTestCluster();
let api: GraphqlApi;
const LONG = `l${'o'.repeat(61)}ng`.slice(0, 63);
const WIDE = Array.from({ length: 120 }, (_, i) => `c${i}`);

beforeAll(async () => {
  api = await openGraphql(
    cluster,
    `comment on schema public is '@graphql({"introspection": true, "inflect_names": true})';
    create extension if not exists citext schema extensions;
    create type pair as (a int, b int); create domain ints as int[]; create domain percent as int check (value <= 100);
    create type quoted as enum ('it''s', '"', '💥', 'plain', 'true');
    comment on type quoted is '@graphql({"mappings": {"it''s": "ITS", "\\"": "QUOTE"}})';
    create table keyed ("weird ""pk" int primary key, t1 int, "and" int, nodeid int, pair pair, ints ints, percent percent,
      quoted quoted, "all" quoted[], bin bytea, x xml, iv interval, r int4range, pt point, big numeric, nan float8, tid tid);
    create table child (id int primary key, up int references keyed, "w; drop table keyed; --" text);
    create table ${LONG} (id int primary key);
    create table wide (id int primary key, ${WIDE.map((name) => `${name} int default 1`).join(', ')});
    create table blog_post (id int primary key); create table "BlogPost" (id int primary key);
    create table query (id int primary key); create table "string" (id int primary key); create table node (id int primary key);
    create table page_info (id int primary key); create table "💥" (id int primary key); create table "a""b" (id int primary key);
    create table "'); drop table keyed; --" (id int primary key);
    create table account (id int primary key, owner uuid references auth.users);
    create table loose (id int); create view seen as select * from keyed;
    create table words (id extensions.citext primary key);
    create function unnamed(int) returns int language sql stable as 'select 1';
    create function pairs() returns setof pair language sql stable as 'select null::pair';
    create function hostile("a' => 1); drop table keyed; --" int) returns int language sql stable as 'select 1';
    create function commas(a int, b text default 'x, y', c int default 1 + 1) returns text language sql stable as 'select b || c';
    create function sneaky() returns int language sql stable as 'select 1'; create function sneaky2() returns bigint language plpgsql stable
      as $$ begin perform set_config('request.jwt.claims', '{"role": "service_role"}', true); return 1; end $$;
    create function tell(a text) returns text language plpgsql stable as $$ begin raise exception '%', a; end $$;
    insert into keyed ("weird ""pk", t1, "and", quoted, "all", percent, bin, x, iv, r, pt, nan)
      values (1, 11, 12, 'it''s', '{"💥",plain}', 50, '\\x00', '<a/>', '1 day', '[1,2)', '(1,2)', 'NaN');
    insert into child values (1, 1, 'here'); insert into wide (id) values (1); insert into words values ('Ab')`,
  );
});
afterAll(() => api?.close());

it('keeps the whole schema readable, whatever single tables and types are called', async () => {
  const { data, errors } = await api.ask(getIntrospectionQuery());
  expect(errors).toBeUndefined();
  const schema = buildClientSchema(data as IntrospectionQuery);
  expect(validateSchema(schema)).toEqual([]);
  const query = Object.keys(schema.getQueryType()?.getFields() ?? {});
  expect(query.filter((name) => !name.startsWith('l'))).toEqual([
    'accountByPk',
    'accountCollection',
    'blogPostByPk',
    'blogPostCollection',
    'childByPk',
    'childCollection',
    'commas',
    'keyedCollection',
    'node',
    'sneaky',
    'sneaky2',
    'tell',
    'wideByPk',
    'wideCollection',
    'wordsByPk',
    'wordsCollection',
  ]);
  const commas = schema.getQueryType()?.getFields().commas?.args ?? [];
  expect(commas.map(({ name, type }) => `${name}: ${type}`)).toEqual(['a: Int!', 'b: String', 'c: Int']);
});

it('reads and pages what has hostile names, and values of every type', async () => {
  const row = `nodeId and t1 nodeid percent quoted all bin x iv r pt nan childCollection { edges { node { up keyed { t1 } } } }`;
  const { data, errors } = await api.ask(
    `{ keyedCollection(filter: {and: {eq: 12}}) { pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { ${row} } } } }`,
  );
  expect(errors).toBeUndefined();
  const { edges, pageInfo } = data.keyedCollection;
  expect(edges[0].node).toEqual({
    nodeId: btoa('["public", "keyed", 1]'),
    and: 12,
    t1: 11,
    nodeid: null,
    percent: 50,
    quoted: 'ITS',
    all: [null, 'plain'].map((label) => label ?? '💥'),
    bin: '\\x00',
    x: '<a/>',
    iv: '1 day',
    r: '[1,2)',
    pt: '(1,2)',
    nan: 'NaN',
    childCollection: { edges: [{ node: { up: 1, keyed: { t1: 11 } } }] },
  });
  const after = `{ keyedCollection(after: "${pageInfo.endCursor}") { edges { cursor } pageInfo { hasPreviousPage } } }`;
  expect((await api.ask(after)).data).toEqual({
    keyedCollection: { edges: [], pageInfo: { hasPreviousPage: false } },
  });
});

it('gives many fields, and keys as long as they come', async () => {
  const key = 'k'.repeat(500);
  const { data } = await api.ask(
    `{ wideCollection { edges { node { ${key}: id ${WIDE.join(' ')} } } } wordsByPk(id: "aB") { __proto__: id } }`,
  );
  const [{ node }] = data.wideCollection.edges;
  expect(Object.keys(node)).toEqual([key, ...WIDE]);
  expect(JSON.stringify(data.wordsByPk)).toBe('{"__proto__":"Ab"}');
});

it.each<[string, object, RegExp]>([
  ['query ($v: String) { tell(a: $v) }', { v: "'; drop table keyed; --\\" }, /^'; drop table keyed; --\\$/],
  ['query ($v: String) { tell(a: $v) }', { v: 'a\0b' }, /0x00|NUL|null/i],
  ['query ($v: String) { wordsByPk(id: $v) { id } }', { v: '\ud800' }, /half of a character/],
  [
    'query ($v: Cursor) { childCollection(after: $v) { edges { cursor } } }',
    { v: btoa('["x"]') },
    /^invalid input syntax for type integer: "x"$/,
  ],
  [
    'query ($v: Cursor) { childCollection(after: $v) { edges { cursor } } }',
    { v: btoa('[{"a": 1}]') },
    /^invalid input syntax for type integer/,
  ],
  [
    'query ($v: [Int]) { childCollection(filter: {id: {in: $v}}) { edges { cursor } } }',
    { v: [[1]] },
    /^Invalid input for Int type$/,
  ],
  [
    'query ($v: ChildFilter) { childCollection(filter: $v) { edges { cursor } } }',
    { v: [1] },
    /^Invalid input for ChildFilter type$/,
  ],
  [
    'query ($v: Int) { childCollection(first: $v) { edges { cursor } } }',
    { v: 1.5 },
    /^`first` must be an unsigned integer$/,
  ],
  [
    'query ($v: Boolean!) { __typename @skip(if: $v) }',
    { v: 'true' },
    /^Value for "if" in @skip directive is required$/,
  ],
  [
    '{ childCollection(orderBy: [{id: AscNullsLast, up: AscNullsLast}]) { edges { cursor } } }',
    {},
    /names one column/,
  ],
  [
    '{ keyedCollection(filter: {quoted: {eq: "it\'s"}}) { edges { cursor } } }',
    {},
    /^Invalid input for Quoted type$/,
  ],
  ['{ constructor }', {}, /^Unknown field "constructor" on type Query$/],
  ['{ childCollection { edges { node { __proto__ } } } }', {}, /^Unknown field '__proto__' on type 'Child'$/],
  [
    'query ($v: ChildFilter) { childCollection(filter: $v) { edges { cursor } } }',
    JSON.parse('{"v": {"__proto__": {"eq": 1}}}'),
    /extra keys \["__proto__"\]/,
  ],
])('%s with %j: %s', async (query, variables, message) => {
  const { errors = [{ message: '' }] } = await api.ask(query, variables, 'anon');
  expect(errors.map((error) => error.message)).toEqual([expect.stringMatching(message)]);
});

it('tells a role nothing of what another one sees', async () => {
  const ask = (name: string) => api.ask(`{ ${name}Collection { edges { node { id } } } }`, null, 'anon');
  await api.sql('revoke all on account from anon');
  await expect
    .poll(async () => (await ask('account')).errors)
    .toEqual([{ message: 'Unknown field "accountCollection" on type Query' }]);
  const [there, gone] = [await ask('account'), await ask('accoumt')];
  expect(JSON.stringify(gone).replace('accoumt', 'account')).toBe(JSON.stringify(there));
  const { data } = await api.ask(
    '{ __type(name: "Account") { name } __schema { types { name } } }',
    null,
    'anon',
  );
  expect(data.__type).toBeNull();
  expect(data.__schema.types.filter(({ name }: { name: string }) => name.includes('Account'))).toEqual([]);
  expect((await api.ask('{ accountCollection { edges { node { id } } } }')).errors).toBeUndefined();
});
