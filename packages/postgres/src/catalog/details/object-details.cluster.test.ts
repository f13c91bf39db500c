import { useTestCluster } from '@basalt/clusters/testing';
import type { Client } from 'pg';
import { expect, it } from 'vitest';
import { withClient } from '../../connections/connect.ts';
import { readObjects } from '../objects/read-objects.ts';
import { DEFINITION_KINDS } from './definitions.ts';
import { readMigration, readMigrations } from './migrations.ts';
import { EXTENSION_USE, INDEX_USE } from './object-use.ts';

const cluster = useTestCluster();

/** The oid of something as `psql` would be asked for it. */
async function oidOf(client: Client, sql: string): Promise<string> {
  const { rows } = await client.query(`select (${sql})::text as oid`);
  return rows[0].oid;
}

const SCENE = `
  create schema "My shop";
  create type "My shop".mood as enum ('good', 'it''s bad');
  create type "My shop".place as ("left" int, label varchar(20));
  create domain "My shop".price as numeric(10,2) default 1 not null check (value >= 0);
  create type "My shop".prices as range (subtype = numeric);
  create table "My shop"."Goods" (id int primary key, name text, mood "My shop".mood);
  create function "My shop".note() returns trigger language plpgsql as 'begin return new; end';
  create trigger "on change" before update of name on "My shop"."Goods"
    for each row when (old.name is distinct from new.name) execute function "My shop".note('x');
  create publication "all of it" for table "My shop"."Goods" (id, name) where (id > 1) with (publish = 'insert, delete');`;

it('writes out what makes an object again, and that does', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await client.query(SCENE);
    const remade = async (
      kind: keyof typeof DEFINITION_KINDS,
      catalog: string,
      where: string,
      drop: string,
    ) => {
      const find = `select oid from pg_catalog.${catalog} where ${where}`;
      const id = await oidOf(client, find);
      const [before] = await readObjects(client, DEFINITION_KINDS[kind], { id });
      await client.query(`${drop}; ${before?.sql}`);
      const [after] = await readObjects(client, DEFINITION_KINDS[kind], { id: await oidOf(client, find) });
      expect(after).toEqual(before);
      return before?.sql;
    };
    expect(
      await remade(
        'trigger',
        'pg_trigger',
        "tgname = 'on change'",
        'drop trigger "on change" on "My shop"."Goods"',
      ),
    ).toContain('UPDATE OF name');
    expect(
      await remade('publication', 'pg_publication', "pubname = 'all of it'", 'drop publication "all of it"'),
    ).toBe(
      `create publication "all of it" for table "My shop"."Goods" (id, name) where ((id > 1)) with (publish = 'insert, delete');`,
    );
    expect(await remade('type', 'pg_type', "typname = 'place'", 'drop type "My shop".place')).toBe(
      'create type "My shop".place as ("left" integer, label character varying(20));',
    );
    expect(await remade('type', 'pg_type', "typname = 'price'", 'drop domain "My shop".price')).toContain(
      'CHECK',
    );
    expect(await remade('type', 'pg_type', "typname = 'prices'", 'drop type "My shop".prices')).toContain(
      'range',
    );
    const enumId = await oidOf(client, "select oid from pg_catalog.pg_type where typname = 'mood'");
    expect(await readObjects(client, DEFINITION_KINDS.type, { id: enumId })).toEqual([
      { sql: `create type "My shop".mood as enum ('good', 'it''s bad');` },
    ]);
    expect(await readObjects(client, DEFINITION_KINDS.publication, { id: enumId })).toEqual([]);
  });
});

it('tells the indexes that nobody needs', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await client.query(`
      set search_path = public;
      create table t (id int primary key, a int, b int);
      insert into t select g, g, g from generate_series(1, 2000) g;
      create index one on t (a);
      create index two on t (a);
      create index other on t (a desc);
      create index part on t (a) where b > 0;
      create index same_as_key on t (id);
      analyze t`);
    const found = await readObjects(client, INDEX_USE, { includedSchemas: ['public'] });
    const names = await client.query("select oid::int as id, relname from pg_class where relkind = 'i'");
    const nameOf = new Map(names.rows.map(({ id, relname }) => [id, relname]));
    expect(Object.fromEntries(found.map(({ id, duplicate_of }) => [nameOf.get(id), duplicate_of]))).toEqual({
      one: null,
      two: 'one',
      other: null,
      part: null,
      same_as_key: 't_pkey',
      t_pkey: null,
    });
    expect(found.every(({ bytes, scans }) => bytes >= 8192 && scans === 0)).toBe(true);
  });
});

it('tells what depends on an extension, and not what belongs to it', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await client.query(
      'set search_path = public; create extension citext; create table t (a citext); create view v as select a from t',
    );
    const [found] = await readObjects(client, EXTENSION_USE, { id: 'citext' });
    expect(found?.dependents).toEqual(['column a of table public.t', 'column a of view public.v']);
    expect(found?.versions).toContain('1.6');
    expect(await readObjects(client, EXTENSION_USE, { id: 'no such thing' })).toEqual([]);
    const [unused] = await readObjects(client, EXTENSION_USE, { id: 'earthdistance' });
    expect(unused).toMatchObject({ requires: ['cube'], dependents: [] });
  });
});

it('reads migrations of whatever form their table has', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    const all = { limit: 10, offset: 0 };
    await client.query('drop schema if exists supabase_migrations cascade');
    expect(await readMigrations(client, all)).toEqual([]);
    await client.query(`
      create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key);
      insert into supabase_migrations.schema_migrations values ('0001')`);
    expect(await readMigrations(client, all)).toEqual([
      { version: '0001', name: null, created_by: null, statement_count: 0 },
    ]);
    expect(await readMigration(client, '0001')).toMatchObject({ statements: [] });
    await client.query(`
      alter table supabase_migrations.schema_migrations add statements text[], add name text;
      insert into supabase_migrations.schema_migrations values ('0002', '{"select ''a, \\"b\\"''",select 2}', 'second')`);
    expect(await readMigrations(client, { limit: 1, offset: 0 })).toEqual([
      { version: '0002', name: 'second', created_by: null, statement_count: 2 },
    ]);
    expect(await readMigration(client, '0002')).toMatchObject({
      statements: [`select 'a, "b"'`, 'select 2'],
    });
    expect(await readMigration(client, "x' or true --")).toBeNull();
    await client.query('alter table supabase_migrations.schema_migrations alter statements type text');
    expect(await readMigration(client, '0001')).toMatchObject({ statements: [] });
  });
});
