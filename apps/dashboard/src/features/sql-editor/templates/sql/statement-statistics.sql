-- The statements that took the most time since the statistics were last reset.
select
  round(s.total_exec_time::numeric, 1) as total_ms,
  s.calls,
  round(s.mean_exec_time::numeric, 2) as mean_ms,
  round(s.max_exec_time::numeric, 2) as max_ms,
  s.rows,
  round(
    100 * s.shared_blks_hit::numeric / nullif(s.shared_blks_hit + s.shared_blks_read, 0),
    1
  ) as percent_from_memory,
  r.rolname as user_name,
  left(s.query, 500) as query
from extensions.pg_stat_statements as s
left join pg_roles as r on r.oid = s.userid
order by s.total_exec_time desc
limit 50;
