import { describe, expect, it } from 'vitest';
import { requestForTest } from '../run/request-for-test.ts';
import type { RunState } from '../run/run-machine.ts';
import { emptyOutput, type ResultSet } from '../run/run-output.ts';
import {
  announcement,
  durationText,
  limitText,
  outcomeText,
  resultLabel,
  rowCountText,
} from './result-summary.ts';

const result = (more: Partial<ResultSet> = {}): ResultSet => ({
  index: 0,
  fields: [{ name: 'n', type: 'int4' }],
  rows: [],
  command: 'SELECT',
  rowCount: 0,
  truncated: false,
  isCut: false,
  milliseconds: 12,
  ...more,
});
const rows = (n: number) => Array.from({ length: n }, (_, i) => [String(i)]);

describe('rowCountText', () => {
  it.each<[Partial<ResultSet>, string]>([
    [{ rows: rows(0) }, '0 rows'],
    [{ rows: rows(1) }, '1 row'],
    [{ rows: rows(1_500) }, '1,500 rows'],
    [{ rows: rows(1_500), rowCount: 53_204, truncated: true }, '1,500 of 53,204 rows shown'],
    [{ rows: rows(3), rowCount: null, truncated: true }, '3 rows shown, more were left out'],
  ])('%#', (more, text) => {
    expect(rowCountText(result(more))).toBe(text);
  });
});

describe('limitText', () => {
  it('speaks only when the limit may have hidden rows', () => {
    expect(limitText(result({ rows: rows(100) }), 100)).toBe('Limited to only 100 rows');
    expect(limitText(result({ rows: rows(99) }), 100)).toBeNull();
    expect(limitText(result({ rows: rows(100) }), null)).toBeNull();
    expect(limitText(result({ rows: rows(1_000) }), 1_000)).toBe('Limited to only 1,000 rows');
  });
});

describe('outcomeText', () => {
  it.each<[string | null, number | null, string]>([
    ['INSERT', 3, 'INSERT ran successfully. 3 rows affected.'],
    ['DELETE', 1, 'DELETE ran successfully. 1 row affected.'],
    ['UPDATE', 0, 'UPDATE ran successfully. 0 rows affected.'],
    ['DO', null, 'DO ran successfully.'],
    ['CALL', 0, 'CALL ran successfully.'],
    ['CREATE TABLE', null, 'Success. No rows returned'],
    ['SELECT', 0, 'Success. No rows returned'],
    [null, null, 'Success. No rows returned'],
  ])('of %s with %s rows', (command, rowCount, text) => {
    expect(outcomeText(result({ command, rowCount, fields: null }))).toBe(text);
  });
});

describe('resultLabel', () => {
  it.each<[Partial<ResultSet>, string]>([
    [{ rows: rows(42), rowCount: 42 }, 'select · 42 rows · 12 ms'],
    [{ command: 'INSERT', fields: null, rowCount: 1_200 }, 'insert · 1,200 rows · 12 ms'],
    [{ command: 'BEGIN', fields: null, rowCount: null }, 'begin · 12 ms'],
    [{ command: 'CREATE TABLE', fields: null, rowCount: 0, milliseconds: 1_240 }, 'create table · 1.24 s'],
    [{ command: null, rowCount: null, milliseconds: null }, 'select …'],
  ])('%#', (more, text) => {
    expect(resultLabel(result(more))).toBe(text);
  });
});

describe('durationText', () => {
  it.each<[number, string]>([
    [0.2, 'under 1 ms'],
    [12.4, '12 ms'],
    [1_240, '1.24 s'],
    [59_940, '59.9 s'],
    [125_000, '2 min 5 s'],
  ])('%d', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});

describe('announcement', () => {
  const run = {
    id: 1,
    projectRef: 'abc',
    request: requestForTest(),
    startedAt: 0,
    output: emptyOutput,
    pick: null,
  };
  it('says once how a run ended', () => {
    const ended: RunState = { phase: 'done', run, milliseconds: 1 };
    expect(announcement(ended, null)).toBe('Success. No rows returned');
    expect(announcement(ended, result({ rows: rows(2) }))).toBe('2 rows');
    expect(announcement({ phase: 'cancelled', run, milliseconds: 1 }, null)).toBe('Query canceled');
    expect(announcement({ phase: 'running', run }, null)).toBeNull();
  });
});
