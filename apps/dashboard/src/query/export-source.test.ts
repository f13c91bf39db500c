import { describe, expect, it } from 'vitest';
import { exportSource } from './export-source.ts';
import { requestForTest } from './request-for-test.ts';
import { emptyOutput, type ResultSet } from './run-output.ts';
import type { RunRequest } from './run-request.ts';

const run = (request: Partial<RunRequest>) => ({
  id: 1,
  projectRef: 'abc',
  request: requestForTest(request),
  startedAt: 0,
  output: emptyOutput,
  pick: null,
});
const shown = (more: Partial<ResultSet> = {}): ResultSet => ({
  index: 0,
  fields: [{ name: 'n', type: 'int4' }],
  rows: [['1']],
  command: 'SELECT',
  rowCount: 1,
  truncated: false,
  isCut: false,
  milliseconds: 1,
  ...more,
});
const SCRIPT = "select ';' from a; insert into b values (1); select * from c";

describe('exportSource', () => {
  it('takes what is loaded when that is all there is', () => {
    expect(exportSource(run({ sql: 'select 1' }), shown())).toEqual({ kind: 'loaded' });
    expect(exportSource(run({ sql: 'select 1 limit 100;', limit: 100 }), shown())).toEqual({
      kind: 'loaded',
    });
  });

  it('reads again without the limit of the editor', () => {
    const rows = Array.from({ length: 100 }, () => ['1']);
    expect(exportSource(run({ sql: 'select * from t limit 100;', limit: 100 }), shown({ rows }))).toEqual({
      kind: 'statement',
      sql: 'select * from t',
      parameters: [],
    });
  });

  it('reads the shown statement of a script again', () => {
    expect(exportSource(run({ sql: SCRIPT }), shown({ index: 2, truncated: true }))).toMatchObject({
      sql: 'select * from c',
    });
    expect(exportSource(run({ sql: SCRIPT }), shown({ index: 0, isCut: true }))).toMatchObject({
      sql: "select ';' from a",
    });
  });

  it('keeps parameters', () => {
    const request = { sql: 'select $1', parameters: ['x', null] };
    expect(exportSource(run(request), shown({ truncated: true }))).toMatchObject({ parameters: ['x', null] });
  });

  it('does not do work again, or guess', () => {
    const returning = shown({ command: 'INSERT', truncated: true });
    expect(exportSource(run({ sql: 'insert into t default values returning *' }), returning).kind).toBe(
      'part',
    );
    expect(exportSource(run({ sql: 'select 1' }), shown({ index: 4, truncated: true })).kind).toBe('part');
  });
});
