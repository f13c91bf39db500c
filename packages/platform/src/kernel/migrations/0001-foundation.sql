-- People, organizations, projects and the operations that change projects.

create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  created_at timestamptz not null default now()
);

create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account_id on sessions (account_id);

create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  token_alias text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index access_tokens_account_id on access_tokens (account_id);

-- Failed sign-ins of the last minutes, by e-mail address and by network address; older rows are deleted. A sign-in is
-- counted as failed before its password is checked, and taken back when it was right: attempts made at the same time
-- must not all be the first. `attempt` joins the rows of one of them.
create table sign_in_failures (
  attempt uuid not null,
  subject text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failures_subject on sign_in_failures (subject, failed_at);

-- The one-time code of the first visit. The row is there until someone has used it.
create table setup_code (
  singleton boolean primary key default true check (singleton),
  code_hash bytea not null,
  created_at timestamptz not null default now()
);

create table organizations (
  id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'team', 'enterprise')),
  created_at timestamptz not null default now()
);

create table organization_members (
  organization_id bigint not null references organizations on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  role text not null check (role in ('Owner', 'Administrator', 'Developer', 'Read-only')),
  created_at timestamptz not null default now(),
  primary key (organization_id, account_id)
);
create index organization_members_account_id on organization_members (account_id);

create table projects (
  id bigint generated always as identity primary key,
  ref text not null unique check (ref ~ '^[a-z]{20}$'),
  organization_id bigint not null references organizations,
  name text not null,
  region text not null,
  status text not null,
  status_reason text,
  postgres_engine text not null,
  release_channel text not null,
  port integer not null unique,
  -- Sealed with the key in the data folder.
  database_password bytea not null,
  created_at timestamptz not null default now()
);
create index projects_organization_id on projects (organization_id);

create table operations (
  id uuid primary key,
  project_id bigint not null references projects on delete cascade,
  kind text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  reason text,
  started_by text,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index operations_project_id on operations (project_id, started_at desc);
-- One operation per project at a time.
create unique index operations_one_running on operations (project_id) where state = 'running';

create table operation_steps (
  operation_id uuid not null references operations on delete cascade,
  position integer not null,
  name text not null,
  title text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (operation_id, position)
);
