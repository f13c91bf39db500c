import { describe, expect, it } from 'vitest';
import { isReadOnlySelect } from './is-read-only-select.ts';

describe('isReadOnlySelect', () => {
  it.each(
    [
      'select 1',
      'select updated_at, created_at, deleted_at from t;',
      'select count(*) from t where a in (1,2)',
      'select now(), "update" from t -- x',
      "select 'drop table x'",
      '  /* a */ SELECT a.delete from a',
      'select x from (values (1)) v(x)',
      'select row_number() over (partition by a order by b) from t',
      "select coalesce(a, 'x'), sum(b) filter (where c) from t group by 1",
    ].map((sql) => [sql]),
  )('trusts %j', (sql) => {
    expect(isReadOnlySelect(sql)).toBe(true);
  });

  it.each(
    [
      'select updated_at from t; update t set a=1',
      'select * from t; truncate t',
      'select * into x from t',
      'select * from t for update',
      "select nextval('a')",
      'with a as (select 1) select * from a',
      'select evil()',
      'select public.count(1)',
      'insert into t values (1)',
      'select (select 1 for share)',
      '',
      ' ',
      'select 1; select 2',
      "select 'a",
      'select (1',
      'values (1)',
      'select pg_sleep(1)',
      "select set_config('a','b',false)",
      'select lo_import(1)',
      'selection',
      'select 1 operator(public.+) 2',
      'select \\d',
    ].map((sql) => [sql]),
  )('does not trust %j', (sql) => {
    expect(isReadOnlySelect(sql)).toBe(false);
  });
});
