import type { RealtimeConfig } from '@basalt/contract';
import { expect, it } from 'vitest';
import { numberChanges, numberProblems } from './fields.ts';

const CONFIG = { max_concurrent_users: 200, max_joins_per_second: 100 } as RealtimeConfig;

it('says what cannot be', () => {
  expect(numberProblems({ max_joins_per_second: '5000', max_payload_size_in_kb: ' 7 ' })).toEqual({});
  const wrong = numberProblems({
    max_joins_per_second: '0',
    max_payload_size_in_kb: '5000',
    max_events_per_second: '1e3',
  });
  expect(Object.keys(wrong).sort()).toEqual([
    'max_events_per_second',
    'max_joins_per_second',
    'max_payload_size_in_kb',
  ]);
});

it('saves what is another number', () =>
  expect(numberChanges(CONFIG, { max_concurrent_users: '200', max_joins_per_second: '7' })).toEqual({
    max_joins_per_second: 7,
  }));
