-- Tells the Data API that it should look at the schema again. May be run on a database that has it already.

create or replace function basalt.tell_schema_change() returns event_trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_event = 'ddl_command_end' then
    -- Temporary tables are nobody's API, and some applications make thousands.
    if exists (select from pg_event_trigger_ddl_commands() as c where c.schema_name is distinct from 'pg_temp') then
      perform pg_notify('pgrst', 'reload schema');
    end if;
  elsif exists (select from pg_event_trigger_dropped_objects() as d where not d.is_temporary) then
    perform pg_notify('pgrst', 'reload schema');
  end if;
end
$$;

drop event trigger if exists basalt_tell_schema_change;
create event trigger basalt_tell_schema_change on ddl_command_end when tag in (
  'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE', 'CREATE FOREIGN TABLE',
  'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
  'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TRIGGER', 'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN',
  'CREATE CAST', 'CREATE AGGREGATE', 'ALTER AGGREGATE', 'CREATE INDEX', 'CREATE RULE', 'COMMENT', 'GRANT', 'REVOKE',
  'IMPORT FOREIGN SCHEMA', 'CREATE EXTENSION', 'ALTER EXTENSION'
) execute function basalt.tell_schema_change();

drop event trigger if exists basalt_tell_schema_drop;
create event trigger basalt_tell_schema_drop on sql_drop execute function basalt.tell_schema_change();
