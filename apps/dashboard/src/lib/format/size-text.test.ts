import { expect, test } from 'vitest';
import { readSize, sizeFields } from './size-text.ts';

test.each([
  [52_428_800, '50', 'MB'],
  [1024 ** 3, '1', 'GB'],
  [1.5 * 1024 ** 3, '1536', 'MB'],
  [1_000, '0.001', 'MB'],
] as const)('%d bytes are %s %s', (bytes, amount, unit) => {
  expect(sizeFields(bytes)).toEqual({ amount, unit });
});

test.each([
  ['50', 'MB', 52_428_800],
  [' 1.5 ', 'GB', 1_610_612_736],
  ['500', 'GB', 536_870_912_000],
] as const)('%s %s are read', (amount, unit, bytes) => expect(readSize(amount, unit)).toEqual({ bytes }));

test.each(['', '0', '-1', '1e9', 'many', '1.0005'])('%j is no size', (amount) =>
  expect(readSize(amount, 'MB')).toEqual({ problem: 'Enter a number above 0, such as 50.' }),
);

test('the most is 500 GB', () => expect(readSize('501', 'GB')).toEqual({ problem: 'At most 500 GB.' }));
