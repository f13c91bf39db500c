const ROLES = String.raw`
set search_path = public, extensions;
create role "Ünïcode ""role"" \ $$" login connection limit 7 valid until '2031-01-02 03:04:05+00' password 'Secret-1';
create role app_owner createdb noinherit;
create role reporting nologin;
comment on role reporting is 'reads''s \ "only"';
grant app_owner to postgres with admin option;
grant reporting to app_owner, "Ünïcode ""role"" \ $$";
alter role app_owner set search_path = app, "$user", "odd, name";
alter role app_owner set statement_timeout = '7s';
alter role reporting set local_preload_libraries from current;
alter role all set application_name = 'it''s \ all';
do 'begin execute format(''alter role reporting in database %I set work_mem = %L'', current_database(), ''5MB'');
  execute format(''alter database %I set basalt.rls_on_new_tables = %L'', current_database(), ''off'');
  execute format(''alter database %I set "DateStyle" = %L'', current_database(), ''German, DMY'');
  execute format(''comment on database %I is %L'', current_database(), ''The "database" \ it''''s'');
  execute format(''revoke connect on database %I from public'', current_database());
  execute format(''grant connect, temporary on database %I to app_owner with grant option'', current_database());
  execute format(''set session authorization app_owner; grant connect on database %I to reporting; reset session authorization'', current_database()); end';
`;

const TYPES = String.raw`
grant set on parameter work_mem to app_owner with grant option;
create schema app authorization app_owner;
create schema "We ""ird\ schema; --" authorization postgres;
comment on schema public is 'what the API shows';
create extension hstore schema extensions;
create extension citext schema app;
create extension btree_gist schema extensions;
revoke execute on function extensions.gen_random_bytes(integer) from public;
set session authorization postgres;
set search_path = public, extensions;

create type app.mood as enum ('sad', 'ok', 'it''s \ fine');
alter type app.mood add value 'between' before 'ok';
create domain app.positive as int check (value > 0);
create domain app.name as text not null default 'x' constraint short check (length(value) < 50);
create type app.pair as (x int, y app.mood, "Z z" text[]);
create type app.span as range (subtype = timestamptz);
create collation app.loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
create text search configuration app.words (copy = pg_catalog.simple);
create function app.is_even(int) returns boolean language sql immutable as 'select $1 % 2 = 0';
create function app.total(variadic parts int[]) returns int language sql immutable
  begin atomic select coalesce(sum(p), 0)::int from unnest(parts) as p; end;
create function app.tricky() returns text language plpgsql as $f$ begin return $q$
\restrict abc$q$ || '\unrestrict'; end /*
\restrict */ $f$;
create function app.after_restrict() returns text language sql as $g$ select '$f$ ; select 1'::text $g$;
create function app.touch() returns trigger language plpgsql security definer set search_path = '' as
  $$ begin new.touched := 'by trigger'; return new; end $$;
create procedure app.nothing(inout a int) language plpgsql as $$ begin a := a + 1; end $$;
create aggregate app.product(int) (sfunc = int4mul, stype = int, initcond = '1');
create function app.same_mood(app.mood, int) returns boolean language sql immutable as 'select false';
create operator app.=== (leftarg = app.mood, rightarg = int, function = app.same_mood);
create function app.mood_length(app.mood) returns int language sql immutable as 'select length($1::text)';
create cast (app.mood as int) with function app.mood_length(app.mood) as assignment;
create function app.admits(int) returns boolean language sql as
  'select current_user::regrole::text <> ''supabase_admin'' and not (select rolsuper from pg_roles where rolname = current_user)';

`;

const ONE_TABLE = String.raw`
create table app.people (
  id bigint generated always as identity (start 100 increment 5) primary key,
  email app.citext unique, name app.name, mood app.mood default 'ok', age app.positive,
  boss bigint references app.people deferrable initially deferred,
  born date, tags hstore, extra app.pair, extras app.pair[], span app.span, spans tstzmultirange, kind regclass,
  label text collate app.loose, touched text, doc jsonb, bytes bytea, amount money, at timestamptz default now(),
  "Select" interval, f float8, n numeric(20, 5), ip inet, bits bit varying, doubled bigint generated always as (age * 2) stored,
  check (app.is_even(2)), unique nulls not distinct (label, age)
);
insert into app.people (email, name, mood, age, boss, born, tags, extra, extras, span, spans, kind, label, doc, bytes, amount, "Select", f, n, ip, bits)
select 'p' || i || '@Example.com', 'n' || i, (enum_range(null::app.mood))[i % 4 + 1], i, case when i > 1 then 100 end,
  date '2000-01-01' + i, hstore('k"' || i, e'v\\\n\t' || i), row(i, 'ok', array['a,b', null, '\'])::app.pair, array[row(i, 'sad', null)::app.pair],
  app.span(now(), now() + make_interval(days => i)), tstzmultirange(tstzrange('2020-01-01', '2021-01-01')), 'app.people'::regclass,
  'L' || i, jsonb_build_object('a', i, 'u', 'ü\n"'), decode('00ff5c2e', 'hex'), i::numeric / 3, make_interval(hours => i), 'NaN',
  i / 7.0, '10.0.0.1/8', b'101'
from generate_series(1, 500) as i;
`;

