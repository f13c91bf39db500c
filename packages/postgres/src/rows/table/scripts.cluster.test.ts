import { useTestCluster } from '@basalt/clusters/testing';
import { expect, it } from 'vitest';
import { readObjects } from '../../catalog/objects/read-objects.ts';
import { withClient } from '../../connections/connect.ts';
import { TABLE_SCRIPTS, TYPE_SCRIPTS } from './scripts.ts';

const cluster = useTestCluster();

const SCENE = `
  create schema "My ""shop";
  set search_path = "My ""shop", public;
  create type mood as enum ('good', 'it''s bad');
  create domain price as numeric(10,2) check (value >= 0);
  create type offer as (what text, cost price);
  create table "Goods 🪨" (id serial primary key, mood mood default 'good', cost price, offer offer, sold_by int,
    unique (mood, cost), check (id > 0));
  create table sellers (id bigint generated always as identity primary key, best int references "Goods 🪨" on delete set null);
  alter table "Goods 🪨" add constraint "sold by" foreign key (sold_by) references sellers;
  create index on "Goods 🪨" (abs(id)) where cost > 1;
  alter table sellers enable row level security;
  comment on table sellers is 'a; b';
  create table sales (at timestamptz not null, of int references sellers) partition by range (at);
  create table a_later partition of sales for values from ('2026-01-01') to (maxvalue);`;

it('writes out the types and tables of a schema, and they can be made again', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await client.query(SCENE);
    await client.query('set search_path = pg_catalog');
    const read = async () => {
      const query = { includedSchemas: ['My "shop'] };
      const types = await readObjects(client, TYPE_SCRIPTS, query);
      const tables = await readObjects(client, TABLE_SCRIPTS, query);
      return [types, tables].map((list) => list.toSorted((a, b) => a.rank - b.rank));
    };
    const before = (await read()).flat();
    expect(before.map(({ name }) => name)).toEqual([
      'mood',
      'price',
      'offer',
      'Goods 🪨',
      'sales',
      'sellers',
      'a_later',
    ]);
    await client.query('drop schema "My ""shop" cascade; create schema "My ""shop"');
    for (const { sql } of before) await client.query(sql ?? 'the object cannot be written out');
    for (const { after } of before) await client.query(after ?? '');
    const withoutOids = (list: typeof before) => list.map(({ name, sql, after }) => ({ name, sql, after }));
    expect(withoutOids((await read()).flat())).toEqual(withoutOids(before));
  });
});

it('passes over the definition of what somebody else has all of', async () => {
  const database = await cluster.createDatabase();
  await withClient(database, (holder) =>
    withClient(database, async (client) => {
      await client.query(
        'create schema shop; create table shop.held (id int); create table shop.free (id int)',
      );
      await holder.query('begin; lock table shop.held');
      const found = await readObjects(client, TABLE_SCRIPTS, { includedSchemas: ['shop'] });
      expect(found.map(({ name, sql }) => [name, sql === null])).toEqual([
        ['free', false],
        ['held', true],
      ]);
      await holder.query('rollback');
    }),
  );
});
