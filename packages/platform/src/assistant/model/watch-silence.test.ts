import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSilence } from './watch-silence.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives up after a silence, and each word begins another', () => {
  const silence = watchSilence(1_000);
  vi.advanceTimersByTime(900);
  silence.broken();
  vi.advanceTimersByTime(900);
  expect(silence.signal.aborted).toBe(false);
  vi.advanceTimersByTime(200);
  expect(silence.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('does not listen while something else is waited for', () => {
  const silence = watchSilence(1_000);
  silence.end();
  vi.advanceTimersByTime(60_000);
  expect(silence.signal.aborted).toBe(false);
  silence.broken();
  vi.advanceTimersByTime(1_000);
  expect(silence.signal.aborted).toBe(true);
});
