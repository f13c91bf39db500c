-- What is done in the dashboard. Of a person it holds the id of the account only; it is kept for a while, and sent nowhere.
create table usage_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  project_id bigint references projects (id) on delete set null,
  account_id uuid references accounts (id) on delete set null,
  name text not null,
  at timestamptz(3) not null default now()
);
create index usage_events_organization on usage_events (organization_id, id);
create index usage_events_project on usage_events (project_id);
create index usage_events_account on usage_events (account_id);
create index usage_events_at on usage_events (at);

-- The switch.
alter table organizations add column keeps_usage_events boolean not null default true;