const WHAT_HANGS_ON_IT = String.raw`
alter table app.people owner to app_owner;
alter table app.people add constraint later check (age < 1000) not valid;
alter table app.people alter column doc set storage external, alter column name set statistics 500;
create statistics app.people_stats (dependencies) on age, mood from app.people;
create index people_lower on app.people (lower(name)) include (age) where age > 3;
create index people_age on app.people (age desc nulls last);
alter table app.people cluster on people_age;
create unique index people_identity on app.people (id);
alter table app.people replica identity using index people_identity;
create trigger touch before update on app.people for each row execute function app.touch();
create trigger off before insert on app.people for each row execute function app.touch();
alter table app.people disable trigger off;
create trigger on_always after insert on app.people referencing new table as fresh for each statement execute function app.touch();
alter table app.people enable always trigger on_always;
create constraint trigger late after update on app.people deferrable initially deferred for each row execute function app.touch();
alter table app.people enable row level security, force row level security;
create policy own on app.people as restrictive for update to authenticated, anon using (auth.uid() is not null) with check (age > 1);
create policy everyone on app.people for select using (true);
grant select (id, name), update (name) on app.people to anon with grant option;
grant usage on schema app to anon;
set session authorization anon; grant select (name) on app.people to authenticated; set session authorization postgres;
grant select, insert on app.people to reporting;
revoke insert on app.people from app_owner;
comment on column app.people."Select" is E'back\\slash ''quote'' "double" \n-- Name: x; Type: TABLE; \n\\restrict x';
alter default privileges for role app_owner in schema app grant select on tables to reporting;
alter default privileges for role app_owner revoke execute on functions from public;
`;

