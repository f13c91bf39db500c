-- A branch is a project of its own, made from another one. It goes with its project's row; a project that has branches stays.
create table branches (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null unique references projects (id) on delete cascade,
  parent_id bigint not null references projects (id),
  name text not null,
  git_branch text,
  persistent boolean not null,
  with_data boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Its project is on its way out; the name is free again.
  removed_at timestamptz,
  check (project_id <> parent_id)
);
create unique index branches_name on branches (parent_id, name) where removed_at is null;
create index branches_parent_id on branches (parent_id);
