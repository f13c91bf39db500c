-- Findings of the advisors that may stay. What was taken back stays too for a while, so that it can be seen who decided what.
create table advisor_exceptions (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  lint_name text not null,
  cache_key text not null,
  reason text not null,
  created_by uuid references accounts (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  ended_by uuid references accounts (id) on delete set null,
  ended_at timestamptz(3)
);
create unique index advisor_exceptions_one on advisor_exceptions (project_id, md5(cache_key)) where ended_at is null;
create index advisor_exceptions_project on advisor_exceptions (project_id, id);
create index advisor_exceptions_created_by on advisor_exceptions (created_by);
create index advisor_exceptions_ended_by on advisor_exceptions (ended_by);
