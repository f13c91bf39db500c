import assert from 'node:assert/strict';
import type { Task } from './task.ts';
import { ANNA, USERS } from './task-project.ts';

export const TRIGGERS: readonly Task[] = [
  {
    name: 'when it was changed',
    prompt:
      'Whenever a row of public.pages is updated, updated_at must become the present time, whatever the update says.',
    setUp: `create table public.pages (id int primary key, body text, updated_at timestamptz not null default '2020-01-01');
      insert into public.pages (id) values (1)`,
    solution: `create function public.touch() returns trigger language plpgsql set search_path = ''
        as $$ begin new.updated_at := now(); return new; end $$;
      create trigger touch before update on public.pages for each row execute function public.touch()`,
    wrong: `create function public.touch() returns trigger language plpgsql set search_path = ''
        as $$ begin new.updated_at := now(); return new; end $$;
      create trigger touch after update on public.pages for each row execute function public.touch()`,
    check: async ({ project: { sql } }) => {
      await sql(`update public.pages set body = 'x', updated_at = '2000-01-01'`);
      const [row] = await sql('select updated_at > now() - interval $$1 minute$$ as fresh from public.pages');
      assert.equal(row?.fresh, true);
    },
  },
  {
    name: 'a profile for everybody who signs up',
    prompt:
      'Whenever a user is added to auth.users, add a row to public.profiles with the same id and the email. Signing up must work whoever does it.',
    setUp: 'create table public.profiles (id uuid primary key, email text)',
    solution: `create function public.add_profile() returns trigger language plpgsql security definer set search_path = ''
        as $$ begin insert into public.profiles (id, email) values (new.id, new.email); return new; end $$;
      create trigger add_profile after insert on auth.users for each row execute function public.add_profile()`,
    wrong: `create function public.add_profile() returns trigger language plpgsql security definer set search_path = ''
        as $$ begin insert into profiles (id, email) values (new.id, new.email); return new; end $$;
      create trigger add_profile after insert on auth.users for each row execute function public.add_profile()`,
    check: async ({ project: { sql } }) => {
      await sql(USERS);
      const rows = await sql(`select email from public.profiles where id = '${ANNA}'`);
      assert.deepEqual(rows, [{ email: 'anna@example.com' }]);
    },
  },
  {
    name: 'a record of changes',
    prompt:
      'Keep a record in public.salary_changes (employee_id, old_amount, new_amount) whenever amount of public.salaries really changes. Other updates leave no record.',
    setUp: `create table public.salaries (employee_id int primary key, amount numeric, note text);
      create table public.salary_changes (employee_id int, old_amount numeric, new_amount numeric);
      insert into public.salaries values (1, 100), (2, null)`,
    solution: `create function public.record_change() returns trigger language plpgsql set search_path = '' as $$
        begin insert into public.salary_changes values (old.employee_id, old.amount, new.amount); return null; end $$;
      create trigger record_change after update on public.salaries for each row
        when (old.amount is distinct from new.amount) execute function public.record_change()`,
    wrong: `create function public.record_change() returns trigger language plpgsql set search_path = '' as $$
        begin insert into public.salary_changes values (old.employee_id, old.amount, new.amount); return null; end $$;
      create trigger record_change after update on public.salaries for each row
        when (old.amount <> new.amount) execute function public.record_change()`,
    check: async ({ project: { sql } }) => {
      await sql(`update public.salaries set note = 'x'`);
      await sql('update public.salaries set amount = 120 where employee_id = 1');
      await sql('update public.salaries set amount = 50 where employee_id = 2');
      const rows = await sql(
        'select employee_id, old_amount::int, new_amount::int from public.salary_changes order by 1',
      );
      assert.deepEqual(rows, [
        { employee_id: 1, old_amount: 100, new_amount: 120 },
        { employee_id: 2, old_amount: null, new_amount: 50 },
      ]);
    },
  },
  {
    name: 'a count that stays right',
    prompt:
      'public.posts.comment_count must always be the number of rows of public.comments with that post_id: when comments are added, removed or moved to another post.',
    setUp: `create table public.posts (id int primary key, comment_count int not null default 0);
      create table public.comments (id int primary key, post_id int references public.posts);
      insert into public.posts values (1), (2)`,
    solution: `create function public.count_comments() returns trigger language plpgsql set search_path = '' as $$
        begin
          if tg_op <> 'INSERT' then
            update public.posts set comment_count = comment_count - 1 where id = old.post_id;
          end if;
          if tg_op <> 'DELETE' then
            update public.posts set comment_count = comment_count + 1 where id = new.post_id;
          end if;
          return null;
        end $$;
      create trigger count_comments after insert or update of post_id or delete on public.comments
        for each row execute function public.count_comments()`,
    wrong: `create function public.count_comments() returns trigger language plpgsql set search_path = '' as $$
        begin
          if tg_op = 'INSERT' then update public.posts set comment_count = comment_count + 1 where id = new.post_id;
          else update public.posts set comment_count = comment_count - 1 where id = old.post_id; end if;
          return null;
        end $$;
      create trigger count_comments after insert or delete on public.comments
        for each row execute function public.count_comments()`,
    check: async ({ project: { sql } }) => {
      await sql('insert into public.comments values (1, 1), (2, 1), (3, 2)');
      await sql('update public.comments set post_id = 2 where id = 2');
      await sql('delete from public.comments where id = 1');
      const rows = await sql('select comment_count from public.posts order by id');
      assert.deepEqual(rows, [{ comment_count: 0 }, { comment_count: 2 }]);
    },
  },
  {
    name: 'stock that never goes below zero',
    prompt:
      'Each row added to public.sales (product_id, quantity) takes its quantity from public.products.stock. A sale of more than there is must fail.',
    setUp: `create table public.products (id int primary key, stock int not null);
      create table public.sales (id int primary key, product_id int references public.products, quantity int not null);
      insert into public.products values (1, 10)`,
    solution: `create function public.take_stock() returns trigger language plpgsql set search_path = '' as $$
        begin
          update public.products set stock = stock - new.quantity where id = new.product_id and stock >= new.quantity;
          if not found then raise exception 'There is not enough in stock'; end if;
          return new;
        end $$;
      create trigger take_stock before insert on public.sales for each row execute function public.take_stock()`,
    wrong: `create function public.take_stock() returns trigger language plpgsql set search_path = '' as $$
        begin
          update public.products set stock = greatest(stock - new.quantity, 0) where id = new.product_id;
          return new;
        end $$;
      create trigger take_stock before insert on public.sales for each row execute function public.take_stock()`,
    check: async ({ project: { sql } }) => {
      await sql('insert into public.sales values (1, 1, 7)');
      await assert.rejects(sql('insert into public.sales values (2, 1, 4)'));
      await sql('insert into public.sales values (3, 1, 3)');
      assert.deepEqual(await sql('select stock from public.products'), [{ stock: 0 }]);
    },
  },
  {
    name: 'what is paid stays',
    prompt:
      'A row of public.invoices whose paid_at is set must not be deleted and not be changed any more, by nobody. Others can be.',
    setUp: `create table public.invoices (id int primary key, amount int, paid_at timestamptz);
      insert into public.invoices values (1, 5, now()), (2, 5, null)`,
    solution: `create function public.keep_paid() returns trigger language plpgsql set search_path = ''
        as $$ begin raise exception 'Invoice % is paid', old.id; end $$;
      create trigger keep_paid before update or delete on public.invoices for each row
        when (old.paid_at is not null) execute function public.keep_paid()`,
    wrong: `create function public.keep_paid() returns trigger language plpgsql set search_path = ''
        as $$ begin raise exception 'Invoice % is paid', old.id; end $$;
      create trigger keep_paid before delete on public.invoices for each row
        when (old.paid_at is not null) execute function public.keep_paid()`,
    check: async ({ project: { sql } }) => {
      await assert.rejects(sql('delete from public.invoices where id = 1'));
      await assert.rejects(sql('update public.invoices set amount = 6 where id = 1'));
      await sql('update public.invoices set amount = 6, paid_at = now() where id = 2');
      await assert.rejects(sql('update public.invoices set paid_at = null where id = 2'));
    },
  },
  {
    name: 'addresses of one kind',
    prompt:
      'email in public.subscribers is stored without spaces around it and in lower case, whoever adds or changes it.',
    setUp: 'create table public.subscribers (id int primary key, email text)',
    solution: `create function public.tidy_email() returns trigger language plpgsql set search_path = ''
        as $$ begin new.email := lower(trim(new.email)); return new; end $$;
      create trigger tidy_email before insert or update on public.subscribers
        for each row execute function public.tidy_email()`,
    wrong: `create function public.tidy_email() returns trigger language plpgsql set search_path = ''
        as $$ begin new.email := lower(trim(new.email)); return new; end $$;
      create trigger tidy_email before insert on public.subscribers
        for each row execute function public.tidy_email()`,
    check: async ({ project: { sql } }) => {
      await sql(`insert into public.subscribers values (1, ' Anna@Example.COM ')`);
      assert.deepEqual(await sql('select email from public.subscribers'), [{ email: 'anna@example.com' }]);
      await sql(`update public.subscribers set email = 'BEN@example.com '`);
      assert.deepEqual(await sql('select email from public.subscribers'), [{ email: 'ben@example.com' }]);
    },
  },
  {
    name: 'versions of a text',
    prompt:
      'Before the body of public.articles changes, copy the old one to public.article_versions (article_id, version, body) and count version of the article up. An update that leaves the body as it is does neither.',
    setUp: `create table public.articles (id int primary key, body text not null, version int not null default 1, title text);
      create table public.article_versions (article_id int, version int, body text);
      insert into public.articles (id, body) values (1, 'one')`,
    solution: `create function public.keep_version() returns trigger language plpgsql set search_path = '' as $$
        begin
          insert into public.article_versions values (old.id, old.version, old.body);
          new.version := old.version + 1;
          return new;
        end $$;
      create trigger keep_version before update on public.articles for each row
        when (old.body is distinct from new.body) execute function public.keep_version()`,
    wrong: `create function public.keep_version() returns trigger language plpgsql set search_path = '' as $$
        begin
          insert into public.article_versions values (old.id, old.version, old.body);
          new.version := old.version + 1;
          return new;
        end $$;
      create trigger keep_version before update of body on public.articles for each row
        execute function public.keep_version()`,
    check: async ({ project: { sql } }) => {
      await sql(`update public.articles set title = 'T', body = body`);
      await sql(`update public.articles set body = 'two'`);
      await sql(`update public.articles set body = 'three'`);
      assert.deepEqual(await sql('select version, body from public.articles'), [
        { version: 3, body: 'three' },
      ]);
      assert.deepEqual(await sql('select version, body from public.article_versions order by version'), [
        { version: 1, body: 'one' },
        { version: 2, body: 'two' },
      ]);
    },
  },
];
