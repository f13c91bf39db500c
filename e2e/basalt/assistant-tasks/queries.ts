import { assertRows, type Task } from './task.ts';

const SHOP = `create table public.customers (id int primary key, name text not null);
  create table public.orders (id int primary key, customer_id int references public.customers, day date not null,
    total numeric not null, status text not null);
  insert into public.customers values (1, 'Anna'), (2, 'Ben'), (3, 'Cleo'), (4, 'Dan');
  insert into public.orders values (1, 1, '2030-01-05', 10, 'paid'), (2, 2, '2030-01-20', 40, 'paid'),
    (3, 1, '2030-03-01', 30, 'paid'), (4, 3, '2030-03-02', 40, 'open'), (5, 1, '2030-03-09', 5, 'open');`;

export const QUERIES: readonly Task[] = [
  {
    name: 'revenue of each month',
    prompt:
      'From public.orders: the first day of each month and the sum of total in it, January to March 2030, with 0 for a month without orders, in order. Two columns.',
    setUp: SHOP,
    solution: `select month::date::text as month, coalesce(sum(o.total), 0) as revenue
      from generate_series('2030-01-01'::timestamp, '2030-03-01', '1 month') as month
      left join public.orders o on date_trunc('month', o.day) = month group by month order by month`,
    wrong: `select date_trunc('month', day)::date::text, sum(total) from public.orders group by 1 order by 1`,
    check: async (attempt) =>
      assertRows(attempt, [
        ['2030-01-01', 50],
        ['2030-02-01', 0],
        ['2030-03-01', 75],
      ]),
  },
  {
    name: 'the best customers',
    prompt:
      'Names of the two customers with the highest sum of total in public.orders, with the sum, highest first. Of equal sums the name earlier in the alphabet comes first.',
    setUp: SHOP,
    solution: `select c.name, sum(o.total) from public.customers c join public.orders o on o.customer_id = c.id
      group by c.id order by 2 desc, 1 limit 2`,
    wrong: `select c.name, max(o.total) from public.customers c join public.orders o on o.customer_id = c.id
      group by c.id order by 2 desc, 1 limit 2`,
    check: async (attempt) =>
      assertRows(attempt, [
        ['Anna', 45],
        ['Ben', 40],
      ]),
  },
  {
    name: 'who has not bought',
    prompt: 'Names of customers (public.customers) without any row in public.orders, by name.',
    setUp: `${SHOP} insert into public.orders values (6, null, '2030-04-01', 1, 'open')`,
    solution: `select name from public.customers c
      where not exists (select from public.orders o where o.customer_id = c.id) order by name`,
    wrong: 'select name from public.customers where id not in (select customer_id from public.orders)',
    check: async (attempt) => assertRows(attempt, [['Dan']]),
  },
  {
    name: 'a running total',
    prompt:
      'For each row of public.orders by day: the id and the sum of total of all orders up to and including it.',
    setUp: SHOP,
    solution: 'select id, sum(total) over (order by day, id) from public.orders order by day, id',
    wrong: 'select id, sum(total) over () from public.orders order by day, id',
    check: async (attempt) =>
      assertRows(attempt, [
        [1, 10],
        [2, 50],
        [3, 80],
        [4, 120],
        [5, 125],
      ]),
  },
  {
    name: 'the last order of each',
    prompt: 'For each customer who has orders: the name, and the id and day of the newest order, by name.',
    setUp: SHOP,
    solution: `select distinct on (c.name) c.name, o.id, o.day::text from public.customers c
      join public.orders o on o.customer_id = c.id order by c.name, o.day desc`,
    wrong: `select c.name, min(o.id), max(o.day)::text from public.customers c
      join public.orders o on o.customer_id = c.id group by c.name order by c.name`,
    check: async (attempt) =>
      assertRows(attempt, [
        ['Anna', 5, '2030-03-09'],
        ['Ben', 2, '2030-01-20'],
        ['Cleo', 4, '2030-03-02'],
      ]),
  },
  {
    name: 'statuses side by side',
    prompt:
      'One row for each customer who has orders, by name: the name, the number of paid orders and the number of open ones, each column with a name of its own.',
    setUp: SHOP,
    solution: `select c.name, count(*) filter (where o.status = 'paid') as paid, count(*) filter (where o.status = 'open') as open
      from public.customers c join public.orders o on o.customer_id = c.id group by c.name order by c.name`,
    wrong: `select c.name, o.status, count(*) from public.customers c join public.orders o on o.customer_id = c.id
      group by 1, 2 order by 1, 2`,
    check: async (attempt) =>
      assertRows(attempt, [
        ['Anna', 2, 1],
        ['Ben', 1, 0],
        ['Cleo', 0, 1],
      ]),
  },
  {
    name: 'numbers that are missing',
    prompt:
      'Invoice numbers in public.invoices.number should have no gaps. List each missing number between the lowest and the highest, ascending.',
    setUp: `create table public.invoices (number int primary key);
      insert into public.invoices values (4), (5), (8), (10)`,
    solution: `select n from generate_series((select min(number) from public.invoices),
      (select max(number) from public.invoices)) n
      where not exists (select from public.invoices where number = n) order by n`,
    wrong: `select number + 1 from public.invoices i
      where not exists (select from public.invoices where number = i.number + 1) order by 1`,
    check: async (attempt) => assertRows(attempt, [[6], [7], [9]]),
  },
  {
    name: 'a tree',
    prompt:
      'public.categories is a tree (parent_id). Show the path of each category, like "Tools / Hammers", by path. One column.',
    setUp: `create table public.categories (id int primary key, parent_id int references public.categories, name text);
      insert into public.categories values (1, null, 'Tools'), (2, 1, 'Hammers'), (3, 2, 'Sledges'), (4, null, 'Rope')`,
    solution: `with recursive tree as (
        select id, name as path from public.categories where parent_id is null
        union all
        select c.id, t.path || ' / ' || c.name from public.categories c join tree t on c.parent_id = t.id)
      select path from tree order by path`,
    wrong: `select concat_ws(' / ', p.name, c.name) from public.categories c
      left join public.categories p on p.id = c.parent_id order by 1`,
    check: async (attempt) =>
      assertRows(attempt, [['Rope'], ['Tools'], ['Tools / Hammers'], ['Tools / Hammers / Sledges']]),
  },
  {
    name: 'inside of JSON',
    prompt:
      'public.carts.content is like {"items": [{"sku": "a", "count": 2}]}. How many of each sku are in all carts together? sku and sum, by sku.',
    setUp: `create table public.carts (id int primary key, content jsonb);
      insert into public.carts values (1, '{"items": [{"sku": "a", "count": 2}, {"sku": "b", "count": 1}]}'),
        (2, '{"items": [{"sku": "a", "count": 3}]}'), (3, '{"items": []}'), (4, '{}')`,
    solution: `select item ->> 'sku' as sku, sum((item ->> 'count')::int)
      from public.carts, jsonb_array_elements(content -> 'items') item group by 1 order by 1`,
    wrong: `select item ->> 'sku' as sku, count(*)
      from public.carts, jsonb_array_elements(content -> 'items') item group by 1 order by 1`,
    check: async (attempt) =>
      assertRows(attempt, [
        ['a', 5],
        ['b', 1],
      ]),
  },
  {
    name: 'the median',
    prompt: 'The median of total in public.orders, as one number in one row.',
    setUp: SHOP,
    solution: 'select percentile_cont(0.5) within group (order by total) from public.orders',
    wrong: 'select avg(total) from public.orders',
    check: async (attempt) => assertRows(attempt, [[30]]),
  },
];
