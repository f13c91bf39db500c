import { quoteIdent } from '@basalt/sql';

/** Names of columns of the table, all of type text. */
export const COLUMNS = [
  ...`plain a"b it's back\\slash $1 semi;colon --x /*y 日本 t Select com,ma (paren) a.b "`.split(' '),
  'sp ace',
];
export const TABLE = `hostile " ' \\ $1 table`;
export const FUNCTION = `fn " ' ; $1`;
export const ARGUMENT = `arg " ' ; $1`;
/** Nothing may ever be in `canary`: only a text that was run as SQL puts something there. */
export const HOSTILE_SCHEMA = `
create table canary (id int);
create function explode() returns text language plpgsql as $$ begin insert into public.canary values (1); return 'boom'; end $$;
create table items (id int primary key, text text, data jsonb, tags text[], parent_id int references items);
insert into items values (1, 'one', '{"k":1}', '{a}', null), (2, 'two', null, null, 1);
create table ${quoteIdent(TABLE)} (id serial primary key, ${COLUMNS.map((name) => `${quoteIdent(name)} text`).join(', ')});
create function ${quoteIdent(FUNCTION)}(${quoteIdent(ARGUMENT)} text, more text default null) returns text
  language sql immutable as $$ select $1 $$;
grant all on all tables in schema public to service_role;
grant all on all sequences in schema public to service_role;`;
