-- The history of keys and settings stays in order when the clock is set back: what comes later never bears an earlier time.
create or replace function remember_project_settings() returns trigger language plpgsql as $$
declare
  wanted bigint := coalesce(new.project_id, old.project_id);
begin
  -- While the project itself is being deleted there is nothing to remember.
  if exists (select from projects where id = wanted) then
    insert into project_settings_history (project_id, at, content)
      select wanted,
        greatest(clock_timestamp(), max(h.at) + interval '1 microsecond'),
        project_settings_content(wanted)
      from project_settings_history h where h.project_id = wanted;
  end if;
  return null;
end
$$;
