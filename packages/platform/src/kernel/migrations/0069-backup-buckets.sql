-- Buckets that projects name for copies of their backups.
create table backup_buckets (
  project_id bigint primary key references projects (id) on delete cascade,
  endpoint text not null,
  region text not null,
  bucket text not null,
  prefix text not null,
  access_key text not null,
  sealed_secret_key bytea not null,
  -- How the store is to encrypt it, and with which key of its key service; null: as it does by itself.
  encryption text check (encryption in ('AES256', 'aws:kms')),
  encryption_key text,
  -- How long objects are locked there; null: they are not.
  lock_mode text check (lock_mode in ('governance', 'compliance')),
  lock_days integer check (lock_days between 1 and 3650),
  updated_at timestamptz(3) not null default now(),
  check ((lock_mode is null) = (lock_days is null))
);
