select
  version() as version,
  current_setting('server_version_num') as version_number,
  pg_postmaster_start_time() as started_at;
