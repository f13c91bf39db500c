-- What reads databases of projects finds these here as well, with what holds for an attached one.

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

-- Whether new tables are protected is their owner's business.
create function basalt.rls_on_new_tables() returns boolean language sql immutable
return false;

-- Event triggers of the project's people are the server's own.
create view basalt.event_triggers as
select null::bigint as id, null::text as name, null::text as event, null::text[] as tags, null::text as function_schema,
  null::text as function_name, null::boolean as enabled
where false;
grant select on basalt.event_triggers to public;
