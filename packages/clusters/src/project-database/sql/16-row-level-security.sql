-- Switches on row level security for every new table that the API can reach.
--
-- The project's switch is `alter database … set basalt.rls_on_new_tables = off`. It is read from the catalog and not from the
-- session, so a SET in somebody's migration changes nothing, and only a superuser can store a parameter that no module defines.

create function basalt.rls_on_new_tables() returns boolean language sql stable
begin atomic
  select not exists (
    select from pg_db_role_setting as s, unnest(s.setconfig) as setting
    where s.setrole = 0
      and s.setdatabase = (select d.oid from pg_database as d where d.datname = current_database())
      and lower(setting) in (
        'basalt.rls_on_new_tables=off', 'basalt.rls_on_new_tables=false',
        'basalt.rls_on_new_tables=no', 'basalt.rls_on_new_tables=0'
      )
  );
end;

-- `public`, and the schemas that the REST settings expose.
create function basalt.exposed_schemas() returns text[] language sql stable
begin atomic
  select array['public'] || coalesce(array_agg(trim(exposed, ' "')), '{}')
  from pg_db_role_setting as s
    cross join unnest(s.setconfig) as setting
    cross join string_to_table(substr(setting, length('pgrst.db_schemas=') + 1), ',') as exposed
  where s.setrole = (select r.oid from pg_roles as r where r.rolname = 'authenticator')
    and starts_with(setting, 'pgrst.db_schemas=');
end;

create function basalt.enable_row_level_security() returns event_trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  made record;
begin
  if not basalt.rls_on_new_tables() then
    return;
  end if;
  -- Tables of an extension stay as the extension made them: nobody could write policies on them.
  for made in
    select t.oid::regclass as name
    from pg_event_trigger_ddl_commands() as c join pg_class as t on t.oid = c.objid
    where c.classid = 'pg_class'::regclass and not c.in_extension and t.relkind in ('r', 'p') and not t.relrowsecurity
      and c.schema_name = any (basalt.exposed_schemas())
  loop
    begin
      execute format('alter table %s enable row level security', made.name);
    exception when insufficient_privilege then
      -- CREATE SCHEMA … AUTHORIZATION makes tables for another role. Failing would take the statement away from its user.
      raise warning 'Row level security is off on %: it belongs to another role.', made.name;
    end;
  end loop;
end
$$;

-- CREATE SCHEMA too: tables inside such a statement report under its name.
create event trigger basalt_enable_row_level_security on ddl_command_end
  when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'CREATE SCHEMA')
  execute function basalt.enable_row_level_security();
