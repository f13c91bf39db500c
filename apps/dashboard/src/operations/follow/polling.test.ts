import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SCHEDULES } from './poll-schedules.ts';
import { type PollSchedule, startPolling, waitBeforeCheck } from './polling.ts';

/** The moments, in milliseconds after the start, of the first checks of a schedule. */
function moments(schedule: PollSchedule, count: number): number[] {
  let now = 0;
  return Array.from({ length: count }, (_, done) => {
    now += waitBeforeCheck(schedule, done);
    return now;
  });
}

describe('schedules', () => {
  test('setting up settles at every 4 s', () =>
    expect(moments(SCHEDULES.settingUp, 5)).toEqual([300, 1_000, 4_000, 8_000, 12_000]));
  test('connecting settles at every 4 s', () =>
    expect(moments(SCHEDULES.connecting, 4)).toEqual([300, 1_000, 4_000, 8_000]));
  test('pausing settles after 4 s at every 2 s', () =>
    expect(moments(SCHEDULES.pausing, 5)).toEqual([300, 1_000, 4_000, 6_000, 8_000]));
  test('restoring settles at every 4 s', () =>
    expect(moments(SCHEDULES.restoring, 4)).toEqual([300, 1_000, 4_000, 8_000]));
  test('restarting settles at every 4 s', () =>
    expect(moments(SCHEDULES.restarting, 4)).toEqual([300, 1_000, 4_000, 8_000]));
  test('upgrading settles at every 5 s', () =>
    expect(moments(SCHEDULES.upgrading, 4)).toEqual([300, 1_000, 5_000, 10_000]));
  test('nothing early', () =>
    expect(moments({ early: [], settled: 50, every: 20 }, 3)).toEqual([50, 70, 90]));
});

describe('startPolling', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const schedule: PollSchedule = { early: [300], settled: 4_000, every: 4_000 };

  test('looks at the scheduled moments until the answer is yes', async () => {
    const check = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
    startPolling({ schedule, check });
    await vi.advanceTimersByTimeAsync(299);
    expect(check).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(check).toHaveBeenCalledTimes(1);
    check.mockResolvedValue(true);
    await vi.advanceTimersByTimeAsync(3_700);
    expect(check).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(check).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a failed look is not the end', async () => {
    const check = vi.fn<() => Promise<boolean>>().mockRejectedValue(new Error('no network'));
    const stop = startPolling({ schedule, check });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(check).toHaveBeenCalledTimes(3);
    stop();
  });

  test('stopping aborts the look under way and plans no other', async () => {
    let seen: AbortSignal | undefined;
    const stop = startPolling({
      schedule,
      check: (signal) => {
        seen = signal;
        return new Promise(() => {});
      },
    });
    await vi.advanceTimersByTimeAsync(300);
    expect(seen?.aborted).toBe(false);
    stop();
    expect(seen?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a look that hangs is given up after the timeout and the next one comes', async () => {
    const check = vi.fn(
      (signal: AbortSignal) =>
        new Promise<boolean>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const stop = startPolling({ schedule, check, timeout: 2_000 });
    await vi.advanceTimersByTimeAsync(300 + 2_000);
    expect(check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_700);
    expect(check).toHaveBeenCalledTimes(2);
    stop();
  });

  test('looks never overlap', async () => {
    let open = 0;
    let most = 0;
    const stop = startPolling({
      schedule: { early: [], settled: 10, every: 10 },
      check: async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 100));
        open -= 1;
        return false;
      },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(most).toBe(1);
    stop();
  });
});
