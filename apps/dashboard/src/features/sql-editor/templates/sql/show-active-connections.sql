-- Who is connected, and what they are doing at this moment.
select
  pid,
  usename as user_name,
  application_name,
  client_addr,
  state,
  now() - query_start as running_for,
  wait_event_type,
  wait_event,
  left(query, 200) as query
from pg_stat_activity
where datname = current_database()
  and pid <> pg_backend_pid()
order by query_start nulls last;
