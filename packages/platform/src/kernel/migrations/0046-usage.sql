-- What projects used, day by day (UTC). Figures that are measured have the highest of the day, those that are counted their sum.
create table usage_days (
  project_id bigint not null references projects (id) on delete cascade,
  day date not null,
  figure text not null,
  value bigint not null,
  primary key (project_id, day, figure)
);
create index usage_days_day on usage_days (day);

-- Processes that count, and the last of their batches that was added: one that comes twice is known by it.
create table usage_sources (
  source uuid primary key,
  batch bigint not null,
  at timestamptz(3) not null default now()
);

-- Who has been counted in a month already.
create table usage_active_users (
  project_id bigint not null references projects (id) on delete cascade,
  month date not null,
  user_id uuid not null,
  primary key (project_id, month, user_id)
);
create index usage_active_users_month on usage_active_users (month);
