import { useTestCluster } from '@basalt/clusters/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRestApi, type RestApi, type TestAnswer } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql(`
    create table authors (id int primary key, name text, tags text[], info jsonb, born date, span int4range);
    create table books (id int primary key, title text, author_id int references authors);
    create table "odd ""name"" -- ;" (id int primary key, "a,b.c(d)" text, "it's" text, "\\" text);
    create table untouched (id int);
    insert into untouched values (1);
    insert into authors select i, 'name ' || i, array['a'], '{"k":[1]}', '2000-01-01', '[1,3)' from generate_series(1, 5) i;
    create function echo(value text, more int default 1) returns text language sql immutable as 'select value';
    create function rows_of(wanted int) returns setof authors language sql stable as $$ select * from public.authors where id = wanted $$;
  `);
});
afterAll(() => api?.close());

const poison = [
  "'; drop table untouched; --",
  '"',
  "'",
  '\\',
  '$1',
  '$$',
  '%',
  '*',
  '/*',
  '--',
  ';',
  '{',
  '}',
  '{"a"',
  '(',
  ')',
  '[1,2)',
  '',
  ' ',
  'null',
  'NaN',
  '-1',
  '99999999999999999999',
  '1e400',
  '\u0001',
  '\u{1f701}',
  'é',
  '::text',
  'id',
  'name',
  'info',
  '__proto__',
  'constructor',
  '\u00a0',
  "E'\\''",
];
const text = fc.oneof(
  fc.constantFrom(...poison),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.tuple(fc.constantFrom(...poison), fc.constantFrom(...poison)).map((pair) => pair.join('')),
);
const quoted = text.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`);
const name = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom('id', 'name', 'tags', 'info', 'born', 'span', 'books', 'authors', 'title'),
  },
  quoted,
  text,
);
const field = fc.oneof(
  name,
  fc
    .tuple(name, fc.constantFrom('->', '->>'), fc.oneof(name, fc.integer().map(String)))
    .map((parts) => parts.join('')),
);
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'in',
  'isdistinct',
  'cs',
  'cd',
  'ov',
  'sl',
  'adj',
  'fts',
  'wfts',
  'eq(any)',
  'like(all)',
  'fts(english)',
  'fts(nonsense)',
  'not.eq',
  'not.in',
);
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', 'null', '{a}', '[1,2)', '2000-01-01', '(1,2)') },
  text,
  quoted,
  fc.array(quoted, { maxLength: 3 }).map((list) => `(${list.join(',')})`),
  fc.array(text, { maxLength: 3 }).map((list) => `{${list.join(',')}}`),
);
const test1 = fc.tuple(operator, value).map((parts) => parts.join('.'));
const logic = fc
  .array(
    fc.tuple(field, test1).map((parts) => parts.join('.')),
    { minLength: 1, maxLength: 3 },
  )
  .map((list) => `(${list.join(',')})`);
const column = fc.oneof(
  field,
  fc.tuple(field, text).map(([a, b]) => `${a}::${b}`),
  fc.tuple(quoted, field).map(([a, b]) => `${a}:${b}`),
  fc.constantFrom('*', 'count()', 'books(*)', 'books!inner(title)', '...books(id)', 'books()'),
);
const list = (item: fc.Arbitrary<string>) =>
  fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(','));
const parameter = fc.oneof(
  fc.tuple(fc.constant('select'), list(column)),
  fc.tuple(
    fc.constant('order'),
    list(fc.tuple(field, fc.constantFrom('', '.desc', '.asc.nullsfirst')).map((parts) => parts.join(''))),
  ),
  fc.tuple(fc.constantFrom('and', 'or', 'not.or', 'books.or'), logic),
  fc.tuple(fc.constantFrom('limit', 'offset', 'books.limit'), fc.oneof(fc.bigInt().map(String), text)),
  fc.tuple(fc.constantFrom('columns', 'on_conflict'), list(name)),
  fc.tuple(
    fc.oneof(
      field,
      field.map((inner) => `books.${inner}`),
      fc.constantFrom('value', 'wanted'),
    ),
    test1,
  ),
);
const target = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      'authors',
      'books',
      encodeURIComponent('odd "name" -- ;'),
      'rpc/echo',
      'rpc/rows_of',
    ),
  },
  text.map((one) => encodeURIComponent(one)),
);
const json = fc.oneof(
  fc.json(),
  fc.dictionary(name, fc.oneof(text, fc.integer(), fc.constant(null))).map((row) => JSON.stringify(row)),
  fc
    .array(fc.dictionary(name, fc.jsonValue(), { maxKeys: 2 }), { maxLength: 3 })
    .map((rows) => JSON.stringify(rows)),
  text,
);
const header = fc.oneof(
  { weight: 4, arbitrary: fc.constant('*/*') },
  text.filter((one) => /^[\x20-\x7e]*$/.test(one)),
  fc.constantFrom(
    'count=exact',
    'return=representation',
    'resolution=merge-duplicates',
    'missing=default,return=representation',
    'handling=strict,max-affected=1',
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/octet-stream',
    '0-3',
    '9-2',
  ),
);

function expectGoodManners({ status, text: body, headers }: TestAnswer, asked: string): void {
  expect(status, `${asked} → ${body}`).toBeLessThan(500);
  expect(body).not.toMatch(/set_config|json_agg|pgrst_|\/packages\/|node_modules/);
  if (status >= 400) expect(headers['proxy-status']).toBeDefined();
}

test('whatever a client makes up, it is answered or refused, and nothing else happens', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'OPTIONS'),
      target,
      fc.array(parameter, { maxLength: 4 }),
      json,
      header,
      header,
      header,
      async (method, path, parameters, body, prefer, accept, range) => {
        const request = `${method} /${path}?${new URLSearchParams(parameters)}`;
        const headers = { prefer, accept: accept || '*/*', range };
        const answer = await api.ask(request, {
          headers,
          ...(method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? {} : { body }),
        });
        expectGoodManners(answer, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      },
    ),
    { numRuns: 1500 },
  );
  // Neither all refused at the door nor all let through.
  for (const status of [200, 400, 404]) expect(statuses.get(status)).toBeGreaterThan(20);
  expect(await api.sql('select * from untouched')).toEqual([{ id: 1 }]);
});

test('names made to break out are names like any other', async () => {
  const path = encodeURIComponent('odd "name" -- ;');
  const row = { id: 1, 'a,b.c(d)': `x' " \\ --`, "it's": '$1', '\\': ';' };
  expect(
    await api.ask(`POST /${path}`, { body: row, headers: { prefer: 'return=representation' } }),
  ).toMatchObject({ status: 201, json: [row] });
  const query = new URLSearchParams({
    select: String.raw`"a,b.c(d)","x\"y":"it's"`,
    '"a,b.c(d)"': `eq.${row['a,b.c(d)']}`,
    order: String.raw`"\\".desc`,
  });
  expect((await api.ask(`GET /${path}?${query}`)).json).toEqual([
    { 'a,b.c(d)': row['a,b.c(d)'], 'x"y': '$1' },
  ]);
});
