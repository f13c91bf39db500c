-- The schema that a branch and its project had in common for the last time: what each has changed since is told by it.
create table branch_bases (
  branch_id uuid primary key references branches (id) on delete cascade,
  schema bytea not null,
  taken_at timestamptz(3) not null default now()
);

-- A merge leads from the branch to its project, a push from the project to the branch.
alter table branch_merges
  add direction text not null default 'merge' check (direction in ('merge', 'push')),
  -- The schema that both have in common afterwards.
  add next_base bytea,
  -- Rows of the project's history of migrations that the branch gets with a push.
  add history jsonb not null default '[]';

alter table branches
  -- When it is deleted by itself; null: never.
  add deletion_scheduled_at timestamptz(3),
  -- It is paused when it was not used for so long; null: never.
  add pause_after_minutes integer check (pause_after_minutes > 0),
  -- Since when it has not been seen at work.
  add idle_since timestamptz(3),
  -- What was counted then: the same now says that nobody has used it.
  add idle_counts text;
