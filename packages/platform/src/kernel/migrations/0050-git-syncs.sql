-- A version of a repository that a branch was brought to, or failed to be. The operation says how far it is.
create table git_syncs (
  operation_id uuid primary key references operations (id) on delete cascade,
  project_id bigint not null references projects (id) on delete cascade,
  repository text not null,
  git_branch text not null,
  commit text not null,
  subject text not null,
  author text not null,
  committed_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index git_syncs_project_id on git_syncs (project_id, created_at);

-- Its files, until the operation has ended: a step that is done again finds the same.
create table git_sync_files (
  operation_id uuid not null references git_syncs (operation_id) on delete cascade,
  path text not null,
  content bytea not null,
  primary key (operation_id, path)
);

-- What was done with each migration, seed and function, in order.
create table git_sync_entries (
  operation_id uuid not null references git_syncs (operation_id) on delete cascade,
  kind text not null,
  path text not null,
  position integer generated always as identity,
  state text not null,
  milliseconds integer,
  message text,
  line integer,
  statement text,
  primary key (operation_id, kind, path)
);

-- How the branch of a repository was found that a project follows.
create table git_followed (
  project_id bigint primary key references projects (id) on delete cascade,
  git_branch text not null,
  -- Null: the repository has no such branch any more.
  head text,
  problem text,
  checked_at timestamptz(3) not null default now()
);
