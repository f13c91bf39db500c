alter database postgres owner to postgres;
alter database postgres set search_path = "$user", public, extensions;

-- The owner of a database chooses its settings, and they would reach the superuser's sessions too: a search path through
-- `public` finds the user's functions first, other quoting rules change what a statement means. A role's own setting wins
-- over the database's, so the superuser's are fixed here. Names of objects in its statements are always qualified.
alter role supabase_admin set search_path = pg_catalog, pg_temp;
alter role supabase_admin set role = none;
-- FROM CURRENT stores an empty list; = '' would store a list of one empty name, and no session could start.
alter role supabase_admin set local_preload_libraries from current;
alter role supabase_admin set session_replication_role = origin;
alter role supabase_admin set standard_conforming_strings = on;
alter role supabase_admin set transform_null_equals = off;
alter role supabase_admin set array_nulls = on;
alter role supabase_admin set row_security = on;
alter role supabase_admin set password_encryption = 'scram-sha-256';
alter role supabase_admin set default_transaction_read_only = off;
alter role supabase_admin set default_transaction_isolation = 'read committed';
alter role supabase_admin set default_transaction_deferrable = off;
alter role supabase_admin set default_tablespace = '';
alter role supabase_admin set default_table_access_method = heap;
alter role supabase_admin set statement_timeout = 0;
alter role supabase_admin set lock_timeout = 0;
alter role supabase_admin set idle_in_transaction_session_timeout = 0;
alter role supabase_admin set idle_session_timeout = 0;
alter role supabase_admin set "TimeZone" = 'UTC';
alter role supabase_admin set "DateStyle" = 'ISO, MDY';
alter role supabase_admin set "IntervalStyle" = 'postgres';
alter role supabase_admin set bytea_output = 'hex';
alter role supabase_admin set extra_float_digits = 1;
alter role supabase_admin set quote_all_identifiers = off;

-- Data dumps of the ecosystem begin with `set session_replication_role = replica`.
grant set on parameter session_replication_role, track_io_timing, track_functions to postgres;

-- The REST settings that live on the role `authenticator`. Unknown parameters can only be stored by who was granted them.
grant set on parameter
  pgrst.db_schemas, pgrst.db_extra_search_path, pgrst.db_max_rows, pgrst.db_anon_role, pgrst.db_pre_request,
  pgrst.db_root_spec, pgrst.db_plan_enabled, pgrst.db_aggregates_enabled, pgrst.db_tx_end, pgrst.jwt_secret,
  pgrst.jwt_aud, pgrst.jwt_role_claim_key, pgrst.openapi_mode, pgrst.openapi_security_active,
  pgrst.openapi_server_proxy_uri, pgrst.server_timing_enabled, pgrst.server_trace_header,
  pgrst.server_cors_allowed_origins, pgrst.client_error_verbosity
to postgres, authenticator;
