create type realtime.action as enum ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'ERROR');
create type realtime.equality_op as enum (
  'eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct'
);
create type realtime.user_defined_filter as (column_name text, op realtime.equality_op, value text);

create table realtime.schema_migrations (
  version bigint primary key,
  inserted_at timestamp(0)
);

-- Broadcasts, by day of their insertion in UTC. Policies on this table decide who may join, read and send on private channels.
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default (now() at time zone 'utc'),
  inserted_at timestamp not null default (now() at time zone 'utc'),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  primary key (id, inserted_at)
) partition by range (inserted_at);
create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
  where extension = 'broadcast' and private;

-- Takes messages of days that have no partition yet, so that sending works in a database that slept for months.
create table realtime.messages_default partition of realtime.messages default;

create function realtime.to_regrole(role_name text) returns regrole language sql immutable
return role_name::regrole;

create table realtime.subscription (
  id bigint generated always as identity primary key,
  subscription_id uuid not null,
  entity regclass not null,
  filters realtime.user_defined_filter[] not null default '{}',
  claims jsonb not null,
  claims_role regrole not null generated always as (realtime.to_regrole(claims ->> 'role')) stored,
  created_at timestamp not null default (now() at time zone 'utc'),
  action_filter text default '*' check (action_filter in ('*', 'INSERT', 'UPDATE', 'DELETE')),
  selected_columns text[]
);
create index ix_realtime_subscription_entity on realtime.subscription (entity);
create unique index subscription_subscription_id_entity_filters_action_filter_key
  on realtime.subscription (subscription_id, entity, filters, action_filter);

do $$
declare
  owned regclass;
begin
  for owned in select oid from pg_class where relnamespace = 'realtime'::regnamespace and relkind in ('r', 'p') loop
    execute format('alter table %s owner to supabase_realtime_admin', owned);
    execute format('alter table %s enable row level security', owned);
  end loop;
end
$$;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

-- Which tables send their changes is the user's choice; that messages are sent on is not.
create publication supabase_realtime;
create publication supabase_realtime_messages_publication for table realtime.messages
  with (publish = 'insert', publish_via_partition_root = true);
