-- In an attached database a login role of the platform's stands for the service's role, and is its only member that logs in.
create or replace function realtime.assert_partition_keeper() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if session_user !~ '^basalt_[a-z]+_supabase_realtime_admin$' or current_user <> 'supabase_realtime_admin' then
    raise insufficient_privilege using
      message = 'Partitions of realtime.messages are kept by supabase_realtime_admin only.';
  end if;
end
$$;
