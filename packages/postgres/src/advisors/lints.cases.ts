import type { Limits } from './common-names.ts';

/** A check with a schema that has nothing for it to find, and what makes it find something. */
export interface LintCase {
  name: string;
  /** What makes this case another one than those of the same check. */
  note?: string;
  /** Nothing is found after this. Run by the owner. */
  good: string;
  /** Something is found after this. Run by the owner; statements that cannot be in a transaction stand alone. */
  bad: readonly string[];
  /** Where the owner may not. */
  asAdmin?: true;
  detail: RegExp | string;
  level?: string;
  /** What the fix says; null: there is none. */
  fix: string | RegExp | null;
  limits?: Partial<Limits>;
  /** Only from this version on. */
  since?: number;
}

const NOTES = 'create table public.notes (id bigint primary key, writer uuid, title text)';
const OPEN = `${NOTES}; alter table public.notes disable row level security`;

export const LINT_CASES: readonly LintCase[] = [
  {
    name: 'rls_disabled_in_public',
    good: `${NOTES}; create table public.hidden (id int primary key); alter table public.hidden disable row level security;
      revoke all on public.hidden from anon, authenticated`,
    bad: ['alter table public.notes disable row level security'],
    detail: 'Table `public.notes` is public, but RLS has not been enabled.',
    fix: 'alter table public.notes enable row level security;',
  },
  {
    name: 'rls_disabled_in_public',
    note: 'a partitioned table that can only be written',
    good: 'create table public."Log ""1""" (at date) partition by range (at)',
    bad: [
      'alter table public."Log ""1""" disable row level security; revoke all on public."Log ""1""" from anon, authenticated; grant insert on public."Log ""1""" to anon',
    ],
    detail: 'Table `public.Log "1"` is public, but RLS has not been enabled.',
    fix: 'alter table public."Log ""1""" enable row level security;',
  },
  {
    name: 'policy_exists_rls_disabled',
    good: `${NOTES}; create policy reading on public.notes for select using (true)`,
    bad: ['alter table public.notes disable row level security'],
    detail: 'Policies include {reading}.',
    fix: 'alter table public.notes enable row level security;',
  },
  {
    name: 'sensitive_columns_exposed',
    good: `${OPEN}; alter table public.notes add column tokenizer text`,
    bad: ['alter table public.notes add column password_hash text, add column "homeIBAN" text'],
    detail: 'potentially sensitive column(s): password_hash, homeIBAN.',
    fix: 'alter table public.notes enable row level security;',
  },
  {
    name: 'insecure_queue_exposed_in_api',
    good: 'create schema pgmq; create table pgmq.q_mails (id int); grant usage on schema pgmq to anon; create schema pgmq_public',
    bad: ['alter table pgmq.q_mails disable row level security; grant select on pgmq.q_mails to anon'],
    detail: 'Table `pgmq.q_mails` is public',
    fix: 'alter table pgmq.q_mails enable row level security;',
  },
  {
    name: 'auth_users_exposed',
    good: `create view public.mine with (security_invoker = on) as select id, email from auth.users;
      create schema private; create view private.people as select id from auth.users`,
    bad: [
      'create view public.people with (security_invoker = on) as select id from private.people; grant select on public.people to anon',
    ],
    detail: 'View `public.people` may expose `auth.users` data to anon',
    fix: 'revoke all on public.people from public, anon, authenticated;',
  },
  {
    name: 'security_definer_view',
    good: `${NOTES}; create view public.titles with (security_invoker = true) as select title from public.notes`,
    bad: ['alter view public.titles reset (security_invoker)'],
    detail:
      'View `public.titles` is defined with the SECURITY DEFINER property, and shows rows past the policies',
    level: 'ERROR',
    fix: 'alter view public.titles set (security_invoker = on);',
  },
  {
    name: 'security_definer_view',
    note: 'above no policies',
    good: 'select 1',
    bad: ['create view public.numbers as select 1 as n'],
    detail: 'View `public.numbers` is defined with the SECURITY DEFINER property',
    level: 'WARN',
    fix: 'alter view public.numbers set (security_invoker = on);',
  },
  {
    name: 'rls_references_user_metadata',
    good: `${NOTES}; create policy app on public.notes using ((select auth.jwt() -> 'app_metadata' ->> 'plan') = 'paid')`,
    bad: [
      "create policy own on public.notes using ((select auth.jwt() #>> '{user_metadata,plan}') = 'paid')",
    ],
    detail: '`own` that references Supabase Auth `user_metadata`',
    fix: null,
  },
  {
    name: 'rls_references_user_metadata',
    note: 'by way of the table',
    good: `${NOTES}; create policy app on public.notes using (exists (select from auth.users where id = writer and raw_app_meta_data ? 'x'))`,
    bad: [
      "create policy own on public.notes using (exists (select from auth.users where id = writer and raw_user_meta_data ? 'x'))",
    ],
    detail: '`own`',
    fix: null,
  },
  {
    name: 'fkey_to_auth_unique',
    good: 'create table public.profiles (id uuid primary key references auth.users (id))',
    bad: [
      'alter table public.profiles add column phone text constraint by_phone references auth.users (phone)',
    ],
    detail: 'foreign key `by_phone` referencing an auth unique constraint',
    fix: null,
  },
  {
    name: 'rls_policy_always_true',
    good: `${NOTES}; create policy reading on public.notes for select using (true);
      create policy own on public.notes for update using ((select auth.uid()) = writer);
      create policy service on public.notes for all to service_role using (true)`,
    bad: [
      'create policy "all" on public.notes for update to authenticated using ((select auth.uid()) is not null)',
    ],
    detail: '`all` for `UPDATE` that allows unrestricted access (it asks only whether they have signed in)',
    fix: null,
  },
  {
    name: 'rls_policy_always_true',
    note: 'inserting',
    good: `${NOTES}; create policy own on public.notes for insert with check ((select auth.uid()) = writer)`,
    bad: ['create policy anyone on public.notes for insert to anon with check (1 = 1)'],
    detail:
      '`anyone` for `INSERT` that allows unrestricted access. This effectively bypasses row-level security for anon.',
    fix: null,
  },
  {
    name: 'anon_security_definer_function_executable',
    good: `create function public.counted() returns trigger language plpgsql security definer as 'begin return new; end';
      create function public.plain() returns int language sql as 'select 1';
      create function public.gated() returns int language plpgsql security definer as 'begin if auth.uid() is null then return 0; end if; return 1; end'`,
    bad: [
      `create function public."do all"(integer, text) returns int language plpgsql security definer as 'begin return 1; end'; grant execute on function public."do all" to anon`,
    ],
    detail: 'Function `public.do all` can be executed by the `anon` role',
    fix: /^revoke execute on function public\."do all"\(integer, text\) from public, anon;\ngrant execute on function .* to authenticated, service_role;$/,
  },
  {
    name: 'authenticated_security_definer_function_executable',
    good: 'select 1',
    bad: [
      `create procedure public.wipe() language plpgsql security definer as 'begin end'; grant execute on procedure public.wipe to authenticated`,
    ],
    detail: 'Function `public.wipe` can be executed by the `authenticated` role',
    fix: /^revoke execute on procedure public\.wipe\(\) from public, authenticated;/,
  },
  {
    name: 'function_search_path_mutable',
    good: `create function public.parsed() returns int language sql return 1;
      create function public.fixed() returns int language sql set search_path = '' as 'select 1';
      create aggregate public.product(int) (sfunc = int4mul, stype = int)`,
    bad: [`create function public.free(a int, variadic b text[]) returns int language sql as 'select 1'`],
    detail: 'Function `public.free` has a role mutable search_path',
    level: 'INFO',
    fix: 'alter function public.free(a integer, VARIADIC b text[])\n  set search_path = public, extensions, pg_temp;',
  },
  {
    name: 'function_search_path_mutable',
    note: 'with the rights of its owner',
    good: 'select 1',
    bad: [
      `create schema shop; create function shop.free() returns int language sql security definer as 'select 1'`,
    ],
    detail: 'Function `shop.free`',
    level: 'WARN',
    fix: 'alter function shop.free()\n  set search_path = shop, public, extensions, pg_temp;',
  },
  {
    name: 'materialized_view_in_api',
    good: `${NOTES}; create materialized view public.kept as select id from public.notes; revoke all on public.kept from anon, authenticated`,
    bad: ['grant select on public.kept to authenticated'],
    detail: 'Materialized view `public.kept` is selectable by authenticated',
    fix: 'revoke all on public.kept from public, anon, authenticated;',
  },
  {
    name: 'foreign_table_in_api',
    good: `create foreign data wrapper nowhere; create server elsewhere foreign data wrapper nowhere;
      create foreign table public.far (id int) server elsewhere; revoke all on public.far from anon, authenticated`,
    bad: ['grant select on public.far to anon'],
    asAdmin: true,
    detail: 'Foreign table `public.far` is selectable by anon',
    fix: 'revoke all on public.far from public, anon, authenticated;',
  },
  {
    name: 'public_bucket_allows_listing',
    good: `insert into storage.buckets (id, name, public) values ('pictures', 'pictures', true), ('letters', 'letters', false);
      create policy own on storage.objects for select using (bucket_id = 'pictures' and owner = (select auth.uid()));
      create policy letters on storage.objects for select using (bucket_id = 'letters')`,
    bad: [`create policy "see all" on storage.objects for select using (bucket_id = 'pictures')`],
    detail:
      'Public bucket `pictures` has 1 SELECT policy(ies) on storage.objects allowing clients to list all files: see all',
    fix: 'drop policy "see all" on storage.objects;',
  },
  {
    name: 'extension_in_public',
    good: 'create extension pg_trgm schema extensions',
    bad: ['alter extension pg_trgm set schema public'],
    asAdmin: true,
    detail: 'Extension `pg_trgm` is installed in the public schema.',
    fix: 'alter extension pg_trgm set schema extensions;',
  },
  {
    name: 'extension_versions_outdated',
    good: 'create extension pg_trgm schema extensions',
    bad: ["drop extension pg_trgm; create extension pg_trgm schema extensions version '1.3'"],
    asAdmin: true,
    detail: /Extension `pg_trgm` is using version `1\.3` but version `1\.\d` is available/,
    fix: /^alter extension pg_trgm update to '1\.\d';$/,
  },
  {
    name: 'unsupported_reg_types',
    good: 'create table public.names (a regclass, b regtype, c regrole)',
    bad: ['create table public.calls (id int primary key, what regproc)'],
    detail: 'Table `public.calls` has a column `what` with unsupported reg* type `regproc`.',
    fix: 'alter table public.calls alter column what type text;',
  },
  {
    name: 'rls_enabled_no_policy',
    good: `${NOTES}; create policy reading on public.notes for select using (true); create schema shop; create table shop.hidden (id int);
      alter table shop.hidden enable row level security`,
    bad: ['drop policy reading on public.notes'],
    detail: 'Table `public.notes` has RLS enabled, but no policies exist',
    fix: null,
  },
  {
    name: 'sequence_near_limit',
    good: 'create table public.things (id serial primary key, n bigserial, more smallint generated always as identity)',
    bad: ["select setval('public.things_id_seq', 2000000000)"],
    detail: 'The sequence of column `id` of table `public.things` has used up 93 % of its numbers',
    fix: 'alter table public.things alter column id type bigint;\nalter sequence public.things_id_seq as bigint;',
  },
  {
    name: 'sequence_near_limit',
    note: 'identity',
    good: 'create table public.things (id smallint generated always as identity primary key)',
    bad: ["select setval('public.things_id_seq', 30000)"],
    detail: 'The sequence of column `id` of table `public.things` has used up 91 % of its numbers',
    fix: 'alter table public.things alter column id type bigint;',
  },
  {
    name: 'sequence_near_limit',
    note: 'a sequence with an end of its own',
    good: 'create table public.things (id bigint generated always as identity (maxvalue 1000) primary key)',
    bad: ["select setval('public.things_id_seq', 900)"],
    detail: 'has used up 90 % of its numbers',
    fix: 'alter sequence public.things_id_seq no maxvalue;',
  },
  {
    name: 'int_key_near_limit',
    good: 'create table public.things (id int primary key); insert into public.things select generate_series(1, 300); analyze public.things',
    bad: ['insert into public.things select generate_series(2000000000, 2000000300); analyze public.things'],
    detail: /The key `id` of table `public.things` has reached 2000000\d\d\d, 93 % of what its type can hold/,
    fix: 'alter table public.things alter column id type bigint;',
  },
  {
    name: 'wraparound_risk',
    good: `${NOTES}; insert into public.notes values (1)`,
    bad: [...Array.from({ length: 30 }, () => 'select pg_current_xact_id()')],
    detail: /Table `public.notes` has rows that are \d+ transactions old and not frozen/,
    fix: 'vacuum (freeze) public.notes;',
    limits: { freezeFactor: 20 / 200_000_000 },
  },
  {
    name: 'auth_rls_initplan',
    good: `${NOTES}; create table public.members (team uuid, member uuid);
      create policy once on public.notes using ((select auth.uid()) = writer and (select auth.jwt() ->> 'aud') = 'x');
      create policy teams on public.notes for delete using (writer in (select team from public.members where member = auth.uid()))`,
    bad: [
      "create policy rows on public.notes for update using (auth.uid() = writer) with check (auth.jwt() ->> 'aud' = current_setting('app.it', true) and (select auth.uid()) = writer)",
    ],
    detail: 'Table `public.notes` has a row level security policy `rows` that re-evaluates',
    fix: /^alter policy rows on public\.notes\n {2}using \(\(\(select auth\.uid\(\)\) = writer\)\)\n {2}with check .*\(select auth\.jwt\(\)\).*\(select current_setting\('app\.it'::text, true\)\)/,
  },
  {
    name: 'auth_rls_initplan',
    note: 'in a subselect about the row, and by a function somebody made',
    good: `${NOTES}; create table public.members (team uuid, member uuid);
      create function public.me() returns uuid language sql stable as 'select auth.uid()'`,
    bad: [
      'create policy teams on public.notes using (exists (select from public.members m where m.team = notes.writer and m.member = public.me()))',
    ],
    detail: '`teams`',
    fix: /\(select public\.me\(\)\)/,
  },
  {
    name: 'multiple_permissive_policies',
    good: `${NOTES}; create policy one on public.notes for select to authenticated using (writer is null);
      create policy two on public.notes for select to anon using (id > 5); create policy three on public.notes for update to anon using (id > 7)`,
    bad: [`create policy "fo""ur" on public.notes for select to anon using (title = 'it''s')`],
    detail: 'for role `anon` for action `SELECT`. Policies include {fo"ur,two}',
    fix: /for select to anon\n {2}using \(\(\(title = 'it''s'::text\)\) or \(\(id > 5\)\)\);\ncommit;$/,
  },
  {
    name: 'multiple_permissive_policies',
    note: 'of other commands',
    good: `${NOTES}; create policy one on public.notes using (id > 5)`,
    bad: ['create policy two on public.notes for insert to anon with check (id > 7)'],
    detail: 'for role `anon` for action `INSERT`. Policies include {one,two}',
    fix: null,
  },
  {
    name: 'policy_column_unindexed',
    good: `${NOTES}; insert into public.notes select generate_series(1, 20); analyze public.notes;
      create policy by_id on public.notes using (id > 5)`,
    bad: ['create policy own on public.notes using ((select auth.uid()) = writer)'],
    detail: 'Policies of table `public.notes` use the column `writer`, which no index begins with: own',
    fix: 'create index concurrently on public.notes (writer);',
    limits: { manyRows: 20 },
  },
  {
    name: 'duplicate_index',
    good: `${NOTES}; create index on public.notes (title); create index on public.notes (title desc); create index on public.notes (title, id);
      create index on public.notes (title) where id > 5`,
    bad: ['create index again on public.notes (title)'],
    detail: 'Table `public.notes` has identical indexes {again,notes_title_idx}. Drop all except one of them',
    fix: 'drop index concurrently public.notes_title_idx;',
  },
  {
    name: 'duplicate_index',
    note: 'the twin of a key',
    good: NOTES,
    bad: ['create index a_twin on public.notes (id)'],
    detail: 'identical indexes {a_twin,notes_pkey}',
    fix: 'drop index concurrently public.a_twin;',
  },
  {
    name: 'invalid_index',
    good: `${NOTES}; create index on public.notes (title); create table public.parts (a int) partition by list (a); create index on only public.parts (a)`,
    bad: [
      "insert into public.notes values (1, null, 'a'), (2, null, 'a')",
      '-- fails\ncreate unique index concurrently broken on public.notes (title)',
      'delete from public.notes',
    ],
    detail: 'Index `broken` on table `public.notes` is not valid: it keeps nothing unique',
    fix: 'reindex index concurrently public.broken;',
  },
  {
    name: 'constraint_not_validated',
    good: `${NOTES}; alter table public.notes add constraint short check (length(title) < 9)`,
    bad: ["alter table public.notes add constraint named check (title <> '') not valid"],
    detail: 'Constraint `named` of table `public.notes` has not been checked',
    fix: 'alter table public.notes validate constraint named;',
  },
  {
    name: 'constraint_not_validated',
    note: 'that is enforced, or not null',
    good: `${NOTES}; alter table public.notes add constraint wished check (id > 0) not enforced`,
    bad: ['alter table public.notes add constraint titled not null title not valid'],
    detail: 'Constraint `titled`',
    fix: 'alter table public.notes validate constraint titled;',
    since: 18,
  },
  {
    name: 'vacuum_overdue',
    good: `${NOTES} with (autovacuum_enabled = off); insert into public.notes select generate_series(1, 500)`,
    bad: ['delete from public.notes; select pg_stat_force_next_flush()', 'select 1'],
    detail: 'Table `public.notes` has 500 dead rows, and autovacuum is switched off for it',
    fix: 'vacuum (analyze) public.notes;',
  },
  {
    name: 'unindexed_foreign_keys',
    good: `create table public.makers (a int, b int, primary key (a, b));
      create table public.goods (id int primary key, x int, y int, foreign key (x, y) references public.makers) partition by range (id);
      create table public.goods_1 partition of public.goods for values from (1) to (9); create index on public.goods (y, x)`,
    bad: [
      'create table public.more (x int, y int, constraint made foreign key (x, y) references public.makers); create index on public.more (x) include (y); create index on public.more (x, y) where x > 5',
    ],
    detail: 'Table `public.more` has a foreign key `made` without a covering index.',
    fix: 'create index concurrently on public.more (x, y);',
  },
  {
    name: 'unindexed_foreign_keys',
    note: 'of a table with partitions',
    good: 'create table public.makers (id int primary key)',
    bad: [
      'create table public.goods (id int, maker int references public.makers) partition by range (id); create table public.goods_1 partition of public.goods for values from (1) to (9)',
    ],
    detail: 'Table `public.goods` has a foreign key `goods_maker_fkey`',
    fix: 'create index on public.goods (maker);',
  },
  {
    name: 'no_primary_key',
    good: `${NOTES}; create view public.seen as select 1 as a`,
    bad: ['create table public.loose (id int unique)'],
    detail: 'Table `public.loose` does not have a primary key',
    fix: null,
  },
  {
    name: 'unused_index',
    good: `${NOTES}; create unique index on public.notes (title)`,
    bad: ['create index idle on public.notes (writer)'],
    detail: 'Index `idle` on table `public.notes` has not been used',
    fix: 'drop index concurrently public.idle;',
    limits: { unusedDays: 0, unusedBytes: 0 },
  },
  {
    name: 'table_bloat',
    good: `${NOTES} with (autovacuum_enabled = off); insert into public.notes select n, null, repeat('x', 100) from generate_series(1, 5000) n; analyze public.notes`,
    bad: ['delete from public.notes where id > 100; analyze public.notes'],
    detail: /^Table `public.notes` has excessive bloat: it takes \d+\.\d times/,
    fix: 'vacuum (analyze) public.notes;',
    limits: { bloatBytes: 100_000 },
  },
];
