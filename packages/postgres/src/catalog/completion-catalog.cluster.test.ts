import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import { loadCompletionCatalog } from './completion-catalog.ts';

const cluster = useTestCluster();

describe('loadCompletionCatalog', () => {
  it('names what a query can use, and nothing of PostgreSQL itself', async () => {
    const catalog = await withClient(await cluster.createDatabase(), async (client) => {
      await client.query(`
        set search_path = public, extensions;
        create table public."Odd ""name""" (id int, gone int, note varchar(20)[]);
        alter table public."Odd ""name""" drop column gone;
        create view public.v as select 1 as one;
        create materialized view public.m as select 1 as one;
        create table public.parted (id int) partition by range (id);
        create table public.empty ();
        create function public.f(a int, b text default 'x') returns int language sql as 'select 1';
        create function public.t() returns trigger language plpgsql as 'begin return new; end';`);
      return await loadCompletionCatalog(client);
    });
    expect(catalog.searchPath).toEqual(['public', 'extensions']);
    expect(catalog.schemas).toEqual(expect.arrayContaining(['auth', 'extensions', 'public', 'storage']));
    expect(catalog.schemas.filter((name) => /^pg_|^information_schema$/.test(name))).toEqual([]);
    expect(catalog.relations.filter(({ schema }) => schema === 'public')).toEqual([
      {
        schema: 'public',
        name: 'Odd "name"',
        kind: 'table',
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'note', type: 'character varying(20)[]' },
        ],
      },
      { schema: 'public', name: 'empty', kind: 'table', columns: [] },
      { schema: 'public', name: 'm', kind: 'materialized view', columns: [{ name: 'one', type: 'integer' }] },
      { schema: 'public', name: 'parted', kind: 'table', columns: [{ name: 'id', type: 'integer' }] },
      { schema: 'public', name: 'v', kind: 'view', columns: [{ name: 'one', type: 'integer' }] },
    ]);
    expect(catalog.relations).toContainEqual(expect.objectContaining({ schema: 'auth', name: 'users' }));
    expect(catalog.functions.filter(({ schema }) => schema === 'public')).toEqual([
      { schema: 'public', name: 'f', arguments: "a integer, b text DEFAULT 'x'::text" },
    ]);
  });

  it('reads a database of a thousand tables in one query', async () => {
    await withClient(await cluster.createDatabase(), async (client) => {
      await client.query(`do $$ begin for i in 1..1000 loop
        execute format('create table public.t%s (id int, name text, created_at timestamptz, tags text[])', i);
      end loop; end $$`);
      const { relations } = await loadCompletionCatalog(client);
      const tables = relations.filter(({ schema }) => schema === 'public');
      expect(tables).toHaveLength(1000);
      expect(tables.every(({ columns }) => columns.length === 4)).toBe(true);
    });
  });
});
