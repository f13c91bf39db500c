import assert from 'node:assert/strict';
import { assertRows, type Task } from './task.ts';
import { ANNA } from './task-project.ts';

const STAFF = `create table public.teams (id int primary key, name text);
  create table public.staff (id int primary key, name text, team_id int, pay int);
  insert into public.teams values (1, 'Pit'), (2, 'Office');
  insert into public.staff values (1, 'Anna', 1, 30), (2, 'Ben', 1, 20), (3, 'Cleo', 2, 25);`;

/** SQL that fails, attached to the question. */
export const REPAIRS: readonly Task[] = [
  {
    name: 'a column with another name',
    prompt: 'Fix the attached SQL: column "fullname" does not exist. It should list all names in order.',
    setUp: STAFF,
    attached: 'select fullname from public.staff order by fullname',
    solution: 'select name from public.staff order by name',
    wrong: `select 'fullname' from public.staff`,
    check: async (attempt) => assertRows(attempt, [['Anna'], ['Ben'], ['Cleo']]),
  },
  {
    name: 'what is not grouped',
    prompt:
      'Fix the attached SQL: column "t.name" must appear in the GROUP BY clause. It should show each team with the sum of its pay, by name.',
    setUp: STAFF,
    attached:
      'select t.name, sum(s.pay) from public.staff s join public.teams t on t.id = s.team_id order by 1',
    solution:
      'select t.name, sum(s.pay) from public.staff s join public.teams t on t.id = s.team_id group by t.name order by 1',
    wrong:
      'select max(t.name), sum(s.pay) from public.staff s join public.teams t on t.id = s.team_id order by 1',
    check: async (attempt) =>
      assertRows(attempt, [
        ['Office', 25],
        ['Pit', 50],
      ]),
  },
  {
    name: 'whose name',
    prompt:
      'Fix the attached SQL: column reference "name" is ambiguous. It should show the name of each person with the name of the team, by person.',
    setUp: STAFF,
    attached: 'select name, name from public.staff s join public.teams t on t.id = s.team_id order by name',
    solution:
      'select s.name as person, t.name as team from public.staff s join public.teams t on t.id = s.team_id order by s.name',
    wrong:
      'select t.name as team, s.name as person from public.staff s join public.teams t on t.id = s.team_id order by s.name',
    check: async (attempt) =>
      assertRows(attempt, [
        ['Anna', 'Pit'],
        ['Ben', 'Pit'],
        ['Cleo', 'Office'],
      ]),
  },
  {
    name: 'a window in a condition',
    prompt:
      'Fix the attached SQL: window functions are not allowed in WHERE. It should show the name of who earns most in each team, by name.',
    setUp: STAFF,
    attached:
      'select name from public.staff where rank() over (partition by team_id order by pay desc) = 1 order by name',
    solution: `select name from (select name, rank() over (partition by team_id order by pay desc) as place
      from public.staff) ranked where place = 1 order by name`,
    wrong: `select name from (select name, rank() over (order by pay desc) as place
      from public.staff) ranked where place = 1 order by name`,
    check: async (attempt) => assertRows(attempt, [['Anna'], ['Cleo']]),
  },
  {
    name: 'nothing to conflict with',
    prompt:
      'Fix the attached SQL: there is no unique or exclusion constraint matching the ON CONFLICT specification. Make it possible, then show the statement; it must add rope or set its price to 7.',
    setUp: `create table public.prices (product text not null, price int);
      insert into public.prices values ('rope', 5), ('hammer', 9)`,
    attached: `insert into public.prices values ('rope', 7) on conflict (product) do update set price = excluded.price`,
    solution: [
      { sql: 'alter table public.prices add primary key (product)' },
      {
        sql: `insert into public.prices values ('rope', 7) on conflict (product) do update set price = excluded.price`,
      },
    ],
    wrong: `insert into public.prices values ('rope', 7) on conflict do nothing`,
    check: async ({ project: { sql } }) =>
      assert.deepEqual(await sql('select * from public.prices order by product'), [
        { product: 'hammer', price: 9 },
        { product: 'rope', price: 7 },
      ]),
  },
  {
    name: 'a function that does not compile',
    prompt:
      'Fix the attached SQL: syntax error at or near "if". public.grade(points int) should be pass from 50 on, fail below, and null for null.',
    attached: `create function public.grade(points int) returns text language sql as $$
      if points >= 50 then return 'pass' else return 'fail' $$`,
    solution: `create function public.grade(points int) returns text language sql immutable set search_path = '' as $$
      select case when points >= 50 then 'pass' when points < 50 then 'fail' end $$`,
    wrong: `create function public.grade(points int) returns text language sql immutable as $$
      select case when points >= 50 then 'pass' else 'fail' end $$`,
    check: async ({ project: { sql } }) => {
      const [row] = await sql(
        'select array_agg(public.grade(n)) as grades from unnest(array[49, 50, null]) n',
      );
      assert.deepEqual(row?.grades, ['fail', 'pass', null]);
    },
  },
  {
    name: 'text beside uuid',
    prompt:
      'Fix the attached SQL: operator does not exist: uuid = text. The policy should let signed-in users read their rows of public.devices; do not change the table.',
    setUp: `create table public.devices (id int primary key, owner text);
      alter table public.devices enable row level security;
      insert into public.devices values (1, '${ANNA}'), (2, 'nobody')`,
    attached:
      'create policy own on public.devices for select to authenticated using ((select auth.uid()) = owner)',
    solution:
      'create policy own on public.devices for select to authenticated using ((select auth.uid())::text = owner)',
    wrong:
      'create policy own on public.devices for select to authenticated using ((select auth.uid()) = owner::uuid)',
    check: async ({ project: { as } }) =>
      assert.deepEqual(await as(ANNA, 'select id from public.devices'), [{ id: 1 }]),
  },
  {
    name: 'two tables that need each other',
    prompt:
      'Fix the attached SQL: relation "public.chapters" does not exist. Both references are wanted, and a book with its first chapter must be possible in one transaction.',
    attached: `create table public.books (id int primary key, first_chapter int not null references public.chapters);
      create table public.chapters (id int primary key, book_id int not null references public.books)`,
    solution: `create table public.books (id int primary key, first_chapter int not null);
      create table public.chapters (id int primary key, book_id int not null references public.books);
      alter table public.books add foreign key (first_chapter) references public.chapters deferrable initially deferred`,
    wrong: `create table public.books (id int primary key, first_chapter int not null);
      create table public.chapters (id int primary key, book_id int not null references public.books);
      alter table public.books add foreign key (first_chapter) references public.chapters`,
    check: async ({ project: { sql } }) => {
      await sql('insert into public.books values (1, 10); insert into public.chapters values (10, 1)');
      await assert.rejects(sql('insert into public.books values (2, 99)'), { code: '23503' });
    },
  },
];
