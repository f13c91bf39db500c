import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GraphqlApi, openGraphql } from './graphql-for-test.ts';

const cluster = useTestCluster();
const ME = '00000000-0000-0000-0000-000000000001';
const OTHER = '00000000-0000-0000-0000-000000000002';
let api: GraphqlApi;

beforeAll(async () => {
  api = await openGraphql(
    cluster,
    `create table post (id serial primary key, title text default 'untitled', note varchar(5), tags text[], made int generated always as (1) stored);
    create table comment (id int generated always as identity primary key, post_id int references post on delete cascade, body text);
    create view titles as select id, title from post; comment on view titles is '@graphql({"primary_key_columns": ["id"]})';
    create function shout(p post) returns text language sql stable as 'select upper(p.title)';
    create function make_post(t text) returns post language sql volatile as 'insert into post (title) values (t) returning *';
    create function make_posts(n int) returns setof post language sql volatile rows 10 as
      'insert into post (title) select ''many '' || i from generate_series(1, n) i returning *';
    create function forget() returns void language sql volatile as 'delete from comment';
    create function refuse() returns int language plpgsql volatile as $$ begin raise exception 'not %', 'today'; end $$;
    create table named (id int primary key, open text, closed text default 'shut');
    revoke all on named from anon;
    grant select (id, open), insert (id, open), update (open) on named to anon;
    alter table post disable row level security; alter table comment disable row level security;
    alter table named disable row level security;`,
  );
});
beforeEach(() =>
  api.sql(`truncate post, comment, named restart identity cascade;
    insert into post (title) values ('one'), ('two'), ('three'); insert into comment (post_id, body) values (1, 'c')`),
);
afterAll(() => api?.close());

const titles = async () => (await api.sql('select title from post order by id')).map(({ title }) => title);

it('inserts rows, with defaults for what is left out and null where null is given', async () => {
  expect(
    await api.ask(
      `mutation ($objects: [postInsertInput!]!) { insertIntopostCollection(objects: $objects) {
        __typename affectedCount records { id title note tags made shout commentCollection { edges { node { id } } } } } }`,
      { objects: [{ title: 'new', tags: ['a', 'b "c"'] }, { title: null, note: 'fünf5' }, {}] },
    ),
  ).toEqual({
    data: {
      insertIntopostCollection: {
        __typename: 'postInsertResponse',
        affectedCount: 3,
        records: [
          [4, 'new', null, ['a', 'b "c"'], 'NEW'],
          [5, null, 'fünf5', null, null],
          [6, 'untitled', null, null, 'UNTITLED'],
        ].map(([id, title, note, tags, shout]) => ({
          id,
          title,
          note,
          tags,
          made: 1,
          shout,
          commentCollection: { edges: [] },
        })),
      },
    },
  });
  expect(await api.ask('mutation { insertIntopostCollection(objects: {}) { affectedCount } }')).toEqual({
    data: { insertIntopostCollection: { affectedCount: 1 } },
  });
  expect(
    await api.ask(
      'mutation { insertIntotitlesCollection(objects: {title: "by view"}) { records { title } } }',
    ),
  ).toEqual({ data: { insertIntotitlesCollection: { records: [{ title: 'by view' }] } } });
});

it('updates and deletes as many as are allowed', async () => {
  expect(
    await api.ask(`mutation {
      updatepostCollection(set: {tags: "x", title: null}, filter: {id: {eq: 3}}) { affectedCount records { tags title } }
      deleteFrompostCollection(filter: {id: {lte: 2}}, atMost: 2) { affectedCount records { id commentCollection { edges { node { body } } } } }
      none: deleteFrompostCollection(filter: {id: {eq: 99}}) { affectedCount records { id } }
    }`),
  ).toEqual({
    data: {
      updatepostCollection: { affectedCount: 1, records: [{ tags: ['x'], title: null }] },
      deleteFrompostCollection: {
        affectedCount: 2,
        // What belonged to them is seen as it was before.
        records: [
          { id: 1, commentCollection: { edges: [{ node: { body: 'c' } }] } },
          { id: 2, commentCollection: { edges: [] } },
        ],
      },
      none: { affectedCount: 0, records: [] },
    },
  });
  expect(await titles()).toEqual([null]);
});

it('calls functions that write, each once, in order', async () => {
  expect(
    await api.ask(`mutation { a: make_post(t: "A") { id } make_post(t: "B") { title shout }
      make_posts(n: 3, first: 2) { edges { node { title shout } } pageInfo { hasNextPage } } forget }`),
  ).toEqual({
    data: {
      a: { id: 4 },
      make_post: { title: 'B', shout: 'B' },
      make_posts: {
        edges: [
          { node: { title: 'many 1', shout: 'MANY 1' } },
          { node: { title: 'many 2', shout: 'MANY 2' } },
        ],
        pageInfo: { hasNextPage: true },
      },
      forget: null,
    },
  });
  expect(await titles()).toEqual(['one', 'two', 'three', 'A', 'B', 'many 1', 'many 2', 'many 3']);
  expect(await api.sql('select from comment')).toEqual([]);
});

