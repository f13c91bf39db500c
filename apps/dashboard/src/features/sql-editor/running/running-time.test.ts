import { expect, it } from 'vitest';
import { durationText } from './running-time.tsx';

it.each([
  [0, '0.0 s'],
  [3_449, '3.4 s'],
  [60_000, '1 min 00 s'],
  [125_900, '2 min 05 s'],
  [3_840_000, '1 h 04 min'],
  [90_000_000, '25 h 00 min'],
])('%d ms is %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
