-- What each project's vault is encrypted with. Sealed with the installation's key, and written beside the project's database when it
-- starts. A project made from another one's backup has the same, because it has the same secrets.
create table vault_keys (
  project_id bigint primary key references projects (id) on delete cascade,
  sealed_key bytea not null,
  created_at timestamptz(3) not null default now()
);
