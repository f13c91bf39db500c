-- What the services of a project keep in a database that somebody else runs. Whoever attached it owns the schemas; the services'
-- roles own what is in them and may create there.

create schema if not exists extensions;
grant usage on schema extensions to public;

create schema auth;
create schema storage;
create schema realtime;
create schema graphql_public;
create schema basalt;
grant usage on schema auth, storage, realtime, graphql_public, basalt to anon, authenticated, service_role;
grant usage on schema auth, basalt to supabase_auth_admin;
grant usage on schema storage, basalt to supabase_storage_admin;
grant usage on schema realtime, basalt to supabase_realtime_admin;
-- Owners of tables must be able to create them where they are. The day's partitions of realtime.messages are made there too.
grant create on schema auth to supabase_auth_admin;
grant create on schema storage to supabase_storage_admin;
grant create on schema realtime to supabase_realtime_admin;

-- The list of applied migrations, as command-line tools read and write it. It may be there from before.
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text,
  created_by text,
  idempotency_key text unique,
  rollback text[]
);
