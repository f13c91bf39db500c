import { describe, expect, it } from 'vitest';
import { findUnknownFunctions } from './find-unknown-functions.ts';

describe('findUnknownFunctions', () => {
  it.each<[string, string[]]>([
    ['select Foo(1), public.f(2), "Bar"(3), foo(1), pg_catalog.count(*)', ['foo', 'public.f', 'Bar']],
    [
      'select a in (1) , any (array[1]), exists (select 1), x::varchar(10), cast(x as numeric(10,2)) from t',
      [],
    ],
    [
      'with a(x) as (select 1), b (y) as not materialized (select evil()) select * from a join b on(true)',
      ['evil'],
    ],
    ['insert into t (a,b) values (f(1))', ['f']],
    ['insert into s.t(a) select 1 on conflict (a) do update set (a,b) = (1,2)', []],
    [
      'create table t (id int, a varchar(10), v vector(3), primary key (id), unique (a), foreign key (a) references b(c), check (length(a)>1), foo numeric(1,2) default g())',
      ['g'],
    ],
    ['create table if not exists t (a int) partition by range (a)', []],
    ['create index on t (lower(a))', []],
    ['create index i on only public.t using gin (a gin_trgm_ops)', []],
    ['create function f(a int) returns int language sql return g(a)', ['g']],
    ['select distinct on (a) evil(b) from t order by (a), f(b)', ['evil', 'f']],
    ['select 1 operator(pg_catalog.+) evil(b)', ['evil']],
    [
      'select * from f(1) as t(a int, b varchar(3)), generate_series(1,2) g(i), (values (1)) v(x), lateral h(2) x(a)',
      ['f', 'h'],
    ],
    ['select a from t x(a) join u on evil(x)', ['evil']],
    [
      "select x at time zone f(1), interval '1' second(3), grouping sets ((a)) from t limit g() fetch first (1) rows only",
      ['f', 'g'],
    ],
    [
      'select sum(a) over (partition by b order by c), count(*) filter (where x), percentile_cont(0.5) within group (order by x) from t group by grouping sets ((a),(b)), rollup (a), cube(b) window w as (partition by a)',
      [],
    ],
    ['select update(1), insert(2), over(3)', ['update', 'insert', 'over']],
    ['call p(1)', ['p']],
    ['drop function f(int)', []],
    ['grant execute on function f(int) to x', []],
    ['select count (*), a.b.c(1), (t).x(1)', ['a.b.c', 'x']],
    ["select E'f(1)', $$g(1)$$ -- h(1)\n /* i(1) */", []],
    [
      'select array(select f(1)), row(1,2), not f2(1), case when f3(1) then f4(1) else f5(1) end',
      ['f', 'f2', 'f3', 'f4', 'f5'],
    ],
    [
      'create trigger a before update on t for each row when (old.a is distinct from new.a) execute function moddatetime(updated_at)',
      [],
    ],
    ['select * from t tablesample system (10)', []],
    ['explain (analyze, buffers) select * from t', []],
    ['alter table t alter c type int using f(c)', ['f']],
    ["select * from json_table('{}', '$' columns (a numeric(3) path '$.a'))", []],
    ['merge into t using s on t.a=s.a when not matched then insert (a,b) values (1,2)', []],
    [
      "select nextval('s'), setval('s', 1), pg_sleep(1), lo_export(1, 'f'), dblink('x'), set_config('a', 'b', true)",
      ['nextval', 'setval', 'pg_sleep', 'lo_export', 'dblink', 'set_config'],
    ],
    [
      "select random(), setseed(0.5), pg_read_file('x'), txid_current(), query_to_xml('x', true, true, '')",
      ['setseed', 'pg_read_file', 'txid_current', 'query_to_xml'],
    ],
    [
      "select lower(a), now(), to_char(b, 'x'), jsonb_agg(c), lag(d) over (), unnest(e), generate_series(1, 2), left(f, 1) from t",
      [],
    ],
    ['select U&"count"(1)', ['U&"count"']],
    ['select "count"(1), "Count"(1), "a b".f(1)', ['Count', 'a b.f']],
  ])('%j calls %j', (sql, names) => {
    expect(findUnknownFunctions(sql)).toEqual(names);
  });
});