describe('nothing is kept', () => {
  it.each<[string, string]>([
    [
      'insertIntopostCollection(objects: {title: "x"}) { affectedCount } nope',
      'Unknown field "nope" on type Mutation',
    ],
    [
      'insertIntopostCollection(objects: {title: "x"}) { affectedCount } updatepostCollection(set: {title: "y"}) { affectedCount }',
      'update impacts too many records',
    ],
    ['deleteFrompostCollection(filter: {}, atMost: 2) { affectedCount }', 'delete impacts too many records'],
    ['insertIntopostCollection(objects: {title: "x"}) { affectedCount } refuse', 'not today'],
    [
      'insertIntopostCollection(objects: {note: "sixsix"}) { affectedCount }',
      'Invalid input for String type. Maximum character length 5',
    ],
    [
      'insertIntopostCollection(objects: {id: 7}) { affectedCount }',
      'Input for type postInsertInput contains extra keys ["id"]',
    ],
    [
      'insertIntopostCollection(objects: []) { affectedCount }',
      'At least one record must be provided to objects',
    ],
    ['insertIntopostCollection { affectedCount }', 'Invalid input for NonNull type'],
    [
      'updatepostCollection(set: {}) { affectedCount }',
      'At least one mapping must be provided to set argument',
    ],
    ['updatepostCollection(set: {title: 1}) { affectedCount }', 'Invalid input for String type'],
    ['updatepostCollection(set: {title: "x"}) { nope }', 'unknown field in update'],
    ['deleteFrompostCollection(atMost: null) { affectedCount }', 'Invalid input for NonNull type'],
  ])('of %s: %s', async (fields, message) => {
    expect(await api.ask(`mutation { ${fields} }`)).toEqual({ data: null, errors: [{ message }] });
    expect(await titles()).toEqual(['one', 'two', 'three']);
  });
});

describe('privileges', () => {
  it('of columns decide what can be written and read', async () => {
    const ask = (query: string) => api.ask(query, null, 'anon');
    expect(
      await ask(
        'mutation { insertIntonamedCollection(objects: {id: 1, open: "x"}) { records { id open } } }',
      ),
    ).toEqual({ data: { insertIntonamedCollection: { records: [{ id: 1, open: 'x' }] } } });
    expect(
      await ask(
        'mutation { updatenamedCollection(set: {open: "y"}, filter: {id: {eq: 1}}) { affectedCount } }',
      ),
    ).toEqual({ data: { updatenamedCollection: { affectedCount: 1 } } });
    for (const [query, message] of [
      [
        'mutation { insertIntonamedCollection(objects: {closed: "x"}) { affectedCount } }',
        'Input for type namedInsertInput contains extra keys ["closed"]',
      ],
      [
        'mutation { updatenamedCollection(set: {id: 2}) { affectedCount } }',
        'Input for type namedUpdateInput contains extra keys ["id"]',
      ],
      [
        'mutation { deleteFromnamedCollection { affectedCount } }',
        'Unknown field "deleteFromnamedCollection" on type Mutation',
      ],
      ['{ namedCollection { edges { node { closed } } } }', "Unknown field 'closed' on type 'named'"],
      [
        '{ namedCollection(filter: {closed: {eq: "x"}}) { edges { cursor } } }',
        'Input for type namedFilter contains extra keys ["closed"]',
      ],
      [
        '{ namedCollection(orderBy: {closed: AscNullsLast}) { edges { cursor } } }',
        'Input for type namedOrderBy contains extra keys ["closed"]',
      ],
    ] as const)
      expect(await ask(query)).toEqual({ data: null, errors: [{ message }] });
  });

  it('and policies follow the caller', async () => {
    await api.sql(`drop table if exists note; create table note (id serial primary key, owner uuid default auth.uid(), body text);
      alter table note enable row level security;
      create policy mine on note to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
      insert into note (owner, body) values ('${OTHER}', 'theirs')`);
    const me = { role: 'authenticated', sub: ME };
    const insert =
      'mutation { insertIntonoteCollection(objects: {body: "mine"}) { records { owner body } } }';
    await expect
      .poll(() => api.ask(insert, null, me))
      .toEqual({
        data: { insertIntonoteCollection: { records: [{ owner: ME, body: 'mine' }] } },
      });
    const read = '{ noteCollection { edges { node { body } } } }';
    const bodies = async (as: Parameters<GraphqlApi['ask']>[2]) =>
      (await api.ask(read, null, as)).data.noteCollection.edges.map(
        ({ node }: { node: { body: string } }) => node.body,
      );
    expect(await bodies(me)).toEqual(['mine']);
    expect(await bodies({ role: 'authenticated', sub: OTHER })).toEqual(['theirs']);
    expect(await bodies('anon')).toEqual([]);
    expect(await bodies('service')).toEqual(['theirs', 'mine']);
    expect(
      await api.ask(
        `mutation { insertIntonoteCollection(objects: {owner: "${OTHER}"}) { affectedCount } }`,
        null,
        me,
      ),
    ).toEqual({
      data: null,
      errors: [{ message: 'new row violates row-level security policy for table "note"' }],
    });
    expect(
      await api.ask(
        'mutation { updatenoteCollection(set: {body: "x"}, atMost: 9) { affectedCount } }',
        null,
        me,
      ),
    ).toEqual({ data: { updatenoteCollection: { affectedCount: 1 } } });
  });
});
