import { useTestCluster } from '@basalt/clusters/testing';
import { expect, it } from 'vitest';
import { withClient } from '../../connections/connect.ts';
import { runQuery } from '../../queries/run-query.ts';
import { copyDatabase } from '../copy-database.ts';
import { schemaSnapshotOf } from '../schema-snapshot-for-test.ts';

const source = useTestCluster({ major: 17 });
const fresh = useTestCluster({ major: 17, name: 'target' });

/** What the role `postgres` may put on tables of the platform, and rows of theirs. */
const ADDITIONS = `
create type public.tier as enum ('free', 'paid');
create function public.rank(public.tier) returns int language sql immutable as 'select case $1 when ''paid'' then 2 else 1 end';
create function public.welcome() returns trigger language plpgsql security definer as 'begin return new; end';
alter table auth.users add column tier public.tier not null default 'free',
  add column rank int generated always as (public.rank('paid')) stored, add column note text collate "C" default 'it''s';
alter table storage.objects add constraint named check (name <> '') not valid;
alter table storage.objects add column person uuid, add foreign key (person) references auth.users on delete set null;
create trigger welcome after insert on auth.users for each row when (new.email is not null) execute function public.welcome();
alter table auth.users disable trigger welcome;
create policy own on storage.objects as restrictive for update to authenticated using (owner_id = auth.uid()::text) with check (true);
create policy listen on realtime.messages for select to authenticated using (realtime.topic() = 'room');
create index by_payload on realtime.messages ((payload ->> 'a'));
create rule none as on delete to realtime.subscription do instead nothing;
alter table auth.users replica identity full; alter table storage.buckets force row level security;
alter table auth.users set (fillfactor = 80);
comment on column auth.users.tier is 'what they pay'; comment on policy own on storage.objects is 'mine';
create table realtime.mine (id int primary key); create function realtime.own() returns int language sql as 'select 1';
create view public.people as select id, tier from auth.users; grant select on auth.users to anon;
revoke insert on storage.objects from anon; grant usage on schema auth to dashboard_user;
alter publication supabase_realtime add table public.kept;
insert into auth.users (id, email, tier) values ('00000000-0000-4000-8000-000000000001', 'a@example.com', 'paid');
insert into storage.buckets (id, name) values ('b', 'b');
insert into storage.objects (bucket_id, name, person) values ('b', 'x/y.png', '00000000-0000-4000-8000-000000000001');
alter role authenticated set statement_timeout = '20s'; alter role authenticator set pgrst.db_schemas = 'public, api';
alter role authenticated reset lock_timeout;
create role helper nologin; grant helper to authenticator; grant anon to helper;
drop table supabase_migrations.schema_migrations`;

it('carries over what users have added to tables of the platform', async () => {
  const from = await source.createDatabase();
  const to = await fresh.createDatabase();
  await withClient({ ...from, user: 'supabase_realtime_admin' }, async (client) => {
    await client.query('select realtime.ensure_message_partitions(1)');
    await client.query(`insert into realtime.messages (topic, extension) values ('t', 'broadcast')`);
  });
  await withClient({ ...from, user: 'postgres' }, async (client) => {
    await client.query('create table public.kept (id int primary key)');
    for (const statement of ADDITIONS.split(/;\n|; (?=alter|create|comment|grant|insert)/))
      await client.query(statement);
  });
  // As the platform makes it where there are many users.
  await runQuery(
    from,
    `create extension pg_trgm with schema extensions;
     create index users_search_idx on auth.users
       using gin (lower(E'\\n' || coalesce(email::text, '') || E'\\n' || (raw_user_meta_data ->> 'name')) extensions.gin_trgm_ops)`,
  );
  await runQuery(
    from,
    `insert into basalt.mailbox (channel, kind, recipient) values ('email', 'confirm', 'a@b.c')`,
  );
  await copyDatabase(from, to);
  expect(await schemaSnapshotOf(to)).toEqual(await schemaSnapshotOf(from));
});

it('names what lies in a schema of the platform and is not part of it', async () => {
  const from = await source.createDatabase();
  const to = await fresh.createDatabase();
  await runQuery(from, 'create table auth.of_operator (a int)');
  await expect(copyDatabase(from, to)).rejects.toMatchObject({
    code: '0A000',
    message: expect.stringMatching(/^The table auth\.of_operator lies in a schema of the platform/),
  });
});
