import { describe, expect, it } from 'vitest';
import { nonReturningVerb } from './non-returning-verb.ts';

describe('nonReturningVerb', () => {
  it.each<[string, string | null]>([
    ['insert into t values (1)', 'insert'],
    ['INSERT INTO t VALUES (1) RETURNING id', null],
    ["insert into t values ('returning')", 'insert'],
    ['insert into "returning" values (1)', 'insert'],
    ['update t set a = 1', 'update'],
    ['update t set a = (select 1)', 'update'],
    ['delete from t -- returning id', 'delete'],
    ['/* x */ delete from t', 'delete'],
    ['merge into t using s on true when matched then delete', 'merge'],
    ['call p(1)', 'call'],
    ['do $$ begin end $$', 'do'],
    ['with a as (select 1) insert into t select * from a', 'insert'],
    ['with a as (delete from t returning *) select * from a', null],
    ['with a as (delete from t returning *) insert into t select * from a', 'insert'],
    ['with insert as (select 1), update (a) as (select 2) select * from insert', null],
    ['select 1', null],
    ['explain delete from t', null],
    ['create table t (a int)', null],
    ['select 1; delete from t;', 'delete'],
    ['delete from t; select 1', null],
    ['', null],
    [')', null],
  ])('%j → %j', (sql, verb) => {
    expect(nonReturningVerb(sql)).toBe(verb);
  });
});
