-- What projects are called in addresses beside their ref.
create table project_addresses (
  project_id bigint primary key references projects (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('vanity', 'custom')),
  -- One label, or a whole host name.
  name text not null,
  -- What a TXT record of the host name must say; null for a label.
  challenge text,
  -- Why it was not seen when it was last looked for.
  problem text,
  verified_at timestamptz(3),
  -- Null: requests for the name find nothing yet.
  activated_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((kind = 'custom') = (challenge is not null)),
  check (activated_at is null or verified_at is not null)
);
-- Whoever only says that a name is his keeps nobody from it.
create unique index project_addresses_name on project_addresses (name) where verified_at is not null;

create trigger tell_change after insert or update or delete on project_addresses
  for each row execute function tell_project_api_change();
