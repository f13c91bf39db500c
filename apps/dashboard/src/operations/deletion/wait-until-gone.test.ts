import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Remains, waitUntilGone } from './wait-until-gone.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const goingDown: Remains = { status: 'GOING_DOWN', status_reason: null };

/** What waiting ends with, and how often it looked, when looking finds these things in turn. */
async function waitThrough(...found: (Remains | null | Error)[]) {
  let looks = 0;
  const outcome = waitUntilGone(async () => {
    const next = found[Math.min(looks, found.length - 1)]!;
    looks += 1;
    if (next instanceof Error) throw next;
    return next;
  });
  await vi.advanceTimersByTimeAsync(700_000);
  return { outcome: await outcome, looks };
}

test('ends with the first look that finds nothing', async () =>
  expect(await waitThrough(goingDown, goingDown, null)).toEqual({ outcome: null, looks: 3 }));

test('says why the deletion failed', async () => {
  const failed: Remains = { status: 'ACTIVE_UNHEALTHY', status_reason: 'The disk does not answer.' };
  expect(await waitThrough(goingDown, failed)).toEqual({ outcome: 'The disk does not answer.', looks: 2 });
});

test('a server that does not answer for a while is waited for', async () =>
  expect(await waitThrough(new Error('offline'), new Error('offline'), null)).toEqual({
    outcome: null,
    looks: 3,
  }));

test('waiting has an end', async () => {
  const { outcome } = await waitThrough(goingDown);
  expect(outcome).toMatch(/has not confirmed/);
});
