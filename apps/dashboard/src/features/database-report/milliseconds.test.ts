import { expect, it } from 'vitest';
import { milliseconds } from './milliseconds.ts';

it.each([
  [0.4217, '0.42 ms'],
  [12.4, '12 ms'],
  [3_120, '3.1 s'],
  [125_000, '2 min 5 s'],
])('%s is %s', (time, expected) => expect(milliseconds(time)).toBe(expected));
