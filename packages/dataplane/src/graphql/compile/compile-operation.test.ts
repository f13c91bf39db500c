import type { ColumnRow, RelationRow, TypeRow } from '@basalt/postgres/catalog';
import { expect, it } from 'vitest';
import { parseSettings } from '../../rest/schema-cache/settings/parse-settings.ts';
import type { Database } from '../database/load-database.ts';
import type { InputValue } from '../document/input-values.ts';
import { parseDocument } from '../document/parse-document.ts';
import { buildApiSchema } from '../schema/build-api-schema.ts';
import { compileOperation } from './compile-operation.ts';

const NAMES = ['int4', 'text', 'int8'];
const types: TypeRow[] = NAMES.map((bareName, index) => ({
  oid: index + 1,
  name: ['integer', 'text', 'bigint'][index] ?? '',
  kind: 'b',
  isArray: false,
  base: 0,
  modifier: -1,
  notNull: false,
  default: null,
  relation: null,
  enumLabels: null,
  schema: 'pg_catalog',
  bareName,
}));

function relation(oid: number, name: string, columns: Record<string, string>): RelationRow {
  const rows = Object.entries(columns).map(
    ([column, type], index): ColumnRow => ({
      number: index + 1,
      name: column,
      type: NAMES.indexOf(type) + 1,
      format: null,
      notNull: index === 0,
      default: null,
      modifier: -1,
      comment: null,
    }),
  );
  const rest = {
    schema: 'public',
    kind: 'r',
    isPartition: false,
    writable: 28,
    comment: null,
    primaryKey: [1],
  };
  return { ...rest, oid, name, columns: rows };
}

const rest = { dbSchemas: ['public', 'graphql_public'], dbExtraSearchPath: ['public'], dbMaxRows: null };
const database: Database = {
  settings: parseSettings(rest, {}),
  roleSettings: new Map(),
  path: ['public'],
  catalog: {
    schemas: [{ name: 'public', comment: null }],
    relations: [
      relation(10, 'author', { id: 'int4', Name: 'text' }),
      relation(11, 'book', { id: 'int8', title: 'text', author_id: 'int4' }),
    ],
    traits: [],
    uniqueIndexes: [],
    types,
    arrays: [],
    functions: [],
    argumentDefaults: [],
    keys: [{ constraint: 'k', table: 11, referenced: 10, columns: [3], referencedColumns: [1] }],
    keyComments: [],
    enumComments: [],
  },
};
const schema = await buildApiSchema(database, {
  schemas: ['public'],
  relations: [
    [10, true, true, true, true, true],
    [11, [1, 2, 3], false, [2], false, false],
  ],
  functions: [],
  closedTypes: [],
});

async function compile(query: string, variables: Record<string, InputValue> = {}) {
  const document = parseDocument(query);
  const [operation] = document.operations;
  if (operation === undefined) throw new Error('The document has no operation.');
  const compiled = await compileOperation({ document, operation, variables }, schema);
  return compiled.kind === 'query' ? [compiled.statement] : compiled.statements;
}

it.each<[string, string, (string | null)[]]>([
  [
    '{ authorByPk(id: 7) { id Name } }',
    `select (select json_build_object('id', t1.id, 'Name', t1."Name") from public.author as t1 where t1.id = $1::integer limit 1)`,
    ['7'],
  ],
  [
    '{ a: authorCollection(first: 2) { edges { node { bookCollection(first: 3, filter: {title: {like: "%x%"}}) { edges { node { author { id } } } } } } } b: __typename }',
    `select (select json_build_object('edges', coalesce(json_agg(p.e0), '[]'::json)) from (select json_build_object('node', json_build_object('bookCollection', (select json_build_object('edges', coalesce(json_agg(p.e0), '[]'::json)) from (select json_build_object('node', json_build_object('author', (select json_build_object('id', t3.id) from public.author as t3 where t3.id = t2.author_id limit 1))) as e0 from public.book as t2 where t2.author_id = t1.id and t2.title like $1::text order by t2.id limit $2::int8) as p))) as e0 from public.author as t1 order by t1.id limit $3::int8) as p)`,
    ['%x%', '3', '2'],
  ],
  [
    'query ($after: Cursor, $t: String) { bookCollection(after: $after, orderBy: {title: DescNullsLast}, filter: {or: [{title: {eq: $t}}, {id: {in: ["1", 2]}}]}) { edges { cursor } } }',
    `select (select json_build_object('edges', coalesce(json_agg(p.e0), '[]'::json)) from (select json_build_object('cursor', translate(encode(convert_to((jsonb_build_array(t1.title, t1.id))::text, 'UTF8'), 'base64'), E'\\n', '')) as e0 from public.book as t1 where (t1.title = $1::text or t1.id = any($2::bigint[])) and (t1.title < $3::text or t1.title is null or t1.title = $3::text and (t1.id > $4::bigint)) order by t1.title desc nulls last, t1.id limit $5::int8) as p)`,
    ["it's", '{"1","2"}', 'B', '9007199254740993', '30'],
  ],
])('%s is one statement', async (query, sql, values) => {
  const after = btoa('["B", 9007199254740993]');
  expect(await compile(query, { after, t: "it's" })).toEqual([expect.objectContaining({ sql, values })]);
});

it('compiles each field of a mutation to a statement, whose values are parameters', async () => {
  const statements = await compile(
    `mutation ($name: String) { insertIntoauthorCollection(objects: [{id: 1, Name: $name}, {Name: null}]) { records { Name } }
      updatebookCollection(set: {title: "x"}, filter: {id: {eq: 5}}) { affectedCount } }`,
    { name: "'); drop table author; --" },
  );
  expect(statements).toEqual([
    expect.objectContaining({
      sql: `with w as (insert into public.author as x (id, "Name") values ($1::integer, $2::text), (default, $3::text) returning x."Name" as c0) select json_build_object('records', (select coalesce(json_agg(json_build_object('Name', t1.c0)), '[]'::json) from w as t1)), (select count(*) from w)`,
      values: ['1', "'); drop table author; --", null],
    }),
    expect.objectContaining({
      sql: `with w as (update public.book as x set title = $1::text where x.id = $2::bigint returning x.id as c0) select json_build_object('affectedCount', (select count(*) from w)), (select count(*) from w)`,
      values: ['x', '5'],
    }),
  ]);
});

it('knows what the role may write and read, and no more', () => {
  expect([...schema.mutation.keys()]).toEqual([
    'deleteFromauthorCollection',
    'insertIntoauthorCollection',
    'updateauthorCollection',
    'updatebookCollection',
  ]);
  expect([...(schema.byOid.get(11)?.fields.keys() ?? [])]).toEqual([
    'nodeId',
    'id',
    'title',
    'author_id',
    'author',
  ]);
});
