-- From PostgreSQL 16 on, CREATEROLE reaches only roles on which its holder has ADMIN OPTION, and gives away only attributes
-- that its holder has.
alter role postgres createrole;

-- A role it makes is one it can become and use, as it was before 16.
alter role postgres set createrole_self_grant = 'set, inherit';

-- ADMIN OPTION: `alter role authenticated set statement_timeout = …` and `alter role authenticator set pgrst.db_schemas = …`
-- are what users are told to run.
grant anon, authenticated, service_role, authenticator to postgres with admin option;

-- Policies and DROP TRIGGER ask for the ownership of the table, and this is how PostgreSQL lends it. Without SET it cannot
-- become the service, so it cannot change that role's password or settings. See 14-keep-platform-objects.sql.
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres with inherit true, set false;
