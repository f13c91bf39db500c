import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('items wait for each other no longer than a turn', async () => {
  const done: string[] = [];
  const never = new Promise<void>(() => {});
  await takeTurns(['hangs', 'hangs too', 'a', 'b'], { parallel: 2, turnMs: 30 }, async (item) => {
    if (item.startsWith('hangs')) await never;
    done.push(item);
  });
  expect(done).toEqual(['a', 'b']);
});

test('no more than so many are at work, and all have ended at the end', async () => {
  let atWork = 0;
  let most = 0;
  await takeTurns([1, 2, 3, 4, 5, 6, 7], { parallel: 3, turnMs: 5_000 }, async () => {
    atWork += 1;
    most = Math.max(most, atWork);
    await sleep(5);
    atWork -= 1;
  });
  expect({ atWork, most }).toEqual({ atWork: 0, most: 3 });
});