const MANY_TABLES = String.raw`
create table "We ""ird\ schema; --"."t'a\b;le $$" ("c'o\l" text, "col ""2"", (x)" int generated by default as identity);
insert into "We ""ird\ schema; --"."t'a\b;le $$" ("c'o\l") values (e'\\.'), (e'\\.\n\\.\r\n'), (''), (null), (e'\\N'), (e'\t\b\f\v'),
  ('COPY x FROM stdin;'), (e'\u0001\u2028😀'), (repeat('x\', 5000000));
create domain app.small as int2;
create table app.plain (a bool, b int2, c int4, d int8, e float4, f float8, g numeric, h oid, i uuid, j bytea, k text, l varchar(9),
  m char(5), n date, o time, p timetz, q timestamp, r timestamptz, s interval, t json, u jsonb, v inet, w cidr, x bit(3), y varbit,
  z app.mood, aa int[], bb text[], cc jsonb[], dd app.small, ee numeric(9, 2)[]);
insert into app.plain values (true, -32768, 2147483647, -9223372036854775808, '-infinity', 'nan', 'nan', 4294967295, gen_random_uuid(),
  '\x0001ff', e'\t\n\\ü😀', '', 'a', '-infinity', '24:00', '00:00:01.000001+15:59', 'infinity', '4713-01-01 00:00:00+00 BC',
  '-178000000 years 1 mon -3 days 00:00:00.000001', '{"a":  1, "a": 2}', '{"n": 1e300, "s": "\\u00fc"}', '::1/64', '10.0.0.0/8', b'101',
  b'', 'between', '[2:3][1:2]={{1,null},{3,4}}', array['', null, '{},"\'], array['null'::jsonb, null], 7, '{}'),
  (null, 0, null, 1, '1e-45', '4.9e-324', '0.00000000000000000000000000000000000001234', 0, null, '', null, null, null, '5874897-12-31', null,
  null, null, 'infinity', '0', 'null', 'null', '10.1.2.3', null, null, null, null, '{}', null, '{}', null, array[1.5, 'nan', null]);
insert into app.plain (g) values (repeat('9', 5000)::numeric), ('infinity'), (-1e-100);
create table app.nothing ();
insert into app.nothing default values;
insert into app.nothing default values;
create table app.only_generated (a int generated always as (1) stored);
insert into app.only_generated default values;
create table app.gone (a int, b text, c int);
insert into app.gone values (1, 'x', 2);
alter table app.gone drop column b, add column d int default 9 not null;
create table app.parent (id int primary key, note text default 'p') with (fillfactor = 70, autovacuum_enabled = off);
create table app.child (extra int, check (extra > 0) no inherit) inherits (app.parent);
insert into app.parent values (1); insert into app.child values (2, 'c', 3);
create table app.events (id int, at date not null, kind text) partition by range (at);
create table app.events_2024 partition of app.events for values from ('2024-01-01') to ('2025-01-01') partition by hash (id);
create table app.events_2024_0 partition of app.events_2024 for values with (modulus 2, remainder 0);
create table app.events_2024_1 (id int, kind text, at date not null);
alter table app.events_2024 attach partition app.events_2024_1 for values with (modulus 2, remainder 1);
create table app.events_rest partition of app.events default;
insert into app.events select i, date '2023-12-20' + i, 'k' || i from generate_series(1, 600) as i;
alter table app.events add primary key (id, at);
create index on app.events (kind);
create table app.references_events (id int, at date, foreign key (id, at) references app.events on delete cascade);
insert into app.references_events values (20, '2024-01-09');
create table app.rooms (room int, during tstzrange, exclude using gist (room with =, during with &&) where (room > 0));
insert into app.rooms values (1, '[2024-01-01,2024-01-02)');
create unlogged table app.cache (k text primary key, v bytea);
insert into app.cache values ('k', '\x00');
create table app.audited (id serial primary key, v text);
alter table app.audited replica identity full;
create rule keep as on delete to app.audited do also (select 1; select 2);
create sequence app.cycling as smallint increment -3 minvalue -9 maxvalue 9 start 5 cache 4 cycle;
select nextval('app.cycling'), nextval('app.cycling');
create sequence app.set_but_unused;
select setval('app.set_but_unused', 42, false);
create sequence app.untouched start 17;
select nextval('app.audited_id_seq');

create view app.adults with (security_invoker, security_barrier) as select id, name from app.people where age > 18 with cascaded check option;
create materialized view app.z_base as select mood, count(*) as n from app.people group by mood;
create view app.middle as select * from app.z_base where n > 0;
create materialized view app.a_top as select sum(n) as n from app.middle;
create unique index on app.a_top (n);
create materialized view app.unfilled as select 1 as one with no data;
create view app.with_rule as select 1 as a;
create rule take as on insert to app.with_rule do instead nothing;
create recursive view app.counting (n) as select 1 union all select n + 1 from counting where n < 3;

create server elsewhere foreign data wrapper postgres_fdw options (host 'h', dbname 'it''s');
create user mapping for app_owner server elsewhere options (user 'u', password 'p\''w');
create foreign table app.far (id int options (column_name 'ID')) server elsewhere options (table_name 't');
grant usage on foreign server elsewhere to reporting;

create publication one_table for table app.people (id, name, label) where (id > 5), app.audited with (publish = 'insert');
reset session authorization;
create publication whole_schema for tables in schema app with (publish_via_partition_root);
create publication everything for all tables;
create table app.of_superuser (id int primary key, a text default 'x' check (a <> ''));
create sequence app.seq_of_superuser;
create type app.of_superuser_too as enum ('a');
insert into app.of_superuser values (1);
set session authorization postgres;

select lo_create(70001), lo_from_bytea(70002, decode(repeat('00ff5c2e0a', 3000), 'hex'));
alter large object 70001 owner to app_owner;
grant select on large object 70001 to reporting;
comment on large object 70002 is 'large';
insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000001', 'a@example.com');
create policy mine on storage.objects for select to authenticated using (owner_id = auth.uid()::text);
reset search_path;
reset session authorization;
`;

/** What only a superuser brings into a database, and a project has on both sides of a merge. */
export const BROUGHT_ALONG = `create extension postgres_fdw schema extensions;
  grant usage on foreign data wrapper postgres_fdw to postgres;`;

const SINCE_17 = 'grant maintain on app.people to reporting;';
const SINCE_18 = `create table app.virtual_too (a int constraint named_not_null not null, b int generated always as (a + 1) virtual);
insert into app.virtual_too values (4);`;

/**
 * One of everything that a dump or copy must carry, for a superuser to make in the database of a project: texts to be run one
 * after the other on one connection.
 */
export function everything(major: number): string[] {
  return [ROLES, BROUGHT_ALONG, ...everythingBut(major)];
}

/** The same in a database that has {@link BROUGHT_ALONG}, with roles that the project's owner has made. */
export function everythingOfOwner(major: number): string[] {
  const made = ROLES.slice(ROLES.indexOf('create role'), ROLES.indexOf('alter role reporting set local'))
    .replace(' with admin option', '')
    .trim();
  const rest = ROLES.slice(ROLES.indexOf("do 'begin"));
  return [
    `set session authorization postgres; ${made}`,
    `reset session authorization; ${rest}`,
    ...everythingBut(major),
  ];
}

function everythingBut(major: number): string[] {
  const later = [...(major >= 17 ? [SINCE_17] : []), ...(major >= 18 ? [SINCE_18] : [])];
  return [TYPES, ONE_TABLE, WHAT_HANGS_ON_IT, MANY_TABLES, ...later];
}
