-- What programs sign S3 requests with. The secret has to be known to check a signature, so it is sealed and not hashed.
create table storage_access_keys (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  access_key text not null unique,
  sealed_secret bytea not null,
  description text not null,
  created_at timestamptz(3) not null default now()
);
create index storage_access_keys_project on storage_access_keys (project_id, created_at, id);

create trigger tell_change after insert or update or delete on storage_access_keys
  for each row execute function tell_project_api_change();

-- They go back together with the database, as API keys do.
create or replace function project_settings_content(wanted bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'api_keys', (select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from api_keys k where k.project_id = wanted),
    'signing_keys', (select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from signing_keys k where k.project_id = wanted),
    'storage_access_keys',
    (select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from storage_access_keys k where k.project_id = wanted),
    'project_api_settings', (select to_jsonb(s) from project_api_settings s where s.project_id = wanted)
  )
$$;
create trigger remember_storage_access_keys after insert or update or delete on storage_access_keys
  for each row execute function remember_project_settings();
