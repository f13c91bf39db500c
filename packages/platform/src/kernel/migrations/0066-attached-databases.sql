-- Projects whose database is on a server that somebody else runs.

-- The version of that server, as it was last seen; null: the project has a cluster of its own here.
alter table projects add column attached_version text;

create table attached_databases (
  project_id bigint primary key references projects (id) on delete cascade,
  host text not null,
  port integer not null check (port between 1 and 65535),
  database text not null,
  user_name text not null,
  sealed_password bytea not null,
  tls text not null check (tls in ('verify', 'encrypt', 'off')),
  certificate_authority text,
  -- Of the login roles that the platform makes there.
  sealed_login_password bytea not null,
  -- What is missing of the project's services there, as sentences.
  limits text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);
create trigger tell_change after insert or update or delete on attached_databases
  for each row execute function tell_project_api_change();
