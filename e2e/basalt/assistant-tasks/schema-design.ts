import assert from 'node:assert/strict';
import type { Task } from './task.ts';

export const SCHEMA_DESIGN: readonly Task[] = [
  {
    name: 'a table with rules',
    prompt:
      'Create the table public.todos: a title that must not be empty, done (false unless said otherwise) and created_at (when it was added).',
    solution: `create table public.todos (
      id bigint primary key generated always as identity,
      title text not null check (title <> ''),
      done boolean not null default false,
      created_at timestamptz not null default now())`,
    wrong: `create table public.todos (id bigint primary key generated always as identity, title text not null,
      done boolean not null default false, created_at timestamptz not null default now())`,
    check: async ({ project: { sql } }) => {
      const [row] = await sql(`insert into public.todos (title) values ('Write') returning done, created_at`);
      assert.equal(row?.done, false);
      assert.ok(row?.created_at instanceof Date);
      await assert.rejects(sql('insert into public.todos (title) values (null)'), { code: '23502' });
      await assert.rejects(sql(`insert into public.todos (title) values ('')`), { code: '23514' });
    },
  },
  {
    name: 'children that go with their parent',
    prompt:
      'I need public.authors (id, name) and public.books (id, title, author_id). When an author is deleted, the books go too; a book without an author must be impossible.',
    solution: `create table public.authors (id bigint primary key generated always as identity, name text not null);
      create table public.books (id bigint primary key generated always as identity, title text not null,
        author_id bigint not null references public.authors (id) on delete cascade)`,
    wrong: `create table public.authors (id bigint primary key generated always as identity, name text not null);
      create table public.books (id bigint primary key generated always as identity, title text not null,
        author_id bigint references public.authors (id) on delete set null)`,
    check: async ({ project: { sql } }) => {
      const [author] = await sql(`insert into public.authors (name) values ('Ada') returning id`);
      await sql(`insert into public.books (title, author_id) values ('Notes', $1)`, [author?.id]);
      await assert.rejects(sql(`insert into public.books (title) values ('Lost')`));
      await sql('delete from public.authors');
      assert.deepEqual(await sql('select * from public.books'), []);
    },
  },
  {
    name: 'many to many, once each',
    prompt:
      'Students take courses. public.students and public.courses exist. Add public.enrollments with student_id and course_id; nobody is enrolled twice in the same course.',
    setUp: `create table public.students (id int primary key, name text);
      create table public.courses (id int primary key, title text);
      insert into public.students values (1, 'Anna'), (2, 'Ben');
      insert into public.courses values (1, 'Geology'), (2, 'Chemistry')`,
    solution: `create table public.enrollments (
      student_id int not null references public.students (id) on delete cascade,
      course_id int not null references public.courses (id) on delete cascade,
      primary key (student_id, course_id))`,
    wrong: `create table public.enrollments (id bigint primary key generated always as identity,
      student_id int references public.students (id), course_id int references public.courses (id))`,
    check: async ({ project: { sql } }) => {
      await sql('insert into public.enrollments (student_id, course_id) values (1, 1), (1, 2), (2, 1)');
      const again = sql('insert into public.enrollments (student_id, course_id) values (1, 1)');
      await assert.rejects(again, { code: '23505' });
      const unknown = sql('insert into public.enrollments (student_id, course_id) values (9, 1)');
      await assert.rejects(unknown, { code: '23503' });
    },
  },
  {
    name: 'money',
    prompt:
      'Create public.payments with amount (exact to the cent, never negative) and currency (three upper-case letters). The key is generated.',
    solution: `create table public.payments (id bigint primary key generated always as identity,
      amount numeric(12, 2) not null check (amount >= 0), currency text not null check (currency ~ '^[A-Z]{3}$'))`,
    wrong: `create table public.payments (id bigint primary key generated always as identity,
      amount real not null check (amount >= 0), currency text not null check (length(currency) = 3))`,
    check: async ({ project: { sql } }) => {
      const [row] = await sql(
        `insert into public.payments (amount, currency) values (1234567.89, 'EUR') returning amount::text as amount`,
      );
      assert.equal(row?.amount, '1234567.89');
      const wrongs = [`(-1, 'EUR')`, `(1, 'eur')`, `(1, 'EURO')`];
      for (const values of wrongs)
        await assert.rejects(sql(`insert into public.payments (amount, currency) values ${values}`));
    },
  },
  {
    name: 'a status of three words',
    prompt:
      'public.orders has rows. Add a column status that is pending, paid or shipped and nothing else; all present orders are pending, and so are new ones.',
    setUp: 'create table public.orders (id int primary key); insert into public.orders values (1), (2)',
    solution: `create type public.order_status as enum ('pending', 'paid', 'shipped');
      alter table public.orders add column status public.order_status not null default 'pending'`,
    wrong: `alter table public.orders add column status text default 'pending'`,
    check: async ({ project: { sql } }) => {
      await sql('insert into public.orders (id) values (3)');
      const rows = await sql('select status::text as status from public.orders');
      assert.deepEqual(rows, Array(3).fill({ status: 'pending' }));
      await sql(`update public.orders set status = 'shipped' where id = 1`);
      await assert.rejects(sql(`update public.orders set status = 'lost'`));
    },
  },
  {
    name: 'unique whatever the case',
    prompt:
      'Two customers must never have the same email in public.customers, even if one is written in capitals. What is stored stays as it was written.',
    setUp: `create table public.customers (id int primary key, email text not null);
      insert into public.customers values (1, 'Anna@Example.com')`,
    solution: 'create unique index customers_email on public.customers (lower(email))',
    wrong: 'alter table public.customers add unique (email)',
    check: async ({ project: { sql } }) => {
      await assert.rejects(sql(`insert into public.customers values (2, 'anna@example.com')`), {
        code: '23505',
      });
      await sql(`insert into public.customers values (3, 'Ben@Example.com')`);
      const rows = await sql('select email from public.customers order by id');
      assert.deepEqual(rows, [{ email: 'Anna@Example.com' }, { email: 'Ben@Example.com' }]);
    },
  },
  {
    name: 'one column becomes two',
    prompt:
      'Split public.people.full_name into first_name (the first word) and last_name (the rest), keep what is in the table, then remove full_name.',
    setUp: `create table public.people (id int primary key, full_name text not null);
      insert into public.people values (1, 'Ada Lovelace'), (2, 'Vincent van Gogh')`,
    solution: `alter table public.people add column first_name text, add column last_name text;
      update public.people set first_name = split_part(full_name, ' ', 1),
        last_name = substr(full_name, strpos(full_name, ' ') + 1);
      alter table public.people drop column full_name`,
    wrong: `alter table public.people add column first_name text, add column last_name text;
      update public.people set first_name = split_part(full_name, ' ', 1), last_name = split_part(full_name, ' ', 2);
      alter table public.people drop column full_name`,
    check: async ({ project: { sql } }) => {
      assert.deepEqual(await sql('select first_name, last_name from public.people order by id'), [
        { first_name: 'Ada', last_name: 'Lovelace' },
        { first_name: 'Vincent', last_name: 'van Gogh' },
      ]);
      await assert.rejects(sql('select full_name from public.people'), { code: '42703' });
    },
  },
  {
    name: 'an index that spares the sort',
    prompt:
      'We read the newest ten rows of public.events of one user_id all the time (order by at desc limit 10), and it sorts. Add the index that makes sorting unnecessary.',
    setUp: `create table public.events (id bigint primary key generated always as identity, user_id int, at timestamptz);
      insert into public.events (user_id, at) select n % 7, now() - n * interval '1 minute' from generate_series(1, 500) n`,
    solution: 'create index events_of_user on public.events (user_id, at desc)',
    wrong: 'create index events_of_user on public.events (user_id)',
    check: async ({ project: { sql } }) => {
      await sql('set enable_sort = off');
      try {
        const plan = await sql(
          'explain select * from public.events where user_id = 3 order by at desc limit 10',
        );
        assert.doesNotMatch(JSON.stringify(plan), /Sort/);
      } finally {
        await sql('reset enable_sort');
      }
    },
  },
  {
    name: 'no room is booked twice',
    prompt:
      'In public.bookings (room int, during tstzrange) two bookings of the same room must never overlap. Other rooms do not matter. Let the database refuse it.',
    setUp: 'create table public.bookings (id int primary key, room int not null, during tstzrange not null)',
    solution: `create extension if not exists btree_gist with schema extensions;
      alter table public.bookings add constraint once_at_a_time exclude using gist (room with =, during with &&)`,
    wrong: 'alter table public.bookings add unique (room, during)',
    check: async ({ project: { sql } }) => {
      await sql(`insert into public.bookings values (1, 1, '[2030-01-01 10:00, 2030-01-01 12:00)'),
        (2, 2, '[2030-01-01 10:00, 2030-01-01 12:00)'), (3, 1, '[2030-01-01 12:00, 2030-01-01 13:00)')`);
      const overlap = sql(
        `insert into public.bookings values (4, 1, '[2030-01-01 11:00, 2030-01-01 11:30)')`,
      );
      await assert.rejects(overlap);
    },
  },
];
