import assert from 'node:assert/strict';
import type { Task } from './task.ts';
import { ANNA, BEN, USERS } from './task-project.ts';

const NOTES = `create table public.notes (id int primary key, user_id uuid not null default auth.uid(), body text);
  insert into public.notes values (1, '${ANNA}', 'of Anna'), (2, '${BEN}', 'of Ben');`;

const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id).sort();

/** Proven by acting as two users and as nobody. */
export const POLICIES: readonly Task[] = [
  {
    name: 'everybody has rows of their own',
    prompt:
      'Set up row level security on public.notes: signed-in users read, add, change and remove only notes whose user_id is theirs. Nobody else sees anything.',
    setUp: NOTES,
    solution: `alter table public.notes enable row level security;
      create policy own on public.notes for all to authenticated
        using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id)`,
    wrong: `alter table public.notes enable row level security;
      create policy own on public.notes for all to authenticated using (true) with check ((select auth.uid()) = user_id)`,
    check: async ({ project: { as, changes } }) => {
      assert.deepEqual(ids(await as(ANNA, 'select id from public.notes')), [1]);
      assert.deepEqual(ids(await as(BEN, 'select id from public.notes')), [2]);
      assert.equal(await changes(ANNA, `insert into public.notes values (3, '${ANNA}', 'x')`), 1);
      assert.equal(await changes(ANNA, `insert into public.notes values (3, '${BEN}', 'x')`), 0);
      assert.equal(await changes(ANNA, `update public.notes set body = 'x'`), 1);
      assert.equal(await changes(BEN, 'delete from public.notes'), 1);
      assert.equal((await as(null, 'select id from public.notes')).length, 0);
    },
  },
  {
    name: 'drafts and what is published',
    prompt:
      'Everybody, signed in or not, may read posts of public.posts with published = true. Authors (author_id) also read their own drafts. Nobody may write for now.',
    setUp: `create table public.posts (id int primary key, author_id uuid, published boolean not null);
      insert into public.posts values (1, '${ANNA}', true), (2, '${ANNA}', false), (3, '${BEN}', false)`,
    solution: `alter table public.posts enable row level security;
      create policy published on public.posts for select to anon, authenticated using (published);
      create policy drafts on public.posts for select to authenticated using ((select auth.uid()) = author_id)`,
    wrong: `alter table public.posts enable row level security;
      create policy published on public.posts for select to authenticated using (published or (select auth.uid()) = author_id)`,
    check: async ({ project: { as, changes } }) => {
      assert.deepEqual(ids(await as(null, 'select id from public.posts')), [1]);
      assert.deepEqual(ids(await as(ANNA, 'select id from public.posts')), [1, 2]);
      assert.deepEqual(ids(await as(BEN, 'select id from public.posts')), [1, 3]);
      assert.equal(await changes(ANNA, 'update public.posts set published = true where id = 2'), 0);
    },
  },
  {
    name: 'members of a team',
    prompt:
      'Rows of public.documents belong to a team_id. Signed-in users read the documents of the teams they are in: public.members has team_id and user_id. Users read their own rows of public.members.',
    setUp: `create table public.members (team_id int, user_id uuid, primary key (team_id, user_id));
      create table public.documents (id int primary key, team_id int);
      insert into public.members values (1, '${ANNA}'), (2, '${ANNA}'), (2, '${BEN}');
      insert into public.documents values (1, 1), (2, 2), (3, 3)`,
    solution: `alter table public.members enable row level security;
      alter table public.documents enable row level security;
      create policy own on public.members for select to authenticated using ((select auth.uid()) = user_id);
      create policy team on public.documents for select to authenticated using (
        team_id in (select m.team_id from public.members m where m.user_id = (select auth.uid())))`,
    wrong: `alter table public.members enable row level security;
      alter table public.documents enable row level security;
      create policy team on public.documents for select to authenticated using (
        team_id in (select m.team_id from public.members m where m.user_id = (select auth.uid())))`,
    check: async ({ project: { as } }) => {
      assert.deepEqual(ids(await as(ANNA, 'select id from public.documents')), [1, 2]);
      assert.deepEqual(ids(await as(BEN, 'select id from public.documents')), [2]);
      assert.equal((await as(BEN, 'select * from public.members')).length, 1);
    },
  },
  {
    name: 'administrators by a claim',
    prompt:
      'Signed-in users read all of public.comments and delete their own (user_id). Users whose token has app_metadata.role = "admin" delete any.',
    setUp: `create table public.comments (id int primary key, user_id uuid);
      insert into public.comments values (1, '${ANNA}'), (2, '${BEN}')`,
    solution: `alter table public.comments enable row level security;
      create policy readable on public.comments for select to authenticated using (true);
      create policy removable on public.comments for delete to authenticated using (
        (select auth.uid()) = user_id or (select auth.jwt()) -> 'app_metadata' ->> 'role' = 'admin')`,
    wrong: `alter table public.comments enable row level security;
      create policy readable on public.comments for select to authenticated using (true);
      create policy removable on public.comments for delete to authenticated using (
        (select auth.uid()) = user_id or (select auth.jwt()) ->> 'role' = 'authenticated')`,
    check: async ({ project: { as, changes } }) => {
      const admin = { sub: BEN, app_metadata: { role: 'admin' } };
      assert.equal((await as(ANNA, 'select id from public.comments')).length, 2);
      assert.equal(await changes(ANNA, 'delete from public.comments'), 1);
      assert.equal(await changes(admin, 'delete from public.comments'), 2);
      assert.equal(await changes(null, 'delete from public.comments'), 0);
    },
  },
  {
    name: 'a letter box',
    prompt:
      'Everybody, signed in or not, may add rows to public.feedback (message text). Nobody may read, change or remove them through the API.',
    setUp:
      'create table public.feedback (id bigint primary key generated always as identity, message text not null)',
    solution: `alter table public.feedback enable row level security;
      create policy anybody on public.feedback for insert to anon, authenticated with check (true)`,
    wrong: `alter table public.feedback enable row level security;
      create policy anybody on public.feedback for all to anon, authenticated using (true) with check (true)`,
    check: async ({ project: { sql, as, changes } }) => {
      await sql(`insert into public.feedback (message) values ('hello')`);
      assert.equal(await changes(null, `insert into public.feedback (message) values ('x')`), 1);
      assert.equal(await changes(ANNA, `insert into public.feedback (message) values ('x')`), 1);
      assert.deepEqual(await as(ANNA, 'select * from public.feedback'), []);
      assert.equal(await changes(ANNA, 'delete from public.feedback'), 0);
    },
  },
  {
    name: 'letters between two people',
    prompt:
      'In public.messages (sender uuid, recipient uuid, body) both of them read a message; a signed-in user sends only in their own name; nobody changes what was sent.',
    setUp: `${USERS} create table public.messages (id int primary key, sender uuid, recipient uuid, body text);
      insert into public.messages values (1, '${ANNA}', '${BEN}', 'hi'), (2, '${BEN}', '${BEN}', 'note to self')`,
    solution: `alter table public.messages enable row level security;
      create policy involved on public.messages for select to authenticated
        using ((select auth.uid()) in (sender, recipient));
      create policy own_name on public.messages for insert to authenticated with check ((select auth.uid()) = sender)`,
    wrong: `alter table public.messages enable row level security;
      create policy involved on public.messages for all to authenticated
        using ((select auth.uid()) in (sender, recipient))`,
    check: async ({ project: { as, changes } }) => {
      assert.deepEqual(ids(await as(ANNA, 'select id from public.messages')), [1]);
      assert.deepEqual(ids(await as(BEN, 'select id from public.messages')), [1, 2]);
      assert.equal(
        await changes(ANNA, `insert into public.messages values (3, '${ANNA}', '${BEN}', 'x')`),
        1,
      );
      assert.equal(
        await changes(ANNA, `insert into public.messages values (3, '${BEN}', '${ANNA}', 'x')`),
        0,
      );
      assert.equal(await changes(ANNA, `update public.messages set body = 'forged'`), 0);
    },
  },
  {
    name: 'a profile cannot be given away',
    prompt:
      'Everybody reads public.profiles. Users change only their own row (id is the id of the user) and can never change its id.',
    setUp: `create table public.profiles (id uuid primary key, name text);
      insert into public.profiles values ('${ANNA}', 'Anna'), ('${BEN}', 'Ben')`,
    solution: `alter table public.profiles enable row level security;
      create policy readable on public.profiles for select to anon, authenticated using (true);
      create policy own on public.profiles for update to authenticated
        using ((select auth.uid()) = id) with check ((select auth.uid()) = id)`,
    wrong: `alter table public.profiles enable row level security;
      create policy readable on public.profiles for select to anon, authenticated using (true);
      create policy own on public.profiles for update to authenticated using ((select auth.uid()) = id) with check (true)`,
    check: async ({ project: { as, changes } }) => {
      assert.equal((await as(null, 'select id from public.profiles')).length, 2);
      assert.equal(await changes(ANNA, `update public.profiles set name = 'x'`), 1);
      const stolen = `update public.profiles set id = gen_random_uuid() where id = '${ANNA}'`;
      assert.equal(await changes(ANNA, stolen), 0);
    },
  },
  {
    name: 'a policy that lets all in',
    prompt:
      'public.invoices has a policy that shows all invoices to everybody. Replace it: signed-in users read only invoices with their user_id.',
    setUp: `create table public.invoices (id int primary key, user_id uuid);
      alter table public.invoices enable row level security;
      create policy everyone on public.invoices using (true) with check (true);
      insert into public.invoices values (1, '${ANNA}'), (2, '${BEN}')`,
    solution: `drop policy everyone on public.invoices;
      create policy own on public.invoices for select to authenticated using ((select auth.uid()) = user_id)`,
    wrong: `create policy own on public.invoices for select to authenticated using ((select auth.uid()) = user_id)`,
    check: async ({ project: { as, changes } }) => {
      assert.deepEqual(ids(await as(ANNA, 'select id from public.invoices')), [1]);
      assert.deepEqual(ids(await as(BEN, 'select id from public.invoices')), [2]);
      assert.deepEqual(await as(null, 'select id from public.invoices'), []);
      assert.equal(await changes(ANNA, 'delete from public.invoices'), 0);
    },
  },
  {
    name: 'members who see each other',
    prompt:
      'Signed-in users should read the rows of public.members of every team that they are in themselves, other people included. Mind that the policy is on the table that it asks.',
    setUp: `create table public.members (team_id int, user_id uuid, primary key (team_id, user_id));
      insert into public.members values (1, '${ANNA}'), (2, '${ANNA}'), (2, '${BEN}'), (3, '${BEN}')`,
    solution: `create function public.my_teams() returns setof int language sql stable security definer set search_path = ''
        as $$ select team_id from public.members where user_id = (select auth.uid()) $$;
      alter table public.members enable row level security;
      create policy same_team on public.members for select to authenticated
        using (team_id in (select public.my_teams()))`,
    wrong: `alter table public.members enable row level security;
      create policy same_team on public.members for select to authenticated
        using (team_id in (select m.team_id from public.members m where m.user_id = (select auth.uid())))`,
    check: async ({ project: { as } }) => {
      assert.equal((await as(ANNA, 'select * from public.members')).length, 3);
      assert.equal((await as(BEN, 'select * from public.members')).length, 3);
      assert.equal((await as(BEN, 'select * from public.members where team_id = 1')).length, 0);
    },
  },
];
