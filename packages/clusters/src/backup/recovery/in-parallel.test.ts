import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

test('every item is done once, never more than allowed at the same time', async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(1);
    done.push(item);
    running -= 1;
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test('after a failure nothing new begins, and what was begun has ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const all = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('the first');
    await sleep(2);
    ended.push(item);
  });
  await expect(all).rejects.toThrow('the first');
  expect(begun).toEqual([1, 2]);
  expect(ended).toEqual([2]);
});
