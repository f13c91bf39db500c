import { expect, it } from 'vitest';
import { reachedShares } from './reached-shares.ts';

it('names the shares that are reached', () => {
  const budget = { amount: 1_000, shares: [100, 50, 80] };
  expect(reachedShares(budget, 499)).toEqual([]);
  expect(reachedShares(budget, 500)).toEqual([50]);
  expect(reachedShares(budget, 5_000)).toEqual([50, 80, 100]);
  expect(reachedShares(budget, null)).toEqual([]);
});
