import type { PoolerSettings } from '@basalt/contract';
import { expect, test } from 'vitest';
import { sizeOf, sizeProblem, sizeText } from './pool-size.ts';

const SETTINGS: PoolerSettings = {
  is_open: true,
  pool_size: null,
  default_pool_size: 10,
  max_pool_size: 20,
  max_connections: 50,
  max_clients: 5_000,
};

test('an empty field is what follows from the compute size', () => {
  expect(sizeText(SETTINGS)).toBe('');
  expect(sizeOf(' ')).toBeNull();
  expect(sizeText({ ...SETTINGS, pool_size: 7 })).toBe('7');
  expect(sizeOf(' 7 ')).toBe(7);
});

test.each(['', ' ', '1', '20', ' 7 ', '007'])('%j is a size', (text) => {
  expect(sizeProblem(SETTINGS, text)).toBeNull();
});

test.each(['0', '21', '-1', '1.5', '1e1', 'ten', '９', '9999999'])('%j is none', (text) => {
  expect(sizeProblem(SETTINGS, text)).toBe('Enter a whole number from 1 to 20, or nothing.');
});
