import { useTestCluster } from '@basalt/clusters/testing';
import { buildClientSchema, getIntrospectionQuery, validateSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GraphqlApi, openGraphql } from './graphql-for-test.ts';

const cluster = useTestCluster();
let api: GraphqlApi;

beforeAll(async () => {
  api = await openGraphql(
    cluster,
    `comment on schema public is '@graphql({"inflect_names": true, "introspection": true})';
    create type mood as enum ('happy', 'so so', 'sad');
    comment on type mood is '@graphql({"mappings": {"so so": "SO_SO"}})';
    create table writer (id serial primary key, full_name text not null, karma bigint, mood mood);
    alter table writer disable row level security;
    create table post (id serial primary key, writer_id int not null references writer, tags text[], meta jsonb);
    comment on table post is '@graphql({"totalCount": {"enabled": true}, "aggregate": {"enabled": true}})';
    create table profile (writer_id int primary key references writer, bio varchar(5));
    create table person (id int primary key, parent_id int references person);
    create table kind (
      a int, b text, i2 int2, n numeric(10, 3), f float8, ok boolean, u uuid, d date, t time, ts timestamptz, j json,
      inet inet, longs int8[], moods mood[], c char(3), "weird name" int, "__x" int, point point, primary key (a, b)
    );
    comment on column kind."__x" is '@graphql({"name": "__x"})';
    create table "no ""key""" (a int);
    create table "weird 💥" (a int primary key);
    create table secret (id int primary key);
    revoke all on secret from anon, authenticated, service_role;
    create table half (id int primary key, shown text, hidden text);
    revoke all on half from anon; grant select (id, shown) on half to anon;
    create view writers_view as select id, full_name from writer;
    comment on view writers_view is '@graphql({"primary_key_columns": ["id"], "foreign_keys": [{"local_columns": ["id"],
      "foreign_schema": "public", "foreign_table": "writer", "foreign_columns": ["id"], "local_name": "seen", "foreign_name": "base"}]})';
    create function _initials(w writer) returns text language sql stable as 'select left(w.full_name, 1)';
    create function best_post(writer) returns post language sql stable as 'select p from post p where p.writer_id = $1.id order by id limit 1';
    create function loud_posts(w writer) returns setof post language sql stable as 'select * from post where writer_id = w.id';
    create function add_up(a int, b int default 2) returns bigint language sql immutable as 'select (a + b)::bigint';
    create function writers_from(start int) returns setof writer language sql stable as 'select * from writer where id >= start';
    create function none_of(a text) returns writer language sql stable as 'select null::writer';
    create function twice(a int) returns int language sql stable as 'select 1';
    create function twice(a text) returns int language sql stable as 'select 1';
    insert into writer (full_name, karma, mood) values
      ('Ada', 7, 'happy'), ('Bob', null, 'so so'), ('Cyd', 9007199254740993, null), ('Dan', 7, 'sad');
    insert into post (writer_id, tags, meta) values (1, '{a,b}', '{"a": 1}'), (1, null, null), (2, '{c}', '"x"');
    insert into profile values (1, 'hello'); insert into person values (1, null), (2, 1), (3, 1);
    insert into half values (1, 'x', 'y');
    insert into kind values (1, 'é', 2, 1.500, 0.5, true, '00000000-0000-0000-0000-000000000001', '2027-01-31', '12:00',
      '2027-01-31 12:00+00', '{"a":  1}', '10.0.0.1/8', '{9007199254740993,null}', '{so so,sad}', 'ab', 4, 5, '(1,2)')`,
  );
});
afterAll(() => api?.close());

const writers = (args: string) => `{ writerCollection${args} { edges { node { id } } } }`;
const idsOf = (data: { writerCollection: { edges: { node: { id: number } }[] } }) =>
  data.writerCollection.edges.map(({ node }) => node.id);

