-- Users that are on their way in, until all of a file is there and they become users at one moment. May be run on a database that has it
-- already.

create table if not exists basalt.user_import_rows (
  import_id uuid not null,
  line integer not null,
  staged_at timestamptz not null,
  new_user jsonb not null,
  identities jsonb not null,
  primary key (import_id, line)
);
grant select, insert, update, delete on basalt.user_import_rows to supabase_auth_admin;
