-- PostgreSQL 15 lets CREATEROLE grant any role that is not a superuser to anybody, itself included: pg_execute_server_program
-- would be one statement away. So here `postgres` has no CREATEROLE; the platform makes roles on the user's behalf.
-- For the same reason it cannot ALTER ROLE another role; it can SET ROLE to an API role and alter that one's own settings.
grant anon, authenticated, service_role, authenticator to postgres;

-- Policies and DROP TRIGGER ask for the ownership of the table, and this is how PostgreSQL lends it. See 14-keep-platform-objects.sql.
grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres;
