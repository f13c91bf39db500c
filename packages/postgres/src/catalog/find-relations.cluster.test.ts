import { useTestCluster } from '@basalt/clusters/testing';
import { expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import { findRelations, listRelations } from './find-relations.ts';

const cluster = useTestCluster();

it('finds tables and views by a part of their name, what is called just so first', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await client.query(`
      create schema shop;
      create table shop.orders (id int);
      create table public.old_orders (id int) partition by range (id);
      create table public.old_orders_1 partition of public.old_orders for values from (0) to (10);
      create view public."Orders_100%" as select 1 as one;`);
    const found = async (part: string, limit = 10) =>
      (await findRelations(client, part, limit)).map(({ schema, name }) => `${schema}.${name}`);
    expect(await found('ORDERS')).toEqual(['shop.orders', 'public.Orders_100%', 'public.old_orders']);
    expect(await found('orders', 1)).toEqual(['shop.orders']);
    expect(await found('shop.o')).toEqual(['shop.orders']);
    expect(await found('_100%')).toEqual(['public.Orders_100%']);
    expect(await found('pg_class')).toEqual([]);
    expect(await found("'; drop table shop.orders; --")).toEqual([]);
    expect(await findRelations(client, 'Orders_100', 5)).toEqual([
      { id: expect.any(Number), schema: 'public', name: 'Orders_100%', kind: 'view' },
    ]);
  });
});

it('lists the tables and views of a schema page by page', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await client.query(`
      create schema "my ""shop"",";
      create table "my ""shop"","."b:b" (id int);
      alter table "my ""shop"","."b:b" enable row level security;
      create table "my ""shop"",".parts (id int) partition by range (id);
      create table "my ""shop"",".parts_1 partition of "my ""shop"",".parts for values from (0) to (10);
      create view "my ""shop"",".all_parts as select 1 as one;
      create index on "my ""shop"",".parts (id);`);
    const schema = 'my "shop",';
    const list = (page: object) => listRelations(client, { schema, part: '', limit: 10, offset: 0, ...page });
    expect(await list({})).toMatchObject([
      { name: 'all_parts', kind: 'view', is_partition: false, rls_enabled: false },
      { name: 'b:b', kind: 'table', rls_enabled: true },
      { name: 'parts', kind: 'partitioned table', is_partition: false },
      { name: 'parts_1', kind: 'table', is_partition: true },
    ]);
    expect((await list({ part: 'PART', limit: 2, offset: 1 })).map(({ name }) => name)).toEqual([
      'parts',
      'parts_1',
    ]);
    expect(await list({ schema: 'nowhere' })).toEqual([]);
    const [first] = await list({});
    const { rows } = await client.query(
      `select '"my ""shop"","."all_parts"'::regclass::oid::int8::text as id`,
    );
    expect(String(first?.id)).toBe((rows as { id: string }[])[0]?.id);
  });
});
