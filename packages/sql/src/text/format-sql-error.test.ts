import { describe, expect, it } from 'vitest';
import { formatSqlError } from './format-sql-error.ts';

describe('formatSqlError', () => {
  it('draws the place, then detail, hint, context and SQLSTATE', () => {
    const sql = 'select 1;\r\nselect 🌋,\tx from t';
    const error = {
      message: 'column "x" does not exist',
      severity: 'ERROR',
      code: '42703',
      position: '21',
      detail: 'a\nb',
      hint: 'Try y.',
      where: 'PL/pgSQL',
    };
    expect(formatSqlError(error, sql)).toEqual({
      title: 'ERROR: column "x" does not exist',
      lines: [
        'LINE 2: select 🌋, x from t',
        '                 ^',
        'DETAIL: a',
        'b',
        'HINT: Try y.',
        'CONTEXT: PL/pgSQL',
        'SQLSTATE: 42703',
      ],
      line: 2,
    });
  });

  it('splits a message of several lines', () => {
    expect(formatSqlError({ message: 'first\nsecond' }, '')).toEqual({
      title: 'first',
      lines: ['second'],
      line: null,
    });
  });

  it.each<[string, string]>([
    ['ERROR: syntax error\nLINE 3: selec 1', 'ERROR: syntax error'],
    ['syntax error\n\nLINE 3: selec 1', 'syntax error'],
  ])('takes title and line from %j when that is all there is', (message, title) => {
    expect(formatSqlError({ message })).toMatchObject({ title, line: 3 });
  });

  it('names the severity once', () => {
    expect(formatSqlError({ message: 'ERROR: no', severity: 'ERROR' }).title).toBe('ERROR: no');
    expect(formatSqlError({ message: 'no', severity: 'FATAL' }).title).toBe('FATAL: no');
  });

  it('has a title even without a message', () => {
    expect(formatSqlError({ message: ' ' }, 'select').title).toBe('Error running SQL query');
  });

  it.each<[number | string | null, number | null]>([
    [1, 1],
    [7, 1],
    [8, null],
    [0, null],
    [-1, null],
    ['x', null],
    [1e9, null],
    [null, null],
  ])('position %j of a six letter text is on line %j', (position, line) => {
    expect(formatSqlError({ message: 'm', position }, 'select').line).toBe(line);
  });

  it('cuts a long line around the place', () => {
    const sql = `select ${'a, '.repeat(200)}oops from t`;
    const [text = '', caret = ''] = formatSqlError(
      { message: 'm', position: sql.indexOf('oops') + 1 },
      sql,
    ).lines;
    expect(text.length).toBeLessThan(120);
    expect(text.slice(caret.length - 1)).toMatch(/^oops from t/);
  });
});
