-- Rules that say when a project's figures are out of bounds, and whom to tell.
create table alert_rules (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  name text not null,
  metric text not null,
  comparison text not null check (comparison in ('above', 'below')),
  threshold double precision not null,
  -- For how long without a break.
  minutes integer not null check (minutes between 1 and 60),
  channel text not null check (channel in ('mail', 'webhook')),
  mail_to text[] not null default '{}',
  webhook_url text,
  -- Sealed. Kept when the rule goes over to mail.
  webhook_secret bytea,
  is_paused boolean not null default false,
  tested_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check (channel <> 'mail' or cardinality(mail_to) > 0),
  check (channel <> 'webhook' or (webhook_url is not null and webhook_secret is not null))
);
create index alert_rules_of_project on alert_rules (project_id);

-- A time in which a rule was broken.
create table alert_events (
  id bigint generated always as identity primary key,
  rule_id uuid not null references alert_rules (id) on delete cascade,
  fired_at timestamptz(3) not null default now(),
  fired_value double precision not null,
  resolved_at timestamptz(3),
  resolved_value double precision,
  -- What ended it: a measurement, or somebody who paused or changed the rule.
  resolution text check (resolution in ('measured', 'paused', 'changed')),
  check ((resolved_at is null) = (resolution is null))
);
-- Whoever looks at a rule twice fires it once.
create unique index alert_events_open on alert_events (rule_id) where resolved_at is null;
create index alert_events_of_rule on alert_events (rule_id, id);

-- What somebody is to be told of it, written together with it.
create table alert_notices (
  id bigint generated always as identity primary key,
  event_id bigint not null references alert_events (id) on delete cascade,
  kind text not null check (kind in ('fired', 'resolved')),
  channel text not null check (channel in ('mail', 'webhook')),
  target text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  problem text,
  unique (event_id, kind, target)
);
create index alert_notices_due on alert_notices (due_at) where state = 'waiting';
