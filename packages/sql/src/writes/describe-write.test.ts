import { describe, expect, it } from 'vitest';
import { describeWrite } from './describe-write.ts';

describe('describeWrite', () => {
  it.each(
    [
      'select 1',
      '(select 1)',
      'with a as (select 1) select 1',
      'values (1)',
      'table t',
      'show x',
      'explain delete from t',
      'explain analyze select 1',
      'begin; select 1; commit',
      'start transaction read only',
      'set statement_timeout = 1',
      'set local search_path to a',
      "set time zone 'x'",
      'set enable_seqscan = off',
      '\\d',
      '',
      '-- x',
      'rollback',
      'end',
      ' ; ',
      '(with a as (select 1) select * from a) union (select 2)',
      'begin read only',
      'explain (analyze false) update t set a=1',
      'SET SESSION work_mem = 1',
      'select * from t where a = 1 order by b limit 1;',
    ].map((sql) => [sql]),
  )('%j writes nothing', (sql) => {
    expect(describeWrite(sql).writes).toBe(false);
  });

  it.each(
    [
      'insert into t select 1',
      'select * into x from t',
      'select 1 for update',
      'select * from (select 1 from t for no key update) x',
      'with a as (insert into t values (1) returning *) select 1',
      'set role x',
      'set session authorization x',
      'set transaction read write',
      'begin read write',
      'start transaction isolation level serializable, read write',
      'explain analyze insert into t values (1)',
      'explain (analyze) delete from t',
      'select 1; drop table x',
      'create table x()',
      'copy t from stdin',
      'do $$ $$',
      'call p()',
      "commit prepared 'x'",
      "rollback prepared 'x'",
      "prepare transaction 'x'",
      'execute p',
      'prepare p as select 1',
      'reset role',
      'set session characteristics as transaction read write',
      'listen x',
      'vacuum',
      'truncate t',
      'with a as (select 1) insert into t select 1',
      'set local role x',
      'begin; update t set a=1; commit',
      'set x.y = 1',
      'select (1; drop table t',
      'explain analyze create table a as select 1',
      'lock table t',
      'refresh materialized view x',
      'set role = x',
      'with',
      'start x',
      'explain',
      'explain analyze execute p',
      'fetch all from c',
      'declare c cursor for select 1',
      'set enable_x',
    ].map((sql) => [sql]),
  )('%j may write', (sql) => {
    expect(describeWrite(sql).writes).toBe(true);
  });

  it('names the functions it does not know', () => {
    expect(describeWrite('select evil(), count(*) from t')).toEqual({
      writes: false,
      unknownFunctions: ['evil'],
    });
  });
});
