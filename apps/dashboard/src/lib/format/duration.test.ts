import { describe, expect, test } from 'vitest';
import { duration, elapsed } from './duration.ts';

test.each([
  [-5, '0 ms'],
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [3_240, '3.2 s'],
  [9_949, '9.9 s'],
  [9_950, '10 s'],
  [42_499, '42 s'],
  [59_600, '1 min 0 s'],
  [72_000, '1 min 12 s'],
  [7_500_000, '2 h 5 min'],
])('%d ms reads %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));

describe('elapsed', () => {
  const from = '2026-01-01T00:00:00.000Z';
  const now = Date.parse('2026-01-01T00:00:05.000Z');
  test('of something finished', () => expect(elapsed(from, '2026-01-01T00:00:01.500Z', now)).toBe(1_500));
  test('of something running', () => expect(elapsed(from, null, now)).toBe(5_000));
  test('of something not begun', () => expect(elapsed(null, null, now)).toBeNull());
  test('never negative when two clocks disagree', () => expect(elapsed(from, null, now - 60_000)).toBe(0));
});
