-- Backups and recovery, upgrades, sizes, what projects use of the machine, and deletion with a way back.

alter table operations
  -- What was asked for, by kind.
  add column input jsonb not null default '{}',
  -- What is worth knowing about it afterwards, by kind.
  add column result jsonb not null default '{}',
  -- Somebody asked to give it up.
  add column cancel_requested boolean not null default false;
alter table operation_steps add column progress jsonb;

alter table projects
  add column compute_size text not null default 'nano',
  add column disk_size_gb integer not null default 8 check (disk_size_gb between 1 and 200),
  -- Parameters of PostgreSQL that differ from those of the size.
  add column postgres_config jsonb not null default '{}',
  add column paused_at timestamptz,
  -- A deleted project is erased then.
  add column removed_at timestamptz,
  add column erase_at timestamptz,
  -- The disk quota is (nearly) used up: no writes.
  add column read_only_since timestamptz,
  -- Writes are let through until then all the same.
  add column read_only_lifted_until timestamptz;

create table backups (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  reason text not null check (reason in ('schedule', 'manual', 'first', 'upgrade', 'restore')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  error text,
  postgres_engine text not null,
  -- The name of the base backup in the store; null until there is one.
  stored_as text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  stored_bytes bigint,
  data_bytes bigint,
  verified_at timestamptz,
  verify_error text
);
create index backups_project_id on backups (project_id, started_at desc);

create table backup_settings (
  project_id bigint primary key references projects on delete cascade,
  enabled boolean not null default true,
  pitr_enabled boolean not null default true,
  -- Time of day in UTC, minutes since midnight.
  minute_of_day integer not null check (minute_of_day between 0 and 1439),
  -- Null: as the organization's plan says.
  retention_days integer check (retention_days between 1 and 365),
  updated_at timestamptz not null default now()
);

-- How the archive of changes is doing; a row a project, written by the archiver.
create table archive_states (
  project_id bigint primary key references projects on delete cascade,
  safe_until timestamptz,
  earliest timestamptz,
  problem text,
  failing_since timestamptz
);

-- Named moments to go back to.
create table restore_points (
  project_id bigint not null references projects on delete cascade,
  name text not null,
  at timestamptz not null default now(),
  primary key (project_id, name)
);

-- Databases written out for download.
create table backup_files (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects on delete cascade,
  kind text not null check (kind in ('sql', 'storage')),
  backup_id bigint references backups on delete set null,
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  error text,
  progress jsonb,
  bytes bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index backup_files_project_id on backup_files (project_id, created_at desc);

-- What a project uses of the machine, a row a minute; old rows are deleted.
create table resource_samples (
  project_id bigint not null references projects on delete cascade,
  at timestamptz not null,
  cpu_percent real,
  memory_bytes bigint,
  disk_bytes bigint,
  read_bytes_per_second bigint,
  written_bytes_per_second bigint,
  connections integer,
  primary key (project_id, at)
);

create table exit_surveys (
  id bigint generated always as identity primary key,
  account_id uuid references accounts on delete set null,
  organization_slug text,
  project_ref text,
  reasons text,
  feedback text,
  exit_action text,
  created_at timestamptz not null default now()
);

alter table accounts add column free_project_limit integer not null default 2;

-- Keys and API settings as they were at every moment, so that they go back together with the database. Sealed as in their tables.
create table project_settings_history (
  project_id bigint not null references projects on delete cascade,
  at timestamptz not null default clock_timestamp(),
  content jsonb not null
);
create index project_settings_history_at on project_settings_history (project_id, at desc);

create function project_settings_content(wanted bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'api_keys', (select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from api_keys k where k.project_id = wanted),
    'signing_keys', (select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from signing_keys k where k.project_id = wanted),
    'project_api_settings', (select to_jsonb(s) from project_api_settings s where s.project_id = wanted)
  )
$$;

create function remember_project_settings() returns trigger language plpgsql as $$
declare
  wanted bigint := coalesce(new.project_id, old.project_id);
begin
  -- While the project itself is being deleted there is nothing to remember.
  if exists (select from projects where id = wanted) then
    insert into project_settings_history (project_id, content) values (wanted, project_settings_content(wanted));
  end if;
  return null;
end
$$;

create trigger remember_api_keys after insert or update or delete on api_keys
  for each row execute function remember_project_settings();
create trigger remember_signing_keys after insert or update or delete on signing_keys
  for each row execute function remember_project_settings();
create trigger remember_api_settings after insert or update or delete on project_api_settings
  for each row execute function remember_project_settings();

insert into project_settings_history (project_id, content)
  select id, project_settings_content(id) from projects;
