import { describe, expect, it } from 'vitest';
import { findRuns, KEPT_RUNS, type PastRun, runHistory, withRun } from './run-history.ts';

const run = (sql: string, at = 0): PastRun => ({
  sql,
  at,
  isCut: false,
  milliseconds: 3,
  outcome: 'done',
  rows: 1,
  error: null,
});

describe('withRun', () => {
  it('puts the newest first', () => {
    expect(withRun([run('select 1')], run('select 2')).map(({ sql }) => sql)).toEqual([
      'select 2',
      'select 1',
    ]);
  });

  it('keeps no more than it should', () => {
    const full = Array.from({ length: KEPT_RUNS }, (_, i) => run(`select ${i}`));
    const after = withRun(full, run('new'));
    expect(after).toHaveLength(KEPT_RUNS);
    expect(after[0]?.sql).toBe('new');
  });

  it('cuts long texts and says so', () => {
    expect(withRun([], run('x'.repeat(10_001)))[0]).toMatchObject({ sql: 'x'.repeat(10_000), isCut: true });
  });

  it('lets old runs go before all of them take too much room', () => {
    const long = Array.from({ length: 60 }, () => run('x'.repeat(10_000)));
    const kept = withRun(long, run('new'));
    expect(kept[0]?.sql).toBe('new');
    expect(kept.reduce((sum, { sql }) => sum + sql.length, 0)).toBeLessThanOrEqual(400_000);
  });
});

it('finds by text and by error', () => {
  const failed = { ...run('select a'), outcome: 'failed' as const, error: 'no such Table' };
  const history = [run('select b'), failed];
  expect(findRuns(history, 'TABLE')).toEqual([failed]);
  expect(findRuns(history, 'select')).toHaveLength(2);
  expect(findRuns(history, ' ')).toBe(history);
});

it('survives a storage that holds something else', () => {
  expect(runHistory.parse('x')).toBeNull();
  expect(runHistory.parse([1, null, { sql: 1 }, run('ok')])).toEqual([run('ok')]);
});
