import { expect, it } from 'vitest';
import { daysLeft } from './days-left.ts';

const NOW = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

it.each([
  [30 * 24 * HOUR, 'in 30 days'],
  [30 * 24 * HOUR - 1, 'in 29 days'],
  [47 * HOUR, 'in 1 day'],
  [24 * HOUR, 'in 1 day'],
  [23 * HOUR, 'within a day'],
])('%d ms are %s', (left, words) => {
  expect(daysLeft(NOW + left, NOW)).toBe(words);
});
