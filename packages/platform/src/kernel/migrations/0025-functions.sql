-- Edge functions. What was deployed lies in files that never change, named by its digest; these rows say what is served.
create table functions (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  slug text not null,
  name text not null,
  version int4 not null,
  digest text not null,
  entrypoint text not null,
  import_map text,
  verify_jwt boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (project_id, slug)
);

create table function_versions (
  function_id uuid not null references functions (id) on delete cascade,
  version int4 not null,
  digest text not null,
  entrypoint text not null,
  import_map text,
  verify_jwt boolean not null,
  deployed_at timestamptz(3) not null default now(),
  deployed_by uuid references accounts (id) on delete set null,
  primary key (function_id, version)
);

-- What functions see as variables.
create table function_secrets (
  project_id bigint not null references projects (id) on delete cascade,
  name text not null,
  sealed_value bytea not null,
  digest text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (project_id, name)
);

create trigger tell_change after insert or update or delete on functions
  for each row execute function tell_project_api_change();
create trigger tell_change after insert or update or delete on function_secrets
  for each row execute function tell_project_api_change();
