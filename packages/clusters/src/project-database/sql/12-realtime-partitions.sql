-- Both functions run as their caller, who must be supabase_realtime_admin itself: creating a partition evaluates constraints of
-- the default partition, and whoever may write policies on realtime.messages may also add a constraint with a function of
-- their own. As superuser that function would have all power.

create function realtime.assert_partition_keeper() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if session_user <> 'supabase_realtime_admin' or current_user <> 'supabase_realtime_admin' then
    raise insufficient_privilege using
      message = 'Partitions of realtime.messages are kept by supabase_realtime_admin only.',
      hint = 'Log in as supabase_realtime_admin. SET ROLE is not enough: the code that runs could reset it.';
  end if;
end
$$;

-- Makes the partitions of today and of the next days (UTC), and returns the names of new ones. A day whose messages already
-- went to the default partition stays there. Gives up (55P03) rather than queue behind a long transaction: all senders would
-- queue behind it. Call it again later.
create function realtime.ensure_message_partitions(days_ahead integer default 3) returns text[]
language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  partition_name text;
  made text[] := '{}';
begin
  perform realtime.assert_partition_keeper();
  perform pg_advisory_xact_lock(hashtext('realtime.messages partitions'));
  for day in select today + n from generate_series(0, days_ahead) as n loop
    partition_name := 'messages_' || to_char(day, 'YYYY_MM_DD');
    continue when to_regclass('realtime.' || partition_name) is not null;
    continue when exists (
      select from realtime.messages_default where inserted_at >= day and inserted_at < day + 1
    );
    execute format(
      'create table realtime.%I partition of realtime.messages for values from (%L) to (%L)',
      partition_name, day, day + 1
    );
    execute format('alter table realtime.%I enable row level security', partition_name);
    made := made || partition_name;
  end loop;
  return made;
end
$$;

-- Forgets messages of days that ended longer ago than `keep`, and returns the names of the dropped partitions.
create function realtime.drop_old_message_partitions(keep interval default '3 days') returns text[]
language plpgsql set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  oldest timestamp := (now() at time zone 'utc') - keep;
  partition_name text;
  dropped text[] := '{}';
begin
  perform realtime.assert_partition_keeper();
  for partition_name in
    select c.relname from pg_inherits as i join pg_class as c on c.oid = i.inhrelid
    where i.inhparent = 'realtime.messages'::regclass and c.relname ~ '^messages_\d{4}_\d\d_\d\d$'
      and to_date(right(c.relname, 10), 'YYYY_MM_DD') + 1 <= oldest
    order by c.relname
  loop
    execute format('drop table realtime.%I', partition_name);
    dropped := dropped || partition_name;
  end loop;
  delete from realtime.messages_default where inserted_at < oldest;
  return dropped;
end
$$;

revoke execute on function realtime.assert_partition_keeper(), realtime.ensure_message_partitions(integer),
  realtime.drop_old_message_partitions(interval) from public;
grant execute on function realtime.assert_partition_keeper(), realtime.ensure_message_partitions(integer),
  realtime.drop_old_message_partitions(interval) to supabase_realtime_admin;
