import type { QueryEvent } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { emptyOutput, KEPT_NOTICES, receive, shownResult } from './run-output.ts';

const fields = (result: number): QueryEvent => ({
  type: 'fields',
  result,
  fields: [{ name: 'n', type: 'int4' }],
});
const rows = (result: number, ...values: string[]): QueryEvent => ({
  type: 'rows',
  result,
  rows: values.map((value) => [value]),
});
const complete = (result: number, command: string, rowCount: number | null): QueryEvent => ({
  type: 'complete',
  result,
  command,
  rowCount,
  truncated: false,
  milliseconds: 1,
});
const notice = (message: string): QueryEvent => ({ type: 'notice', severity: 'NOTICE', message, hint: null });

describe('receive', () => {
  it('builds one result per statement, over any number of batches', () => {
    const first = receive(emptyOutput, [complete(0, 'BEGIN', null), fields(1), rows(1, '1', '2')]);
    const output = receive(first, [rows(1, '3'), complete(1, 'SELECT', 3), complete(2, 'COMMIT', null)]);
    expect(output.results.map(({ command, rows }) => [command, rows.length])).toEqual([
      ['BEGIN', 0],
      ['SELECT', 3],
      ['COMMIT', 0],
    ]);
    expect(output.results[1]?.rows).toEqual([['1'], ['2'], ['3']]);
  });

  it('does not change what was handed out before', () => {
    const first = receive(emptyOutput, [fields(0), rows(0, '1')]);
    receive(first, [rows(0, '2')]);
    expect(first.results[0]?.rows).toEqual([['1']]);
    expect(emptyOutput.results).toEqual([]);
  });

  it('keeps a bounded number of notices and counts the rest', () => {
    const many = Array.from({ length: KEPT_NOTICES + 5 }, (_, i) => notice(String(i)));
    const output = receive(receive(emptyOutput, many), [notice('last')]);
    expect(output.notices).toHaveLength(KEPT_NOTICES);
    expect(output.droppedNotices).toBe(6);
  });

  it('keeps how long each statement took', () => {
    const { results } = receive(emptyOutput, [fields(0), complete(0, 'SELECT', 0), fields(1)]);
    expect(results.map(({ milliseconds }) => milliseconds)).toEqual([1, null]);
  });

  it('says when values were too long to be shown whole', () => {
    const cut = [{ row: 0, column: 0, bytes: 300_000_000 }];
    const output = receive(emptyOutput, [fields(0), { type: 'rows', result: 0, rows: [['abc']], cut }]);
    expect(output.notices.map(({ message }) => message)).toEqual([
      'One value was too long to be shown whole: only its beginning is here.',
    ]);
  });

  it('takes a hundred thousand rows in one batch', () => {
    const values = Array.from({ length: 100_000 }, (_, i) => [String(i)]);
    const output = receive(emptyOutput, [fields(0), { type: 'rows', result: 0, rows: values }]);
    expect(output.results[0]?.rows).toHaveLength(100_000);
  });
});

describe('shownResult', () => {
  const { results } = receive(emptyOutput, [
    fields(0),
    complete(0, 'SELECT', 1),
    fields(1),
    complete(1, 'SELECT', 1),
    complete(2, 'COMMIT', null),
  ]);

  it('is the newest result with rows', () => {
    expect(shownResult(results, null)?.index).toBe(1);
  });

  it('is the newest one when none has rows', () => {
    const { results: plain } = receive(emptyOutput, [
      complete(0, 'BEGIN', null),
      complete(1, 'COMMIT', null),
    ]);
    expect(shownResult(plain, null)?.index).toBe(1);
  });

  it('is the picked one, as long as it exists', () => {
    expect(shownResult(results, 0)?.index).toBe(0);
    expect(shownResult(results, 9)?.index).toBe(1);
    expect(shownResult([], null)).toBeNull();
  });
});
