-- Which tables send their changes is the project's choice.
alter publication supabase_realtime owner to postgres;

-- `postgres` is lent the ownership of the tables in auth, storage and realtime, so that policies and triggers on them can be
-- created and dropped by unchanged migrations. Ownership also allows DROP TABLE and switching row level security off; these
-- two triggers take that back. They keep accidents out, they are no wall: the wall is that no service runs as superuser.

create schema basalt;
grant usage on schema basalt to public;

create function basalt.may_change_platform_objects() returns boolean language sql stable
begin atomic
  select rolsuper or rolname in ('supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin')
  from pg_roles where rolname = current_user;
end;

-- What is the platform's in these schemas, as pg_identify_object names it: what users add to the tables stays theirs to drop.
-- Names, not oids, because they survive a logical copy.
create table basalt.platform_objects (identity text primary key);
grant select on basalt.platform_objects to public;
insert into basalt.platform_objects
select distinct (pg_identify_object(classid, objid, objsubid)).identity
from (
  select 'pg_class'::regclass::oid, oid, 0, relnamespace from pg_class
  union all
  select 'pg_class'::regclass, c.oid, a.attnum, c.relnamespace
  from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 where c.relkind in ('r', 'p')
  union all
  select 'pg_constraint'::regclass, oid, 0, connamespace from pg_constraint
  union all
  select 'pg_type'::regclass, oid, 0, typnamespace from pg_type
  union all
  select 'pg_proc'::regclass, oid, 0, pronamespace from pg_proc
) as known (classid, objid, objsubid, schema)
where schema in ('auth'::regnamespace, 'storage'::regnamespace, 'realtime'::regnamespace);

create function basalt.refuse_dropping_platform_objects() returns event_trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  kept text;
begin
  if basalt.may_change_platform_objects() then
    return;
  end if;
  select d.object_identity into kept
  from pg_event_trigger_dropped_objects() as d join basalt.platform_objects as p on p.identity = d.object_identity
  limit 1;
  if found then
    raise insufficient_privilege using
      message = format('%s belongs to the platform and cannot be dropped.', kept),
      hint = 'Your own policies, triggers and columns on its tables can be.';
  end if;
end
$$;
create event trigger basalt_refuse_dropping_platform_objects on sql_drop
  execute function basalt.refuse_dropping_platform_objects();

create function basalt.refuse_opening_platform_tables() returns event_trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  opened text;
begin
  if basalt.may_change_platform_objects() then
    return;
  end if;
  select c.object_identity into opened
  from pg_event_trigger_ddl_commands() as c join pg_class as t on t.oid = c.objid
  where c.classid = 'pg_class'::regclass and c.schema_name in ('auth', 'storage', 'realtime')
    and t.relkind in ('r', 'p') and not t.relrowsecurity
  limit 1;
  if found then
    raise insufficient_privilege using
      message = format('Row level security on %s cannot be switched off.', opened),
      hint = 'Create a policy that admits who should see the rows.';
  end if;
end
$$;
create event trigger basalt_refuse_opening_platform_tables on ddl_command_end when tag in ('ALTER TABLE')
  execute function basalt.refuse_opening_platform_tables();
