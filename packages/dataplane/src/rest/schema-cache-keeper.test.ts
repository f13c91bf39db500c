import { expect, test } from 'vitest';
import { BackOff } from './schema-cache-keeper.ts';

test('each failure waits longer, up to ten seconds, until something succeeds', () => {
  const backOff = new BackOff();
  expect([0, 0, 0].map(() => backOff.failed(1000))).toEqual([100, 200, 400]);
  expect(backOff.isWaiting(1399)).toBe(true);
  expect(backOff.isWaiting(1400)).toBe(false);
  for (let index = 0; index < 50; index += 1) backOff.failed(0);
  expect(backOff.failed(0)).toBe(10_000);
  backOff.succeeded();
  expect(backOff.isWaiting(1)).toBe(false);
  expect(backOff.failed(0)).toBe(100);
});
