import { describe, expect, it } from 'vitest';
import { isUpdateWithoutWhere } from './find-risks.ts';

describe('isUpdateWithoutWhere', () => {
  it.each(
    [
      'update t set a=1',
      'update only t set a=1',
      'update t as x set a=1',
      'update t x set a=1',
      'update "t where" set a=1',
      "update t set a='where x'",
      '-- where\nupdate t set a=1',
      'with c as (select 1 where true) update t set a=1',
      'with u as (update t set a=1 returning *) select * from u where a=1',
      'update t set a=(select 1 where true)',
      'select 1; update t set a = 1; select 2 where true',
      'do $$ begin update t set a=1; end $$',
      'UPDATE public.t SET a=1 FROM x',
      'update t set "where" = 1',
      'update t set a = 1 returning a as where',
      'explain analyze update t set a=1',
      'update t set a = x.where from x',
      "do $$ begin execute 'update t set a=1'; end $$",
      'update"t"set a=1',
    ].map((sql) => [sql]),
  )('warns of %j', (sql) => {
    expect(isUpdateWithoutWhere(sql)).toBe(true);
  });

  it.each(
    [
      'update t set a=1 where(b)',
      'update t set a=1 where b',
      'select 1 from t for update',
      'insert into t values(1) on conflict (a) do update set a=1',
      'create policy p on t for update using (true)',
      'create trigger x before update on t',
      'merge into t using s on true when matched then update set a=1',
      'update t set a=case when b then 1 else 2 end where c',
      'do $$ begin update t set a=case when b then 1 else 2 end where c; end $$',
      'grant update on t to x',
      'select updated_at from t',
      'do $$ begin for r in update t set a=1 where b returning * loop null; end loop; end $$',
      'create table t(a int references b on update set null)',
      'explain update t set a = 1',
    ].map((sql) => [sql]),
  )('lets %j pass', (sql) => {
    expect(isUpdateWithoutWhere(sql)).toBe(false);
  });
});
