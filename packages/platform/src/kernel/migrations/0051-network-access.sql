-- Who reaches the databases of projects over the network, besides knowing a password. Projects without a row let everybody try.
create table network_access (
  project_id bigint primary key references projects (id) on delete cascade,
  require_tls boolean not null default false,
  -- Null: all addresses.
  allowed_blocks cidr[],
  updated_at timestamptz(3) not null default now()
);

create trigger tell_change after insert or update or delete on network_access
  for each row execute function tell_project_api_change();
