-- Keeps updated_at right whoever changes a row.
create table if not exists articles (
  id bigint generated always as identity primary key,
  title text not null,
  updated_at timestamptz not null default now()
);

alter table articles enable row level security;

create or replace function set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at = now();
  return new;
end;
$$;

create or replace trigger articles_set_updated_at
  before update on articles
  for each row
  -- Writing the same values again is no change.
  when (old.* is distinct from new.*)
  execute function set_updated_at();
