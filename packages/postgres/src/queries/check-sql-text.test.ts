import { describe, expect, it } from 'vitest';
import { checkSqlText } from './check-sql-text.ts';

describe('checkSqlText', () => {
  it.each([
    ['select 1; copy t from stdin', 23],
    ['COPY t (a, b) TO STDOUT (format csv)', 18],
    ['copy (select 1 from stdin) to stdout', 31],
    ['-- 🌋\ncopy t from stdin;\n1\t2\n\\.', 18],
  ])('refuses %j at character %i before it runs', (sql, position) => {
    expect(checkSqlText(sql)).toMatchObject({ code: '0A000', position });
  });

  it.each([
    ["copy t from '/tmp/stdin'"],
    ["copy t to program 'cat'"],
    ['select * from stdin'],
    ["select 'copy t from stdin'"],
    ['-- copy t from stdin'],
    [''],
  ])('lets %j pass', (sql) => {
    expect(checkSqlText(sql)).toBeNull();
  });

  it.each([
    ['\\d', 1, '\\d'],
    ['select 1;\n  \\dt+ public.*', 13, '\\dt+'],
    ['select 1\n\\gx', 10, '\\gx'],
    ["\\copy t from 'file.csv'", 1, '\\copy'],
    ['select 1; \\! rm -rf /', 11, '\\!'],
    ["-- '\n\\connect other", 6, '\\connect'],
  ])('refuses the psql command in %j at character %i', (sql, position, command) => {
    const refused = checkSqlText(sql);
    expect(refused).toMatchObject({ code: '42601', position });
    expect(refused?.message).toBe(`${command} is a command of psql, and works in psql only.`);
  });

  it.each([
    ["select '\n\\d'"],
    ["select E'a\\nb'"],
    ['-- \n/*\n\\d */ select 1'],
    ['select $$\n\\d$$'],
    ['select "\n\\d"'],
  ])('lets the backslash in %j pass', (sql) => {
    expect(checkSqlText(sql)).toBeNull();
  });

  it('refuses NUL', () => {
    expect(checkSqlText('select\0 1')).toMatchObject({ code: '22021', position: 7 });
  });
});
