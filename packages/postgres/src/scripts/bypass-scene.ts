import type { ConnectionTarget } from '../connections/connection-target.ts';
import { runQuery } from '../queries/run-query.ts';

/** What the attempts work on, made by a superuser: the worst that can lie about in a database. */
const SCENE = `
create extension dblink with schema extensions;
create table public.notes (id int);
create index notes_id on public.notes (id);
insert into public.notes values (1);
create sequence public.counter;
create view public.notes_view as select * from public.notes;
create view public.ruled as select id from public.notes;
create rule ruled_insert as on insert to public.ruled do instead insert into public.notes values (new.id);
create materialized view public.summary as select count(*) from public.notes;
select lo_from_bytea(4242, 'original');
grant select, update on large object 4242 to public;
create function public.sneak() returns void language plpgsql as $$ begin delete from public.notes; end $$;
create function public.definer_sneak() returns int language plpgsql security definer as $$
  begin delete from public.notes; return 1; end $$;
create function public.superuser_sneak() returns void language plpgsql security definer as $$
  begin perform set_config('default_transaction_read_only', 'off', false); create table public.more (); end $$;
create function public.unlock_sneak() returns void language plpgsql security definer as $$
  begin set transaction read write; delete from public.notes; end $$;
create function public.quiet_sneak() returns void language plpgsql security definer as $$
  begin delete from public.notes; exception when others then null; end $$;
create procedure public.leave() language plpgsql as $$ begin commit; delete from public.notes; end $$;
create procedure public.definer_write() language plpgsql security definer as $$ begin delete from public.notes; end $$;
create function public.less(int, int) returns boolean language plpgsql security definer as $$
  begin delete from public.notes; return true; end $$;
create operator public.<!> (leftarg = int, rightarg = int, function = public.less);
create view public.sneaky_view as select public.definer_sneak();
create function public.door() returns text language sql security definer as $$
  select format('dbname=%s port=%s host=%s user=postgres password=x', current_database(), current_setting('port'),
    split_part(current_setting('unix_socket_directories'), ',', 1)) $$;
create function public.must(done boolean) returns void language plpgsql as $$
  begin if not done then raise exception 'not done'; end if; end $$;
create function public.owner_pid() returns table (pid int) language sql security definer as
  $$ select pid from pg_stat_activity where usename = 'postgres' and backend_type = 'client backend' $$;
create view public.owner_backend as select pid from public.owner_pid();
grant select, insert, update, delete, truncate, references, trigger on all tables in schema public to supabase_read_only_user;
grant all on all sequences in schema public to supabase_read_only_user;
alter function public.definer_sneak owner to postgres`;

/** Everything an attempt could have changed, as one text. Statistics are left out: the server counts reads too. */
const FINGERPRINT = `
select concat_ws(' | ',
  (select string_agg(id::text, ',' order by id) from public.notes),
  (select last_value || ':' || is_called from public.counter),
  (select string_agg(oid || '=' || convert_from(lo_get(oid), 'utf8'), ',' order by oid)
    from pg_catalog.pg_largeobject_metadata),
  (select string_agg(kind || count, ',' order by kind) from (
    select 'class ' as kind, count(*)::text as count from pg_catalog.pg_class union all
    select 'proc ', count(*)::text from pg_catalog.pg_proc union all
    select 'type ', count(*)::text from pg_catalog.pg_type union all
    select 'schema ', count(*)::text from pg_catalog.pg_namespace union all
    select 'attribute ', count(*)::text from pg_catalog.pg_attribute union all
    select 'database ', count(*)::text from pg_catalog.pg_database union all
    select 'extension ', count(*)::text from pg_catalog.pg_extension union all
    select 'trigger ', count(*)::text from pg_catalog.pg_event_trigger union all
    select 'publication ', count(*)::text from pg_catalog.pg_publication union all
    select 'collation ', count(*)::text from pg_catalog.pg_collation union all
    select 'description ', count(*)::text from pg_catalog.pg_description union all
    select 'statistics ', count(*)::text from pg_catalog.pg_statistic union all
    select 'slot ', count(*)::text from pg_catalog.pg_replication_slots union all
    select 'origin ', count(*)::text from pg_catalog.pg_replication_origin union all
    select 'prepared ', count(*)::text from pg_catalog.pg_prepared_xacts union all
    select 'lock ', count(*)::text from pg_catalog.pg_locks where locktype = 'advisory' union all
    select 'member ', count(*)::text from pg_catalog.pg_auth_members
  ) counts),
  (select md5(string_agg(role::text, ',' order by role.oid)) from pg_catalog.pg_authid role),
  (select md5(string_agg(s::text, ',' order by s::text)) from pg_catalog.pg_db_role_setting s),
  (select md5(string_agg(name || setting, ',' order by name)) from pg_catalog.pg_settings
    where source <> 'client'),
  (select md5(string_agg(relname || coalesce(relacl::text, '') || relfilenode || relowner, ',' order by oid))
    from pg_catalog.pg_class)) as state`;

export async function setUpBypassScene(admin: ConnectionTarget): Promise<void> {
  await runQuery(admin, `set client_min_messages = error; ${SCENE}`);
}

export async function databaseFingerprint(admin: ConnectionTarget): Promise<string> {
  return String((await runQuery(admin, FINGERPRINT)).rows[0]?.state);
}
