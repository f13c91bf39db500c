import { MAX_SQL_BYTES } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { prepareRun } from './prepare-run.ts';

const text = (sql: string) => ({ sql, firstLine: 4 });

describe('prepareRun', () => {
  it.each(['', '   ', '\n\t '])('does not run %j', (sql) => {
    expect(prepareRun(text(sql), 100)).toEqual({ kind: 'empty' });
  });

  it('adds the row limit and remembers it', () => {
    expect(prepareRun(text('select * from t'), 500)).toEqual({
      kind: 'ready',
      request: {
        sql: 'select * from t limit 500;',
        firstLine: 4,
        limit: 500,
        readOnly: false,
        parameters: [],
        confirmed: false,
      },
    });
  });

  it.each<[string, number]>([
    ['select * from t', -1],
    ['select * from t limit 3', 100],
    ['insert into t values (1)', 100],
  ])('sends %j with a row limit of %d as it is', (sql, limit) => {
    expect(prepareRun(text(sql), limit)).toMatchObject({ kind: 'ready', request: { sql, limit: null } });
  });

  it('adds no limit to a text that would take long to read', () => {
    const sql = `select ${'1, '.repeat(100_000)} 1`;
    expect(prepareRun(text(sql), 100)).toMatchObject({ kind: 'ready', request: { limit: null } });
  });

  it('refuses what the server would refuse for its size, counted in bytes', () => {
    const sql = `select '${'ü'.repeat(MAX_SQL_BYTES / 2)}'`;
    expect(sql.length).toBeLessThan(MAX_SQL_BYTES);
    expect(prepareRun(text(sql), -1)).toMatchObject({
      kind: 'too-large',
      message: expect.stringContaining('4 MB'),
    });
  });
});
