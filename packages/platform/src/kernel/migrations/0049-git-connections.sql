-- A project and the repository that its branches follow. A secret is a token, or a private key for SSH.
create table git_connections (
  id bigint generated always as identity primary key,
  project_id bigint not null unique references projects (id) on delete cascade,
  account_id uuid references accounts (id) on delete set null,
  address text not null,
  username text,
  sealed_secret bytea,
  -- What an SSH server showed when it was connected.
  host_key text,
  folder text not null default '',
  -- What the project itself stands for, and its number as a branch.
  production_branch text,
  production_branch_id uuid not null default gen_random_uuid(),
  sealed_webhook_secret bytea not null,
  state text not null default 'ok',
  state_reason text,
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index git_connections_account_id on git_connections (account_id);
