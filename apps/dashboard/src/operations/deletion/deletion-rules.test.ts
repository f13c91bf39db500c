import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { graceLabels, isProjectPath, type Remains, waitUntilGone } from './deletion-rules.ts';

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

const ref = 'abcdefghijklmnopqrst';

test.each([
  [`/project/${ref}`, true],
  [`/project/${ref}/`, true],
  [`/project/${ref}/settings/general`, true],
  [`/project/${ref}x`, false],
  [`/project/${'b'.repeat(20)}/sql`, false],
  ['/projects', false],
  ['/', false],
])('%s belongs to the project: %s', (path, belongs) => expect(isProjectPath(path, ref)).toBe(belongs));

test.each([
  [null, /kept for some days/],
  [0, /erased with it\. This cannot be undone/],
  [1, /kept for 1 day\./],
  [7, /kept for 7 days\..*bring the project back/],
])('%s days', (days, words) => expect(graceLabels(days)).toMatch(words));
