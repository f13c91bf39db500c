-- The authenticator app of an account. It counts once a code of it was shown.
create table account_second_factors (
  account_id uuid primary key references accounts (id) on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  -- The time step of the last code: each works once.
  last_step bigint not null default 0
);
-- Each stands in for a code of the app, once. Only hashes are kept.
create table account_recovery_codes (
  account_id uuid not null references account_second_factors (account_id) on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);
-- A link that the operator of the machine made: whoever uses it has lost the app too, and the second factor goes.
alter table password_resets add column by_operator boolean not null default false;
