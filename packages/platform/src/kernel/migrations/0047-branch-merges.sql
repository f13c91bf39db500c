-- What a merge brings from a branch to its project: written down when it begins, so that the same is done after a crash.
create table branch_merges (
  operation_id uuid primary key references operations (id) on delete cascade,
  project_id bigint not null references projects (id) on delete cascade,
  -- Null: the branch is gone.
  branch_id uuid references branches (id) on delete set null,
  branch_name text not null,
  started_by uuid not null,
  -- Fingerprints of both schemas when they were compared.
  from_schema text not null,
  to_schema text not null,
  -- Settings of the session, statements and functions, in the order in which they take effect.
  settings jsonb not null,
  statements jsonb not null,
  functions jsonb not null,
  -- Under which the project's history has it.
  migration_version text,
  -- Null: nothing to go back to was named.
  restore_point text,
  -- How long the statements took on a copy of the project, in milliseconds.
  tried_ms integer,
  -- Of the database.
  applied_at timestamptz(3),
  -- Statements that would still lead from the project to the branch afterwards; null: that is not known.
  remaining integer,
  created_at timestamptz(3) not null default now()
);
create index branch_merges_project on branch_merges (project_id, created_at desc);
create index branch_merges_branch on branch_merges (branch_id);
