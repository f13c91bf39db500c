-- Schemas that come with every project. All but the last belong to the superuser: whoever owns a schema may drop and replace
-- what is in it.

create schema extensions;
grant usage on schema extensions to public;
grant usage on schema extensions to postgres with grant option;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;

create schema graphql;
create schema graphql_public;
grant usage on schema graphql, graphql_public to anon, authenticated, service_role;
grant usage on schema graphql, graphql_public to postgres with grant option;

create schema supabase_functions;
grant usage on schema supabase_functions to anon, authenticated, service_role;
grant usage on schema supabase_functions to postgres with grant option;

create schema auth;
grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin, dashboard_user;
grant usage on schema auth to postgres with grant option;

create schema storage;
grant usage on schema storage to anon, authenticated, service_role, supabase_storage_admin, dashboard_user;
grant usage on schema storage to postgres with grant option;

-- CREATE for the daily partitions of realtime.messages.
create schema realtime;
grant usage, create on schema realtime to supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role;
grant usage on schema realtime to postgres with grant option;

-- The list of applied migrations. Command-line tools create and extend it as `postgres`.
create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text,
  created_by text,
  idempotency_key text unique,
  rollback text[]
);
alter table supabase_migrations.schema_migrations owner to postgres;
