-- What the API of a project is opened with and how it behaves.

-- Publishable and secret keys. The legacy keys are not here: they follow from the JWT secret.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects on delete cascade,
  type text not null check (type in ('publishable', 'secret')),
  name text not null,
  description text,
  -- SHA-256 of the key: what the gateway looks for.
  key_hash bytea not null unique,
  -- Sealed with the key in the data folder.
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, type, name)
);

create table signing_keys (
  -- The `kid` of tokens.
  id uuid primary key,
  project_id bigint not null references projects on delete cascade,
  algorithm text not null check (algorithm in ('HS256', 'ES256', 'RS256', 'EdDSA')),
  status text not null check (status in ('in_use', 'standby', 'previously_used', 'revoked')),
  -- A JWK as JSON, sealed.
  sealed_jwk bytea not null,
  -- Null for HS256.
  public_jwk jsonb,
  -- The JWT secret. Tokens that it signs have no `kid`, and the legacy keys anon and service_role are such tokens.
  is_legacy boolean not null default false,
  -- When the legacy keys were issued; they say so.
  issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (is_legacy = (issued_at is not null)),
  check (not is_legacy or algorithm = 'HS256')
);
create index signing_keys_project_id on signing_keys (project_id);
create unique index signing_keys_one_in_use on signing_keys (project_id) where status = 'in_use';
create unique index signing_keys_one_legacy on signing_keys (project_id) where is_legacy;

create table project_api_settings (
  project_id bigint primary key references projects on delete cascade,
  legacy_keys_enabled boolean not null default true,
  -- What differs from the defaults, by the names of the management API.
  postgrest jsonb not null default '{}',
  auth jsonb not null default '{}',
  -- A JSON object of those auth settings that are secrets, sealed; null: none.
  auth_secrets bytea,
  -- The newest change of the JWT secret: its tracking id and the operation that does it.
  jwt_update jsonb,
  -- The secret that this operation is about to put in force, sealed.
  next_jwt_secret bytea
);

-- Whoever serves projects hears at once that something changed. The notice holds the project's ref.
create function tell_project_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform pg_notify('basalt_projects', old.ref);
  end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('basalt_projects', new.ref);
  end if;
  return null;
end
$$;

create function tell_project_api_change() returns trigger language plpgsql as $$
begin
  -- When the project itself is deleted, it is gone by now and its own trigger has told.
  perform pg_notify('basalt_projects', ref) from projects
  where id in (case when tg_op <> 'INSERT' then old.project_id end, case when tg_op <> 'DELETE' then new.project_id end);
  return null;
end
$$;

create trigger tell_change after insert or update or delete on projects
  for each row execute function tell_project_change();
create trigger tell_change after insert or update or delete on api_keys
  for each row execute function tell_project_api_change();
create trigger tell_change after insert or update or delete on signing_keys
  for each row execute function tell_project_api_change();
create trigger tell_change after insert or update or delete on project_api_settings
  for each row execute function tell_project_api_change();
