-- What the assistant may tell the provider of a model, and what it is worth.
alter table organizations add column opt_in_tags text[] not null default '{}';
alter table organizations add column hipaa_addon boolean not null default false;

-- The model server of an organization, where it has one of its own.
create table assistant_providers (
  organization_id bigint primary key references organizations (id) on delete cascade,
  provider text not null check (provider in ('openai', 'anthropic', 'openai-compatible')),
  base_url text,
  model text not null,
  sealed_key bytea,
  monthly_token_cap bigint,
  input_price float8,
  output_price float8,
  updated_at timestamptz(3) not null default now()
);

create table assistant_usage (
  organization_id bigint not null references organizations (id) on delete cascade,
  day date not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (organization_id, day)
);

-- Chats belong to one person and one project.
create table assistant_chats (
  id uuid primary key,
  project_id bigint not null references projects (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index on assistant_chats (account_id, project_id, updated_at desc);

-- json and not jsonb: what a model writes may hold characters that jsonb refuses.
create table assistant_messages (
  id bigint generated always as identity primary key,
  chat_id uuid not null references assistant_chats (id) on delete cascade,
  message_id text not null,
  role text not null check (role in ('user', 'assistant')),
  parts json not null,
  state text not null check (state in ('complete', 'streaming', 'stopped', 'failed', 'interrupted')),
  error text,
  level text,
  model text,
  input_tokens int8,
  output_tokens int8,
  created_at timestamptz(3) not null default now(),
  unique (chat_id, message_id)
);
create index on assistant_messages (chat_id, id);
create index on assistant_messages (state) where state = 'streaming';

-- Rows of queries that were run from a message.
create table assistant_results (
  message bigint not null references assistant_messages (id) on delete cascade,
  result_id text not null,
  rows json not null,
  primary key (message, result_id)
);
