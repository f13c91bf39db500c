import { useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAfter } from './load-for-test.ts';
import type { SchemaCache } from './schema-cache.ts';

const SQL = `
  create table items (id int primary key, name text);
  create table elsewhere.things (id int primary key, item_id int references items);
  create type pair as (a int, b text);
  create domain "text/html" as text;
  create domain "application/vnd.twkb" as bytea;
  create function nothing() returns void language sql as '';
  create function one() returns int language sql stable as 'select 1';
  create function many() returns setof text language sql immutable as $$ select 'a' $$;
  create function an_item() returns items language sql as 'select * from public.items';
  create function some_items() returns setof items language sql as 'select * from public.items';
  create function things() returns setof elsewhere.things language sql as 'select * from elsewhere.things';
  create function a_pair() returns pair language sql as $$ select 1, 'b' $$;
  create function columns() returns table(x int, "Y y" text) language sql as $$ select 1, 'b' $$;
  create function single_column() returns table(x int) language sql as 'select 1';
  create function outs(in a int, out b int, inout c text) language sql as $$ select 1, 'b' $$;
  create function one_out(out b int) language sql as 'select 1';
  create function plain_record() returns record language sql as 'select 1, 2';
  create function optional(a int, b text default 'x', variadic c int[] default '{}') returns int language sql as 'select 1';
  create function unnamed(json) returns int language sql as 'select 1';
  create function over(a int) returns int language sql as 'select 1';
  create function over(a text) returns int language sql as 'select 1';
  create function slow() returns int language sql set statement_timeout = '1s' set work_mem = '1MB'
    set default_transaction_isolation = 'serializable' as 'select 1';
  create function on_change() returns trigger language plpgsql as 'begin return new; end';
  create procedure proc() language sql as '';
  create aggregate add_up(int) (sfunc = int4pl, stype = int);
  create function full_name(items) returns text language sql stable as 'select $1.name';
  create function extensions.from_outside(items) returns int language sql stable as 'select 1';
  create function page(name text) returns "text/html" language sql as 'select $1::text';
  create function take(state "application/vnd.twkb", next items) returns "application/vnd.twkb"
    language sql as 'select $1';
  create aggregate twkb(items) (sfunc = take, stype = "application/vnd.twkb");
  comment on function one() is 'The number.';`;

const cluster = useTestCluster();
let cache: SchemaCache;
beforeAll(async () => {
  cache = await loadAfter(cluster, `create schema elsewhere; ${SQL}`);
});
const overloads = (name: string) => cache.functions.get('public')?.get(name) ?? [];

describe('functions of the schema cache', () => {
  const item = { schema: 'public', name: 'items' };
  it.each([
    ['nothing', { kind: 'void' }],
    ['one', { kind: 'scalar', set: false, type: 'integer' }],
    ['many', { kind: 'scalar', set: true, type: 'text' }],
    ['an_item', { kind: 'composite', set: false, relation: item }],
    ['some_items', { kind: 'composite', set: true, relation: item }],
    ['a_pair', { kind: 'composite', set: false, relation: null }],
    [
      'columns',
      {
        kind: 'composite',
        set: true,
        relation: null,
        columns: [
          { name: 'x', type: 'integer' },
          { name: 'Y y', type: 'text' },
        ],
      },
    ],
    [
      'single_column',
      { kind: 'composite', set: true, relation: null, columns: [{ name: 'x', type: 'integer' }] },
    ],
    [
      'outs',
      {
        kind: 'composite',
        set: false,
        relation: null,
        columns: [
          { name: 'b', type: 'integer' },
          { name: 'c', type: 'text' },
        ],
      },
    ],
    ['one_out', { kind: 'composite', set: false, relation: null, columns: [{ name: 'b', type: 'integer' }] }],
    ['plain_record', { kind: 'scalar', set: false, type: 'record' }],
    ['page', { kind: 'scalar', set: false, type: 'public."text/html"' }],
  ])('say what %s returns', (name, returns) => {
    expect(overloads(name).map((one) => one.returns)).toEqual([returns]);
  });

  it('have their arguments with what may be left out', () => {
    expect(overloads('optional')).toMatchObject([
      {
        isVariadic: true,
        arguments: [
          { name: 'a', type: 'integer', required: true, variadic: false },
          { name: 'b', type: 'text', required: false, variadic: false },
          { name: 'c', type: 'integer[]', required: false, variadic: true },
        ],
      },
    ]);
    expect(overloads('outs')[0]?.arguments.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(overloads('unnamed')[0]?.arguments).toEqual([
      { name: '', type: 'json', required: true, variadic: false },
    ]);
    expect(overloads('over').map((one) => one.arguments[0]?.type)).toEqual(['integer', 'text']);
  });

  it('say whether they can write, and which settings must be there before they start', () => {
    expect(overloads('one')).toMatchObject([{ volatility: 'stable', comment: 'The number.' }]);
    expect(overloads('many')).toMatchObject([{ volatility: 'immutable', comment: null }]);
    expect(overloads('slow')).toMatchObject([{ volatility: 'volatile' }]);
    expect(Object.fromEntries(overloads('slow')[0]?.settings ?? [])).toEqual({
      statement_timeout: '1s',
      default_transaction_isolation: 'serializable',
    });
  });

  it('leave out what cannot be called', () => {
    for (const name of ['on_change', 'proc', 'add_up', 'twkb']) expect(overloads(name)).toEqual([]);
  });

  it('bring the relation whose rows they give, even from a schema that is not exposed', () => {
    expect(overloads('things')[0]?.returns).toMatchObject({
      relation: { schema: 'elsewhere', name: 'things' },
    });
    expect([...(cache.relations.get('elsewhere')?.get('things')?.columns.keys() ?? [])]).toEqual([
      'id',
      'item_id',
    ]);
    expect(cache.relationships.get('elsewhere\0things')).toMatchObject([
      { cardinality: 'm2o', target: item },
    ]);
    expect(cache.relationships.get('public\0items')).toBeUndefined();
  });

  it('are computed fields when they take a row', () => {
    expect(Object.fromEntries(cache.relations.get('public')?.get('items')?.computedFields ?? [])).toEqual({
      full_name: { function: { schema: 'public', name: 'full_name' }, type: 'text' },
      from_outside: { function: { schema: 'extensions', name: 'from_outside' }, type: 'integer' },
    });
  });

  it('handle media types that domains are named after', () => {
    expect(cache.mediaHandlers.filter(({ isAggregate }) => isAggregate)).toEqual([
      {
        mediaType: 'application/vnd.twkb',
        domain: { schema: 'public', name: 'application/vnd.twkb' },
        relation: item,
        function: { schema: 'public', name: 'twkb' },
        isAggregate: true,
      },
    ]);
    expect(cache.mediaHandlers).toContainEqual({
      mediaType: 'text/html',
      domain: { schema: 'public', name: 'text/html' },
      relation: null,
      function: { schema: 'public', name: 'page' },
      isAggregate: false,
    });
  });
});
