-- Passkeys of an account: it signs in with one of them alone, or shows one beside its password.
create table account_passkeys (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  credential_id bytea not null unique,
  -- In the form of COSE.
  public_key bytea not null,
  -- How often it signed; 0 for authenticators that do not count.
  sign_count bigint not null,
  transports text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  aaguid text not null,
  attestation text not null,
  name text not null,
  -- When the challenge was made that it answered last, in milliseconds since 1970: each counts once.
  last_challenge bigint not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index on account_passkeys (account_id);
-- Recovery codes stand in for passkeys as well as for a code of the app.
alter table account_recovery_codes
  drop constraint account_recovery_codes_account_id_fkey,
  add foreign key (account_id) references accounts (id) on delete cascade;
