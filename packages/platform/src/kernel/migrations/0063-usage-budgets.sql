-- How much an organization's projects are meant to use in a month, and at which shares of it somebody is told.
create table usage_budgets (
  id uuid primary key default gen_random_uuid(),
  organization_id bigint not null references organizations on delete cascade,
  figure text not null,
  amount double precision not null check (amount > 0),
  -- Percent, ascending.
  shares integer[] not null check (cardinality(shares) > 0),
  mail_to text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  unique (organization_id, figure)
);

-- A share that was reached. Whoever looks at a budget twice warns once.
create table usage_budget_warnings (
  id bigint generated always as identity primary key,
  budget_id uuid not null references usage_budgets on delete cascade,
  -- The first day of the month.
  period date not null,
  share integer not null,
  value double precision not null,
  at timestamptz(3) not null default now(),
  unique (budget_id, period, share)
);

-- Warnings are told like alerts.
alter table alert_notices
  alter event_id drop not null,
  add budget_warning_id bigint references usage_budget_warnings on delete cascade,
  add check (num_nonnulls(event_id, budget_warning_id) = 1),
  add unique (budget_warning_id, target);
