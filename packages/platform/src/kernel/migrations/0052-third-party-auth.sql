-- Issuers whose tokens the APIs of projects take beside those that they sign themselves.
create table third_party_auth (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  -- What tokens must say as `iss`; null: whatever they say.
  oidc_issuer_url text,
  jwks_url text,
  custom_jwks jsonb,
  -- Public keys only: a JWK Set, as it was when it was last read.
  resolved_jwks jsonb not null,
  resolved_at timestamptz(3) not null default now(),
  -- When they were last asked for, whether that worked or not.
  tried_at timestamptz(3) not null default now(),
  inserted_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (jwks_url is null or custom_jwks is null),
  check (num_nonnulls(oidc_issuer_url, jwks_url, custom_jwks) > 0)
);
create index third_party_auth_project_id on third_party_auth (project_id);

create trigger tell_change after insert or delete on third_party_auth
  for each row execute function tell_project_api_change();
create trigger tell_new_keys after update on third_party_auth
  for each row when (old.resolved_jwks is distinct from new.resolved_jwks) execute function tell_project_api_change();
