-- Projects that whoever has the token may take to an organization of his.
create table project_claims (
  project_id bigint primary key references projects (id) on delete cascade,
  -- SHA-256 of the token.
  token_hash bytea not null unique,
  token_alias text not null,
  created_by uuid not null references accounts (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
