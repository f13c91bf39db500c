import assert from 'node:assert/strict';
import type { Task } from './task.ts';
import { ANNA, BEN } from './task-project.ts';

export const DATABASE_FUNCTIONS: readonly Task[] = [
  {
    name: 'a price with tax',
    prompt:
      'Write the function public.gross(net numeric, rate numeric) that adds rate percent and rounds to cents. Null in, null out.',
    solution: `create function public.gross(net numeric, rate numeric) returns numeric language sql immutable
      set search_path = '' as $$ select round(net * (1 + rate / 100), 2) $$`,
    wrong: `create function public.gross(net numeric, rate numeric) returns numeric language sql immutable
      as $$ select trunc(net * (1 + rate / 100), 2) $$`,
    check: async ({ project: { sql } }) => {
      const rows = await sql(
        'select public.gross(10, 19)::text a, public.gross(0.99, 19)::text b, public.gross(1.05, 10)::text c, public.gross(null, 19) d',
      );
      assert.deepEqual(rows, [{ a: '11.90', b: '1.18', c: '1.16', d: null }]);
    },
  },
  {
    name: 'slugs',
    prompt:
      'Write public.slugify(title text): lower case, whatever is not a letter a-z or a digit becomes one hyphen, and none at either end.',
    solution: `create function public.slugify(title text) returns text language sql immutable set search_path = ''
      as $$ select trim(both '-' from regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g')) $$`,
    wrong: `create function public.slugify(title text) returns text language sql immutable
      as $$ select replace(lower(title), ' ', '-') $$`,
    check: async ({ project: { sql } }) => {
      const [row] = await sql(`select public.slugify('  Hello, World -- 2! ') as slug`);
      assert.equal(row?.slug, 'hello-world-2');
    },
  },
  {
    name: 'a search',
    prompt:
      'Write public.search_products(term text) that returns rows of public.products whose name or description contains the term, whatever the case. A percent sign in the term is a percent sign.',
    setUp: `create table public.products (id int primary key, name text, description text);
      insert into public.products values (1, 'Hammer', 'For STONE'), (2, 'Stone', null), (3, 'Rope', '100% hemp')`,
    solution: `create function public.search_products(term text) returns setof public.products language sql stable
      set search_path = '' as $$
        select * from public.products where strpos(lower(concat_ws(' ', name, description)), lower(term)) > 0 $$`,
    wrong: `create function public.search_products(term text) returns setof public.products language sql stable
      set search_path = '' as $$
        select * from public.products where name ilike '%' || term || '%' or description ilike '%' || term || '%' $$`,
    check: async ({ project: { sql } }) => {
      const found = async (term: string) =>
        (await sql('select id from public.search_products($1) order by id', [term])).map(({ id }) => id);
      assert.deepEqual(await found('stone'), [1, 2]);
      assert.deepEqual(await found('%'), [3]);
      assert.deepEqual(await found('wood'), []);
    },
  },
  {
    name: 'a transfer',
    prompt:
      'Write public.transfer(from_id int, to_id int, amount numeric) that moves money between rows of public.accounts (id, balance). It raises an exception when the amount is not above zero, an account is missing or the balance is too low; then nothing has changed.',
    setUp: `create table public.accounts (id int primary key, balance numeric not null);
      insert into public.accounts values (1, 100), (2, 0)`,
    solution: `create function public.transfer(from_id int, to_id int, amount numeric) returns void language plpgsql
      set search_path = '' as $$
      begin
        if amount is null or amount <= 0 then raise exception 'The amount must be above zero'; end if;
        update public.accounts set balance = balance - amount where id = from_id and balance >= amount;
        if not found then raise exception 'There is not enough money'; end if;
        update public.accounts set balance = balance + amount where id = to_id;
        if not found then raise exception 'There is no account %', to_id; end if;
      end $$`,
    wrong: `create function public.transfer(from_id int, to_id int, amount numeric) returns void language sql as $$
        update public.accounts set balance = balance - amount where id = from_id;
        update public.accounts set balance = balance + amount where id = to_id $$`,
    check: async ({ project: { sql } }) => {
      await sql('select public.transfer(1, 2, 30)');
      for (const call of ['1, 2, 71', '1, 9, 5', '9, 1, 5', '1, 2, -5', '1, 2, 0'])
        await assert.rejects(sql(`select public.transfer(${call})`), call);
      const rows = await sql('select balance::int as balance from public.accounts order by id');
      assert.deepEqual(rows, [{ balance: 70 }, { balance: 30 }]);
    },
  },
  {
    name: 'the next working day',
    prompt:
      'Write public.next_workday(day date) returns date: the first day after it that is neither a Saturday nor a Sunday.',
    solution: `create function public.next_workday(day date) returns date language sql immutable set search_path = ''
      as $$ select day + case extract(isodow from day) when 5 then 3 when 6 then 2 else 1 end::int $$`,
    wrong: `create function public.next_workday(day date) returns date language sql immutable
      as $$ select day + case extract(dow from day) when 5 then 3 else 1 end::int $$`,
    check: async ({ project: { sql } }) => {
      const days = ['2030-01-03', '2030-01-04', '2030-01-05', '2030-01-06'];
      const rows = await sql('select public.next_workday(d)::text as day from unnest($1::date[]) d', [days]);
      assert.deepEqual(
        rows.map(({ day }) => day),
        ['2030-01-04', '2030-01-07', '2030-01-07', '2030-01-07'],
      );
    },
  },
  {
    name: 'what I have spent',
    prompt:
      'Write public.my_total() returns numeric: the sum of amount in public.orders of whoever calls it (user_id), 0 for nobody. Policies must keep holding.',
    setUp: `create table public.orders (id int primary key, user_id uuid, amount numeric);
      alter table public.orders enable row level security;
      create policy own on public.orders for select to authenticated using (auth.uid() = user_id and id < 100);
      insert into public.orders values (1, '${ANNA}', 5), (2, '${ANNA}', 7), (3, '${BEN}', 1), (100, '${ANNA}', 1000)`,
    solution: `create function public.my_total() returns numeric language sql stable security invoker set search_path = ''
      as $$ select coalesce(sum(amount), 0) from public.orders where user_id = (select auth.uid()) $$`,
    wrong: `create function public.my_total() returns numeric language sql stable security definer set search_path = ''
      as $$ select coalesce(sum(amount), 0) from public.orders where user_id = (select auth.uid()) $$`,
    check: async ({ project: { as } }) => {
      const total = async (asker: string | null) =>
        (await as(asker, 'select public.my_total()::int as total'))[0]?.total;
      assert.equal(await total(ANNA), 12);
      assert.equal(await total(BEN), 1);
      assert.equal(await total(null), 0);
    },
  },
  {
    name: 'an order as JSON',
    prompt:
      'Write public.order_document(order_id int) returns jsonb: {"id": …, "lines": [{"product": …, "quantity": …}]}, lines by product; an order without lines has an empty list, an unknown order gives null.',
    setUp: `create table public.orders (id int primary key);
      create table public.lines (order_id int references public.orders, product text, quantity int);
      insert into public.orders values (1), (2);
      insert into public.lines values (1, 'rope', 2), (1, 'hammer', 1)`,
    solution: `create function public.order_document(order_id int) returns jsonb language sql stable set search_path = '' as $$
      select jsonb_build_object('id', o.id, 'lines', coalesce((
        select jsonb_agg(jsonb_build_object('product', l.product, 'quantity', l.quantity) order by l.product)
        from public.lines l where l.order_id = o.id), '[]'))
      from public.orders o where o.id = $1 $$`,
    wrong: `create function public.order_document(order_id int) returns jsonb language sql stable set search_path = '' as $$
      select jsonb_build_object('id', l.order_id, 'lines',
        jsonb_agg(jsonb_build_object('product', l.product, 'quantity', l.quantity) order by l.product))
      from public.lines l where l.order_id = $1 group by l.order_id $$`,
    check: async ({ project: { sql } }) => {
      const rows = await sql('select public.order_document(n) as document from generate_series(1, 3) n');
      assert.deepEqual(rows, [
        {
          document: {
            id: 1,
            lines: [
              { product: 'hammer', quantity: 1 },
              { product: 'rope', quantity: 2 },
            ],
          },
        },
        { document: { id: 2, lines: [] } },
        { document: null },
      ]);
    },
  },
  {
    name: 'one page after the other',
    prompt:
      'Write public.events_after(after_id bigint, size int) that returns rows of public.events, newest first, that are older than the event after_id (null: from the newest), by at and then id, both descending.',
    setUp: `create table public.events (id bigint primary key, at timestamptz not null);
      insert into public.events values (1, '2030-01-01'), (2, '2030-01-03'), (3, '2030-01-02'), (4, '2030-01-03')`,
    solution: `create function public.events_after(after_id bigint, size int) returns setof public.events language sql stable
      set search_path = '' as $$
        select e.* from public.events e
        where after_id is null or (e.at, e.id) < (select a.at, a.id from public.events a where a.id = after_id)
        order by e.at desc, e.id desc limit size $$`,
    wrong: `create function public.events_after(after_id bigint, size int) returns setof public.events language sql stable
      set search_path = '' as $$
        select * from public.events where after_id is null or id < after_id order by at desc, id desc limit size $$`,
    check: async ({ project: { sql } }) => {
      const page = async (after: number | null) =>
        (await sql('select id::int as id from public.events_after($1, 2)', [after])).map(({ id }) => id);
      assert.deepEqual(await page(null), [4, 2]);
      assert.deepEqual(await page(2), [3, 1]);
      assert.deepEqual(await page(1), []);
    },
  },
];
