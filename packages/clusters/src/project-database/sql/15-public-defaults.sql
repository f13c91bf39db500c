-- The API roles may use whatever the user makes in `public`; row level security decides which rows they see.
grant usage on schema public to anon, authenticated, service_role;

alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;

-- The same for what the superuser makes (a restored dump, say), without TRIGGER: a trigger of the user's would run with all
-- power as soon as the superuser wrote to the table.
alter default privileges for role supabase_admin in schema public
  grant select, insert, update, delete, truncate, references on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
