-- Where somebody is signed in can be listed and ended, and a forgotten password be set anew with a link.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column last_seen_at timestamptz,
  add column user_agent text,
  add column ip text;

-- One link per account: a newer one takes the place of the older.
create table password_resets (
  account_id uuid primary key references accounts on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
