-- Who keeps connections when the project's people have taken all of theirs. May be run on a database that has this already.

-- SQL pages of the dashboard log in as `postgres`. When its connections are all taken, they log in as this role and become
-- `postgres`: it has no right of its own, no password, and no way in but the platform's socket.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'basalt_sql_pages') then
    create role basalt_sql_pages login noinherit;
  end if;
  if current_setting('server_version_num')::int < 160000 then
    grant postgres to basalt_sql_pages;
  else
    -- Written as texts, because 15 cannot read them.
    execute 'grant postgres to basalt_sql_pages with inherit false, set true';
    -- PostgreSQL 16 keeps the server's last connections for the members of one role. NOINHERIT roles must be told to use it.
    execute 'grant pg_use_reserved_connections to
      authenticator, supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin, supabase_replication_admin,
      supabase_read_only_user, basalt_sql_pages
    with inherit true, set false';
  end if;
end
$$;
