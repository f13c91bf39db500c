-- Who may only read (members with the role Read-only, the assistant) sees every table that users make, and what
-- 19-what-readers-may-read-of-services.sql says of the services' tables.
-- `pg_read_all_data` knows no exceptions, so the rights are given one by one. May be run on a database that has them already.

revoke pg_read_all_data from supabase_read_only_user;

-- What is to come: tables and schemas of the project's owner, and of the superuser (a restored dump).
alter default privileges for role postgres grant select on tables to supabase_read_only_user;
alter default privileges for role postgres grant select on sequences to supabase_read_only_user;
alter default privileges for role postgres grant usage on schemas to supabase_read_only_user;
alter default privileges for role supabase_admin in schema public grant select on tables to supabase_read_only_user;
alter default privileges for role supabase_admin in schema public grant select on sequences to supabase_read_only_user;

do $$
declare
  found record;
begin
  for found in
    select n.nspname as name from pg_catalog.pg_namespace as n
    where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'basalt')
  loop
    execute pg_catalog.format('grant usage on schema %I to supabase_read_only_user', found.name);
    if found.name not in ('auth', 'storage', 'realtime', 'vault') then
      execute pg_catalog.format('grant select on all tables in schema %I to supabase_read_only_user', found.name);
      execute pg_catalog.format('grant select on all sequences in schema %I to supabase_read_only_user', found.name);
    end if;
  end loop;
end
$$;
