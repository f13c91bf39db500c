-- What became of calls of the auth service's hooks, for the dashboard. Neither payloads nor secrets stand here. May be run on a
-- database that has it already.

create table if not exists basalt.auth_hook_calls (
  id bigint generated always as identity primary key,
  called_at timestamptz not null,
  hook text not null,
  target text not null,
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  message text,
  took_ms integer not null
);
grant select, insert, delete on basalt.auth_hook_calls to supabase_auth_admin;
