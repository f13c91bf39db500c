import { useTestCluster } from '@basalt/clusters/testing';
import { expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import { findRelations } from './find-relations.ts';

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
      { schema: 'public', name: 'Orders_100%', kind: 'view' },
    ]);
  });
});
