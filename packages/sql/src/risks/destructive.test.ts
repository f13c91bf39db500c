import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteLiteral } from '../text/identifiers.ts';
import { isDestructive } from './find-risks.ts';

describe('isDestructive', () => {
  it.each(
    [
      'drop table films, distributors;',
      'truncate films',
      'DELETE FROM t where a',
      'select 1; delete from t',
      'ALTER TABLE test DROP COLUMN test;',
      'alter table t drop x',
      'alter table only t drop if exists x cascade',
      'alter table if exists a."b c" add y int, drop column z',
      'with d as (delete from t returning *) select * from d',
      'with d as not materialized (select 1) delete from t',
      'with recursive d(a) as (select 1) search depth first by a set o delete from t',
      'insert into x with d as (delete from t returning *) select * from d',
      'with a as (with b as (select 1) delete from t returning *) select 1',
      'do $$ begin delete from t; end $$',
      'do language plpgsql $x$ begin if true then drop table x; end if; end $x$',
      "do 'begin truncate x; end'",
      "do E'begin\\n drop\\ttable x; end'",
      "do $$ begin execute 'drop table x'; end $$",
      "do $$ begin execute format('drop table %I', 'x'); end $$",
      "do $$ begin execute format('%s table x', 'drop'); end $$",
      "do $$ begin execute concat('dr', 'op table x'); end $$",
      "do $$ begin execute concat_ws(' ', 'drop', 'table', t); end $$",
      "do $$ begin execute E'\\x64rop table x'; end $$",
      'do $$ begin execute $q$drop table x$q$; end $$',
      "do $$ begin execute immediate 'drop table x'; end $$",
      "execute immediate 'drop table x'",
      "do $$ begin open c for execute 'delete from t returning *'; end $$",
      "create function f() returns setof t language plpgsql as $$ begin return query execute 'delete from t returning *'; end $$",
      "do $$ declare q text := 'drop table ' || 'x'; begin execute q; end $$",
      "do $$ declare r record; begin for r in select format('drop table %I', tablename) as q from pg_tables loop execute r.q; end loop; end $$",
      "do $$ begin execute 'al' || 'ter table t drop column x'; end $$",
      "do $$ begin execute 'do ''begin drop table x; end'''; end $$",
      'explain analyze delete from t',
      'explain (analyze, verbose) delete from t',
      'prepare p as delete from t',
      'copy (delete from t returning *) to stdout',
      'merge into t using s on t.a = s.a when matched then delete',
      'select (1; drop table t',
      '/* x */ drop table y',
      '-- x\ndrop table y',
      'drop',
      'delete',
      'drop\ttable x',
      'alter foreign table t drop column x',
      'alter type t drop attribute a',
      'do $$ <<a>> delete from t; $$',
      'begin; drop table x; commit',
      'drop/**/table x',
      "return query execute 'drop table x'",
      'do $$ begin for r in delete from t returning * loop null; end loop; end $$',
      'do $$ begin perform 1; exception when others then delete from t; end $$',
      'alter table t drop column',
      'do $do$ begin execute $$delete from t$$ using 1; end $do$',
    ].map((sql) => [sql]),
  )('warns of %j', (sql) => {
    expect(isDestructive(sql)).toBe(true);
  });

  it.each(
    [
      "select 'a; drop table x'",
      'select $$drop table x$$',
      '-- drop\nselect 1',
      '/* ; drop table x */ select 1',
      'create policy "d" on t for delete to authenticated using (true)',
      'create table a (b int references c on delete cascade)',
      'grant delete on t to x',
      'grant delete, truncate on t to x',
      'create trigger a before delete or update on t for each row execute function f()',
      'create trigger a after truncate on t execute procedure f()',
      'alter table t alter column c drop not null',
      'alter table t alter c drop default',
      'alter table t drop constraint c',
      'revoke delete on t from x',
      'select "drop", "delete" from t',
      'select deleted, dropped from t',
      'explain delete from t',
      'explain (analyze false) delete from t',
      'create rule r as on delete to t do instead nothing',
      'create function f() returns void language sql as $$ delete from t $$',
      'create function f() returns void language sql begin atomic delete from t; end',
      'do $$ begin create policy p on t for delete using (true); end $$',
      "do $$ begin raise notice 'drop table x'; end $$",
      'select t.drop, t.delete from t',
      'create rule r as on insert to t do (delete from a; delete from b)',
      "insert into t values ('delete from x')",
      "comment on table t is 'drop table x'",
      'create function f(delete int) returns int language sql return delete',
      'alter table t add column drop int',
      'alter publication p drop table t',
      "do $$ begin execute 'select 1'; end $$",
      "do $$ begin execute 'select ''drop table x'''; end $$",
      "execute p('drop table x')",
      'grant execute on function f(text) to x',
      'alter table t rename drop to x',
      'create event trigger e on sql_drop execute function f()',
      'select truncate from t',
      'with d as (select 1) select * from d',
      'with delete as (select 1) select * from delete',
    ].map((sql) => [sql]),
  )('lets %j pass', (sql) => {
    expect(isDestructive(sql)).toBe(false);
  });

  it('sees what comments, letter case and other statements stand around', () => {
    const command = fc.constantFrom('drop table x', 'DELETE FROM x', 'Truncate x', 'alter table x drop y');
    const noise = fc.constantFrom(
      "select ';', $$'$$;",
      '-- ;\n',
      "/* ' */",
      'begin;',
      ' ',
      'select "a;b";',
      "select E'\\'';",
    );
    fc.assert(
      fc.property(fc.array(noise), command, fc.array(noise), (before, sql, after) => {
        expect(isDestructive(`${before.join(' ')} ${sql.replace(' ', '/**/ ')} ; ${after.join(' ')}`)).toBe(
          true,
        );
      }),
    );
  });

  it('is never fooled by what a constant, a quoted name or a comment holds', () => {
    const text = fc
      .array(fc.constantFrom('drop table x', ';', 'delete from x', "'", '$$', '--', '\n', '\\', '/*'))
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(text, (hidden) => {
        const name = `"${hidden}"`;
        expect(
          isDestructive(`select ${quoteLiteral(hidden)} as ${name} -- ${hidden.replaceAll('\n', ' ')}`),
        ).toBe(false);
      }),
    );
  });

  it('finds a command under any wrapping of dynamic SQL', () => {
    const wrap = fc.constantFrom<(sql: string) => string>(
      (sql) => `do ${quoteLiteral(`begin ${sql}; end`)}`,
      (sql) => `do $b$ begin if a then ${sql}; end if; end $b$`,
    );
    const execute = fc.constantFrom<(sql: string) => string>(
      (sql) => `execute ${quoteLiteral(sql)}`,
      (sql) => `execute format('%s', ${quoteLiteral(sql)})`,
      (sql) => `execute '' || ${quoteLiteral(sql)} using 1`,
      (sql) => `open c for execute ${quoteLiteral(sql)}`,
    );
    fc.assert(
      fc.property(wrap, fc.array(execute, { maxLength: 1 }), (block, inner) => {
        const sql = inner.reduce((text, dynamic) => dynamic(text), 'drop table x');
        expect(isDestructive(block(sql))).toBe(true);
        expect(isDestructive(block(sql.replace('drop table x', 'select 1')))).toBe(false);
      }),
    );
  });
});
