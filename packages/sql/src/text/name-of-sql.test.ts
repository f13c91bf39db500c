import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameOfSql } from './name-of-sql.ts';

describe('nameOfSql', () => {
  test.each<[string, string | null]>([
    ['-- Orders per day\nselect 1', 'Orders per day'],
    ['------\n-- == Stale   sessions ==\nselect 1', 'Stale sessions'],
    ['/*\n * Who pays\n * more\n */ select 1', 'Who pays'],
    ['\n\n  -- ---\n select * from public.orders o where id = 1', 'Select from orders'],
    ['select a, b from only shop."Price list"', 'Select from shop.Price list'],
    ['select 1 as one;\nselect 2', 'Select 1 as one'],
    ['select\n  now()', 'Select now()'],
    ['select extract(epoch from now()) from clocks', 'Select from clocks'],
    ['with a as (select 1) select * from a', 'With a as (select 1) select * from a'],
    ['insert into notes (text) values (1)', 'Insert into notes'],
    ['update public.notes set text = 1', 'Update notes'],
    ['delete from only notes', 'Delete from notes'],
    ['truncate table notes', 'Truncate notes'],
    ['create unlogged table if not exists notes (id int)', 'Create table notes'],
    ['create or replace function shop.total() returns int', 'Create function shop.total'],
    ['create policy "Owners read" on notes', 'Create policy Owners read'],
    ['alter table public.notes add column a int', 'Alter table notes'],
    ['drop table if exists notes cascade', 'Drop table notes'],
    ['vacuum', 'Vacuum'],
    ['', null],
    ['  -- ----\n', null],
    [';', null],
    [';;\nselect * from Orders', 'Select from orders'],
    ['select t.from, 1 from (a) , b', 'Select t.from, 1 from (a) , b'],
    ['select t.from, 1 from b', 'Select from b'],
    ['create function one() returns int begin atomic select 1; end', 'Create function one'],
  ])('%j is called %j', (sql, name) => expect(nameOfSql(sql)).toBe(name));

  test('a long name is cut at a word', () => {
    const name = nameOfSql(`-- ${'customers who '.repeat(20)}`) ?? '';
    expect(name).toMatch(/^customers who .*who…$|^customers who .*customers…$/);
    expect(name.length).toBeLessThanOrEqual(61);
  });

  test('any text has a name of one line, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (sql) => {
        const name = nameOfSql(sql);
        if (name === null) return;
        expect(name.length).toBeLessThanOrEqual(61);
        expect(name).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
