/**
 * What a project gathers over the years: every kind of object that must survive an upgrade, a restore and a download. To be run
 * as the project's owner on any version; nothing in it needs a newer one than 15.
 */
export const GROWN_SCHEMA = `
  create extension if not exists hstore schema extensions;
  create schema shop;
  grant usage on schema shop to anon, authenticated, service_role;
  create type shop.state as enum ('new', 'paid', 'sent');
  create domain shop.price as numeric(10, 2) check (value >= 0);
  create type shop.size as (width int, height int);
  create table shop.customers (
    id bigint generated always as identity primary key,
    "E-Mail" text not null unique,
    tags extensions.hstore,
    size shop.size,
    made timestamptz not null default '2026-01-01 00:00:00+00',
    initial text generated always as (left("E-Mail", 1)) stored
  );
  create table shop.orders (
    id serial primary key,
    customer bigint not null references shop.customers on delete cascade deferrable initially deferred,
    parent int references shop.orders,
    state shop.state not null default 'new',
    total shop.price not null default 0,
    during tstzrange not null default tstzrange('2026-01-01', '2026-01-02'),
    check (total < 1000000)
  );
  create index orders_state on shop.orders (state) include (total) where state <> 'sent';
  create table shop.events (at date not null, note text) partition by range (at);
  create table shop.events_2025 partition of shop.events for values from ('2025-01-01') to ('2026-01-01');
  create table shop.events_rest partition of shop.events default;
  create unlogged table shop.scratch (line text);
  create view shop.sent with (security_invoker) as select * from shop.orders where state = 'sent';
  create materialized view shop.totals as select customer, sum(total) as total from shop.orders group by customer;
  create function shop.double(value numeric) returns numeric language sql immutable as 'select value * 2';
  create function shop.touch() returns trigger language plpgsql as $$ begin new.made = '2026-02-02'; return new; end $$;
  create trigger touch before update on shop.customers for each row execute function shop.touch();
  create trigger never before insert on shop.customers for each row execute function shop.touch();
  alter table shop.customers disable trigger never;
  create procedure shop.forget(wanted bigint) language sql as 'delete from shop.customers where id = wanted';
  alter table shop.orders enable row level security;
  create policy own on shop.orders for select to authenticated using (customer::text = (select auth.uid())::text);
  create policy all_for_service on shop.orders as permissive for all to service_role using (true);
  grant select, insert on shop.orders to authenticated;
  grant select ("E-Mail") on shop.customers to anon;
  alter default privileges in schema shop grant select on tables to authenticated;
  create sequence shop.tickets start 100 increment 5 cycle maxvalue 1000;
  create publication shop_changes for table shop.orders where (id > 10), shop.customers;
  comment on table shop.orders is 'What was ordered; it''s "quoted" \\ and has
    two lines';
  alter database postgres set statement_timeout = '70s';
  insert into shop.customers ("E-Mail", tags, size)
    select 'person' || n || '@example.com', 'a=>1, b=>"two words"', row(n, n * 2)::shop.size from generate_series(1, 500) n;
  insert into shop.orders (customer, parent, state, total)
    select n, nullif(n - 1, 0), (array['new', 'paid', 'sent'])[1 + n % 3]::shop.state, n from generate_series(1, 500) n;
  insert into shop.events select date '2024-12-30' + n, 'line ' || n || E'\\n\\t\\\\.' from generate_series(1, 400) n;
  select nextval('shop.tickets'), nextval('shop.tickets');
  refresh materialized view shop.totals;
`;

/** One row each with a name and a text that must be the same before and after. Written so that every version says the same. */
export const GROWN_STATE = `
  select 'rows of ' || name as name, text from (
    select 'customers' as name, md5(string_agg(c::text, '|' order by id)) as text from shop.customers c union all
    select 'orders', md5(string_agg(o::text, '|' order by id)) from shop.orders o union all
    select 'events', md5(string_agg(e::text, '|' order by at)) from shop.events e union all
    select 'events of 2025', count(*)::text from shop.events_2025 union all
    select 'sent', count(*)::text from shop.sent union all
    select 'totals', md5(string_agg(t::text, '|' order by customer)) from shop.totals t union all
    select 'tickets', last_value || ' ' || is_called from shop.tickets
  ) counted
  union all
  select 'columns of ' || attrelid::regclass, string_agg(
    attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' ' || attidentity::text || ' ' || attgenerated::text
      || ' ' || coalesce(pg_get_expr(adbin, adrelid), ''), ', ' order by attnum)
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'shop'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped group by attrelid
  union all
  select 'constraint ' || conname || ' of ' || conrelid::regclass, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'shop'::regnamespace and contype <> 'n'
  union all
  select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'shop'::regnamespace
  union all
  select 'trigger ' || tgname || ' of ' || tgrelid::regclass, pg_get_triggerdef(t.oid) || ' ' || tgenabled::text
    from pg_trigger t join pg_class on pg_class.oid = tgrelid where relnamespace = 'shop'::regnamespace and not tgisinternal
  union all
  select 'function ' || proname, pg_get_functiondef(oid) || coalesce(proacl::text, '')
    from pg_proc where pronamespace = 'shop'::regnamespace
  union all
  select 'policy ' || policyname, concat_ws(' ', permissive, roles::text, cmd, qual, with_check) from pg_policies where schemaname = 'shop'
  union all
  select 'owner of ' || oid::regclass, relowner::regrole || ' ' || relrowsecurity || ' ' || relpersistence::text
    from pg_class where relnamespace = 'shop'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
  union all
  select 'privileges on ' || table_name, string_agg(grantee || ' ' || privilege_type || ' ' || is_grantable, ', ' order by grantee, privilege_type)
    from information_schema.role_table_grants where table_schema = 'shop' and privilege_type <> 'MAINTAIN' group by table_name
  union all
  select 'privileges on columns', string_agg(table_name || ' ' || column_name || ' ' || grantee || ' ' || privilege_type, ', '
      order by table_name, column_name, grantee, privilege_type)
    from information_schema.role_column_grants where table_schema = 'shop' and grantee = 'anon'
  union all
  select 'values of state', enum_range(null::shop.state)::text
  union all
  select 'publication ' || pubname, string_agg(schemaname || '.' || tablename || ' ' || coalesce(rowfilter, ''), ', ' order by tablename)
    from pg_publication_tables where pubname = 'shop_changes' group by pubname
  union all
  select 'extension ' || extname, extnamespace::regnamespace::text from pg_extension
  union all
  select 'comment', obj_description('shop.orders'::regclass)
  union all
  select 'settings of ' || coalesce(nullif(setrole, 0)::regrole::text, 'all') || ' in ' || (setdatabase = 0), setconfig::text from pg_db_role_setting where setrole not in ('supabase_admin'::regrole, 'postgres'::regrole)
  union all
  select 'partition ' || oid::regclass, pg_get_expr(relpartbound, oid) from pg_class where relispartition and relnamespace = 'shop'::regnamespace
  order by 1`;
