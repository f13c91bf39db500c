import type { RecordedStatement } from '@basalt/contract';
import { expect, test } from 'vitest';
import { figuresOf, percent, time } from './statement-figures.ts';

const statement: RecordedStatement = {
  id: '1.2.true',
  query: 'select $1',
  is_cut: false,
  user: 'postgres',
  calls: 8,
  total_milliseconds: 65_000,
  plan_milliseconds: 0,
  mean_milliseconds: 0.125,
  min_milliseconds: 0,
  max_milliseconds: 1_500,
  deviation_milliseconds: 0.5,
  share: 0.256,
  rows: 2,
  cache_hit: null,
  blocks_read: 0,
  temp_blocks: 128,
  wal_bytes: 0,
  since: null,
};

test('figures are for people', () => {
  expect(figuresOf(statement)).toMatchObject({
    calls: '8',
    total: '1 min 5 s',
    mean: '0.13 ms',
    max: '1.5 s',
    share: '25.6 %',
    rows: '0.3',
    cacheHit: '–',
    temp: '1.0 MB',
  });
});

test('small is not nothing', () => {
  expect([percent(0), percent(0.000_1), percent(1), time(9.999), time(12)]).toEqual([
    '0 %',
    '< 0.1 %',
    '100 %',
    '10.00 ms',
    '12 ms',
  ]);
});
