-- The roles that schemas, policies and migrations of the public ecosystem name. None has a password: nobody can log in
-- over the network until the platform sets one.

-- The project's owner: dashboard, migrations, ordinary clients. Owns everything the user makes. Not a superuser, so no files
-- and no programs of the server. No REPLICATION: a base backup would hand out every password verifier.
create role postgres login createdb bypassrls;

-- The REST connection. It becomes one of the three API roles for every request and can do nothing by itself.
create role authenticator login noinherit;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;

-- Services log in as themselves, never as the superuser: what they execute (triggers, policies, defaults) belongs to the user.
create role supabase_auth_admin login noinherit;
create role supabase_storage_admin login noinherit;
create role supabase_realtime_admin login noinherit;

-- Reads the change stream for realtime. A role of its own, so that nothing the user can become has REPLICATION.
create role supabase_replication_admin login replication;

-- Runs SQL that must not change anything.
create role supabase_read_only_user login bypassrls;

-- Only there because grants in existing dumps name it.
create role dashboard_user nologin;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
alter role supabase_read_only_user set default_transaction_read_only = on;

grant anon, authenticated, service_role to authenticator;
-- Storage and realtime ask the policies of the caller's role.
grant anon, authenticated, service_role to supabase_storage_admin, supabase_realtime_admin;

-- Sees and ends sessions, reads statistics. pg_monitor lists names of server files but opens none (tested).
grant pg_monitor, pg_signal_backend to postgres;
grant pg_read_all_data to supabase_read_only_user;
