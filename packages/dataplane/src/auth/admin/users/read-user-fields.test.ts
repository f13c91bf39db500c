import { expect, test } from 'vitest';
import { parseGoDuration } from './read-user-fields.ts';

test.each([
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['300ms', 300],
  ['.5m', 30_000],
  ['1us', 0.001],
  ['-10m', -600_000],
  ['+1s', 1000],
  ['0', 0],
  ['876000h', 3_153_600_000_000],
])('%s', (text, milliseconds) => {
  expect(parseGoDuration(text)).toBeCloseTo(milliseconds, 6);
});

test.each([
  '',
  '1',
  'h',
  '1d',
  '24 h',
  '1h ',
  'none',
  '--1h',
  '1h-30m',
  '1e3s',
  '.s',
  '9999999h',
  'Infinityh',
  '1h\n',
])('%j is no duration', (text) => {
  expect(parseGoDuration(text)).toBeNull();
});
