-- Members whose role holds in chosen projects only, or differs there, and invitations.
alter table organization_members add column has_all_projects boolean not null default true;

-- What somebody is in one project, in place of what they are in its organization.
create table project_members (
  project_id bigint not null references projects (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('Administrator', 'Developer', 'Read-only')),
  primary key (project_id, account_id)
);
create index project_members_account_id on project_members (account_id);

-- The token of a link is kept as a hash. A row goes when its invitation is accepted or taken back.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id bigint not null references organizations (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('Owner', 'Administrator', 'Developer', 'Read-only')),
  token_hash bytea not null unique,
  invited_by uuid references accounts (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  unique (organization_id, email)
);