describe('rows', () => {
  it('come nested, in one answer', async () => {
    const answer =
      await api.ask(`{ writerCollection(first: 1, orderBy: [{fullName: AscNullsLast}]) { edges { cursor node { nodeId karma
        postCollection(first: 1) { totalCount pageInfo { hasNextPage } edges { node { meta } } } } } } }`);
    expect(answer).toEqual({
      data: {
        writerCollection: {
          edges: [
            {
              cursor: 'WyJBZGEiLCAxXQ==',
              node: {
                karma: '7',
                nodeId: 'WyJwdWJsaWMiLCAid3JpdGVyIiwgMV0=',
                postCollection: {
                  edges: [{ node: { meta: '{"a": 1}' } }],
                  pageInfo: { hasNextPage: true },
                  totalCount: 2,
                },
              },
            },
          ],
        },
      },
    });
  });

  it.each<[string, number[]]>([
    ['(filter: {id: {eq: 1}})', [1]],
    ['(filter: {id: {neq: 1}})', [2, 3, 4]],
    ['(filter: {id: {in: [1, 3]}})', [1, 3]],
    ['(filter: {id: {in: []}})', []],
    ['(filter: {id: {in: 2}})', [2]],
    ['(filter: {id: {gt: 1, lte: 3}})', [2, 3]],
    ['(filter: {karma: {eq: "9007199254740993"}})', [3]],
    ['(filter: {karma: {eq: 9007199254740993}})', [3]],
    ['(filter: {karma: {is: NULL}})', [2]],
    ['(filter: {karma: {is: NOT_NULL}, id: {lt: 4}})', [1, 3]],
    ['(filter: {karma: {eq: null}})', []],
    ['(filter: {not: {karma: {eq: null}}})', []],
    ['(filter: {karma: null})', [1, 2, 3, 4]],
    ['(filter: {mood: {eq: SO_SO}})', [2]],
    ['(filter: {mood: {in: ["happy", "sad"]}})', [1, 4]],
    ['(filter: {fullName: {like: "%d%"}})', [1, 3]],
    ['(filter: {fullName: {ilike: "B%"}})', [2]],
    ['(filter: {fullName: {regex: "^[AB]"}})', [1, 2]],
    ['(filter: {fullName: {iregex: "^d"}})', [4]],
    ['(filter: {fullName: {startsWith: "C"}})', [3]],
    ['(filter: {or: [{id: {eq: 1}}, {fullName: {eq: "Bob"}}]})', [1, 2]],
    ['(filter: {or: {id: {eq: 1}, fullName: {eq: "Bob"}}})', []],
    ['(filter: {and: [{id: {gt: 1}}, {not: {id: {gt: 2}}}]})', [2]],
    ['(filter: {and: [], or: []})', [1, 2, 3, 4]],
    ['(filter: {nodeId: {eq: "WyJwdWJsaWMiLCAid3JpdGVyIiwgMl0="}})', [2]],
    ['(orderBy: {karma: AscNullsFirst})', [2, 1, 4, 3]],
    ['(orderBy: [{karma: DescNullsLast}, {id: DescNullsLast}])', [3, 4, 1, 2]],
    ['(first: 2)', [1, 2]],
    ['(first: 0)', []],
    ['(last: 2)', [3, 4]],
    ['(first: 2, offset: 1)', [2, 3]],
    ['(first: 1, after: "WzJd")', [3]],
    ['(last: 1, before: "WzNd")', [2]],
    ['(before: "WzNd")', [1, 2]],
    ['(first: null, filter: null, orderBy: null, after: null)', [1, 2, 3, 4]],
    // Behind a row with a value come those with higher ones, and those without.
    [`(after: "${btoa('[7, 4]')}", orderBy: {karma: AscNullsLast})`, [3, 2]],
    [`(after: "${btoa('[null, 2]')}", orderBy: {karma: AscNullsFirst})`, [1, 4, 3]],
    [`(after: "${btoa('[7]')}", orderBy: {karma: DescNullsLast})`, [2]],
    [`(after: "${btoa('[9007199254740993, 3]')}", orderBy: {karma: AscNullsLast})`, [2]],
  ])('%s', async (args, ids) => {
    const { data, errors } = await api.ask(writers(args));
    expect(errors).toBeUndefined();
    expect(idsOf(data)).toEqual(ids);
  });

  it('can be walked through from both ends by cursors', async () => {
    const page = '{ edges { node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
    for (const [size, from, at, way] of [
      ['first', 'after', 'endCursor', 'hasNextPage'],
      ['last', 'before', 'startCursor', 'hasPreviousPage'],
    ] as const) {
      const seen: number[][] = [];
      let cursor: string | null = null;
      for (;;) {
        const { data } = await api.ask(
          `query ($c: Cursor) { writerCollection(${size}: 3, ${from}: $c, orderBy: {karma: DescNullsLast}) ${page} }`,
          { c: cursor },
        );
        const { edges, pageInfo } = data.writerCollection;
        seen.push(edges.map(({ node }: { node: { id: number } }) => node.id));
        const other = way === 'hasNextPage' ? 'hasPreviousPage' : 'hasNextPage';
        expect(pageInfo[other]).toBe(cursor !== null);
        if (!pageInfo[way]) break;
        cursor = pageInfo[at];
      }
      expect(seen).toEqual(size === 'first' ? [[3, 1, 4], [2]] : [[1, 4, 2], [3]]);
    }
  });

  it('have relations in both directions, one to one and to themselves', async () => {
    expect(
      await api.ask(`{
        postCollection(filter: {id: {eq: 3}}) { edges { node { writer { fullName profile { bio } } } } }
        writerCollection(first: 1) { edges { node { profile { bio writer { id } } seen { edges { node { id } } } } } }
        personCollection { edges { node { id parent { id } personCollection { edges { node { id } } } } } }
        writersViewCollection(first: 1) { edges { node { base { id } } } }
      }`),
    ).toEqual({
      data: {
        postCollection: { edges: [{ node: { writer: { fullName: 'Bob', profile: null } } }] },
        writerCollection: {
          edges: [
            {
              node: { profile: { bio: 'hello', writer: { id: 1 } }, seen: { edges: [{ node: { id: 1 } }] } },
            },
          ],
        },
        personCollection: {
          edges: [
            [1, null, [2, 3]],
            [2, { id: 1 }, []],
            [3, { id: 1 }, []],
          ].map(([id, parent, ids]) => ({
            node: {
              id,
              parent,
              personCollection: { edges: (ids as number[]).map((child) => ({ node: { id: child } })) },
            },
          })),
        },
        writersViewCollection: { edges: [{ node: { base: { id: 1 } } }] },
      },
    });
  });

  it('have values of all types in their forms', async () => {
    const { data, errors } = await api.ask(
      `{ kindCollection { edges { node { a b i2 n f ok u d t ts j inet longs moods c point __x } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.kindCollection.edges[0].node).toEqual({
      a: 1,
      b: 'é',
      i2: 2,
      n: '1.500',
      f: 0.5,
      ok: true,
      u: '00000000-0000-0000-0000-000000000001',
      d: '2027-01-31',
      t: '12:00:00',
      ts: '2027-01-31T12:00:00+00:00',
      j: '{"a":  1}',
      inet: '10.0.0.1/8',
      longs: ['9007199254740993', null],
      moods: ['SO_SO', 'sad'],
      c: 'ab ',
      point: '(1,2)',
      __x: 5,
    });
  });

  it('come by key, by node id and by aggregates', async () => {
    const nodeId = btoa('["public", "post", 1]');
    const asked = await api.ask(
      `query ($id: ID!) { node(nodeId: $id) { __typename nodeId ... on Post { tags } ... on Writer { fullName }
          ... on Node { same: nodeId } }
        kindByPk(a: 1, b: "é") { n } writerByPk(id: 9) { id }
        postCollection { totalCount aggregate { count sum { id } avg { writerId } max { id } } } }`,
      { id: nodeId },
    );
    expect(asked).toEqual({
      data: {
        node: { __typename: 'Post', nodeId, tags: ['a', 'b'], same: nodeId },
        kindByPk: { n: '1.500' },
        writerByPk: null,
        postCollection: {
          totalCount: 3,
          aggregate: { count: 3, sum: { id: 6 }, avg: { writerId: 1.3333333333333333 }, max: { id: 3 } },
        },
      },
    });
  });

  it('come from functions, of the root and of rows', async () => {
    expect(
      await api.ask(`{ addUp(a: 1) five: addUp(a: 1, b: 4) noneOf(a: "x") { id }
        writersFrom(start: 2, first: 1, filter: {id: {gt: 2}}) { edges { node { id initials bestPost { id } } } }
        writerCollection(first: 1) { edges { node { initials bestPost { id } loudPosts(last: 1) { totalCount edges { node { id } } } } } } }`),
    ).toEqual({
      data: {
        addUp: '3',
        five: '5',
        noneOf: null,
        writersFrom: { edges: [{ node: { id: 3, initials: 'C', bestPost: null } }] },
        writerCollection: {
          edges: [
            {
              node: {
                initials: 'A',
                bestPost: { id: 1 },
                loudPosts: { totalCount: 2, edges: [{ node: { id: 2 } }] },
              },
            },
          ],
        },
      },
    });
  });

  it('take variables, fragments, aliases and conditions', async () => {
    const query = `query Q($ids: [Int!], $yes: Boolean = true, $f: WriterFilter, $gone: Int) {
      a: writerCollection(filter: {id: {in: $ids, eq: $gone}}) { ...Page }
      b: writerCollection(filter: $f) { __typename edges { node { id @skip(if: $yes) fullName @include(if: $yes) ... on Post { tags } } } }
    } fragment Page on WriterConnection { edges { node { ...Row } } } fragment Row on Writer { id, n: fullName }`;
    expect(await api.ask(query, { ids: [1], f: { fullName: { eq: 'Bob' } }, unused: 1 })).toEqual({
      data: {
        a: { edges: [{ node: { id: 1, n: 'Ada' } }] },
        b: { __typename: 'WriterConnection', edges: [{ node: { fullName: 'Bob' } }] },
      },
    });
  });
});

describe('what is wrong', () => {
  it.each<[string, string]>([
    ['{ nope }', 'Unknown field "nope" on type Query'],
    ['{ secretCollection { edges { node { id } } } }', 'Unknown field "secretCollection" on type Query'],
    ['{ twice(a: 1) }', 'Unknown field "twice" on type Query'],
    [writers('(x: 1)'), 'Input contains extra keys ["x"]'],
    [writers('(first: -1)'), '`first` must be an unsigned integer'],
    [writers('(first: 1, last: 1)'), 'only one of "first" and "last" may be provided'],
    [writers('(first: 1, before: "WzJd")'), '"first" may only be used with "after"'],
    [writers('(last: 1, offset: 1)'), '"offset" may only be used with "first" and "after"'],
    [writers('(after: "?")'), 'Failed to decode cursor, error 1'],
    [writers(`(after: "${btoa('\xff')}")`), 'Failed to decode cursor, error 2'],
    [writers(`(after: "${btoa('[')}")`), 'Failed to decode cursor, error 3'],
    [writers(`(after: "${btoa('{}')}")`), 'Failed to decode cursor, error 4'],
    [writers(`(after: "${btoa('[1, 2]')}")`), 'orderBy clause incompatible with pagination cursor'],
    [writers('(filter: {nope: {eq: 1}})'), 'Input for type WriterFilter contains extra keys ["nope"]'],
    [writers('(filter: {id: {like: 1}})'), 'Input for type IntFilter contains extra keys ["like"]'],
    [writers('(filter: {id: {eq: "1"}})'), 'Invalid input for Int type'],
    [writers('(filter: {id: {is: null}})'), 'Error transpiling Is filter value type'],
    [writers('(filter: {mood: {eq: "so so"}})'), 'Invalid input for Mood type'],
    [writers('(orderBy: {id: Up})'), 'Invalid input for OrderByDirection type'],
    ['{ writerCollection { nope } }', 'unknown field in connection'],
    ['{ writerCollection { totalCount } }', 'unknown field in connection'],
    ['{ writerCollection { aggregate { count } } }', 'enable the aggregate directive to use aggregates'],
    ['{ writerCollection { edges { nope } } }', 'unknown field in edge'],
    ['{ writerCollection { pageInfo { nope } } }', 'unknown field in pageInfo'],
    ['{ writerCollection { edges { node { nope } } } }', "Unknown field 'nope' on type 'Writer'"],
    ['{ writerCollection { edges { node } } }', 'Selection set must not be empty'],
    ['{ writerCollection { ...F } }', 'no fragment named F on type WriterConnection'],
    ['{ kindByPk(a: 1) { n } }', 'Missing primary key column(s): b'],
    [
      '{ kindCollection(filter: {n: {eq: 1}}) { edges { cursor } } }',
      'Invalid input for BigFloat type. String required',
    ],
    [
      '{ profileCollection(filter: {bio: {eq: "sixsix"}}) { edges { cursor } } }',
      'Invalid input for String type. Maximum character length 5',
    ],
    ['{ node(nodeId: "?") { nodeId } }', 'Invalid value passed to nodeId argument. Error 2'],
    [
      `{ node(nodeId: "${btoa('["a", "b"]')}") { nodeId } }`,
      'Invalid value passed to nodeId argument. Error 5',
    ],
    [
      `{ node(nodeId: "${btoa('["public", "secret", 1]')}") { nodeId } }`,
      'Collection referenced by nodeId did not match any known collection',
    ],
    ['{ addUp }', 'Invalid input for NonNull type'],
    [writers('(filter: {id: {eq: 3000000000}})'), 'value "3000000000" is out of range for type integer'],
  ])('%s: %s', async (query, message) => {
    expect(await api.ask(query)).toEqual({ data: null, errors: [{ message }] });
  });

  it.each<[string, string]>([
    ['{', 'query parse error: Parse error at 1:2\nExpected Name, found <EOF>.'],
    ['query A { __typename } query A { __typename }', 'Operation names must be unique'],
    ['{ __typename } query A { __typename }', 'Anonymous operations must be the only defined operation'],
    ['query A { __typename } query B { __typename }', 'Operation not found'],
    ['subscription { x }', 'Subscriptions are not supported'],
    [
      'type X { a: Int }',
      'query parse error: Parse error at 1:1\nOnly operations and fragments are expected',
    ],
    ['{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', 'Found a cycle between fragments'],
    ['{ a: addUp(a: 1) a: addUp(a: 2) }', 'Two fields named `a` have different arguments'],
    ['{ a: addUp(a: 1) a: node(nodeId: "") { nodeId } }', 'Fields `node` and `addUp` are different'],
    ['{ addUp(a: 1) @x }', 'Unknown directive x'],
    ['query ($v: Boolean) { addUp(a: 1) @skip(if: $v) }', 'Value for "if" in @skip directive is required'],
    ['{ addUp(a: 1) @skip(if: true) }', 'Selection set must not be empty'],
  ])('%s, without data: %j', async (query, message) => {
    expect(await api.ask(query)).toEqual({ errors: [{ message }] });
  });

  it('keeps what is right', async () => {
    expect(await api.ask('{ nope addUp(a: 1) }')).toEqual({
      data: { addUp: '3' },
      errors: [{ message: 'Unknown field "nope" on type Query' }],
    });
  });
});

describe('the schema', () => {
  it.each(['anon', 'service'] as const)('is a valid one for %s', async (as) => {
    const { data, errors } = await api.ask(
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, oneOf: true }),
      null,
      as,
    );
    expect(errors).toBeUndefined();
    const schema = buildClientSchema(data);
    expect(validateSchema(schema)).toEqual([]);
    const types = schema.getTypeMap();
    const fieldsOf = (name: string) =>
      Object.values(
        (
          types[name] as unknown as { getFields(): Record<string, { name: string; type: unknown }> }
        ).getFields(),
      ).map((field) => `${field.name}: ${field.type}`);
    expect(fieldsOf('Post')).toEqual([
      'nodeId: ID!',
      'id: Int!',
      'writerId: Int!',
      'tags: [String]',
      'meta: JSON',
      'writer: Writer!',
    ]);
    expect(fieldsOf('PostFilter')).toEqual([
      'id: IntFilter',
      'writerId: IntFilter',
      'tags: StringListFilter',
      'nodeId: IDFilter',
      'and: [PostFilter!]',
      'or: [PostFilter!]',
      'not: PostFilter',
    ]);
    expect(fieldsOf('PostInsertInput')).toEqual(['writerId: Int', 'tags: [String]', 'meta: JSON']);
    expect(fieldsOf('Half')).toEqual(
      as === 'anon'
        ? ['nodeId: ID!', 'id: Int!', 'shown: String']
        : ['nodeId: ID!', 'id: Int!', 'shown: String', 'hidden: String'],
    );
    expect(Object.keys(types).filter((name) => /secret|no "?key|weird|__x/i.test(name))).toEqual([]);
    expect('HalfInsertInput' in types).toBe(as === 'service');
  });

  it('shows one type, and null for one that there is not', async () => {
    expect(
      await api.ask(
        '{ a: __type(name: "Writer") { name kind } b: __type(name: "Secret") { name } __typename }',
      ),
    ).toEqual({
      data: { a: { name: 'Writer', kind: 'OBJECT' }, b: null, __typename: 'Query' },
    });
  });
});
