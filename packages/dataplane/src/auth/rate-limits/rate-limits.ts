import { LRUCache } from 'lru-cache';

export interface RateLimits {
  /**
   * Counts one event under a key. Null: it is within the limit. Otherwise it is not counted, and the answer is the number
   * of seconds after which one more will be.
   */
  take(key: string, limit: number, windowSeconds: number): number | null;
  /** What `take` would answer, without counting. */
  look(key: string, limit: number, windowSeconds: number): number | null;
  /** When an event under this key was last found to be one too many; null: never since the start. */
  refusedAt(key: string): Date | null;
  /** Notes the event if the last one that was noted is `seconds` ago. Otherwise the seconds that are missing, exactly. */
  takeEvery(key: string, seconds: number): number | null;
}

interface Counter {
  /** Number of the window since 1970. */
  window: number;
  count: number;
  before: number;
  refusedAt: Date | null;
}

const KEYS_AT_MOST = 100_000;

/**
 * Sliding windows in memory. Per key there are two numbers: events of this window and of the one before, which counts by
 * the part that still overlaps. A restart forgets them.
 */
export function rateLimits(now: () => Date): RateLimits {
  const counters = new LRUCache<string, Counter>({ max: KEYS_AT_MOST });
  const lastTimes = new LRUCache<string, number>({ max: KEYS_AT_MOST });

  function judge(key: string, limit: number, windowSeconds: number) {
    const moment = now();
    const time = moment.getTime() / 1000 / windowSeconds;
    const window = Math.floor(time);
    const counter = moved(counters.get(key), window);
    const passed = time - window;
    const used = counter.before * (1 - passed) + counter.count;
    const seconds = used + 1 > limit ? wait(counter, limit, passed) * windowSeconds : null;
    if (seconds !== null) counters.set(key, { ...counter, refusedAt: moment });
    return { counter, answer: seconds === null ? null : Math.max(1, Math.ceil(seconds)) };
  }

  return {
    take(key, limit, windowSeconds) {
      const { counter, answer } = judge(key, limit, windowSeconds);
      if (answer === null) counters.set(key, { ...counter, count: counter.count + 1 });
      return answer;
    },
    look: (key, limit, windowSeconds) => judge(key, limit, windowSeconds).answer,
    refusedAt: (key) => counters.get(key)?.refusedAt ?? null,
    takeEvery(key, seconds) {
      const time = now().getTime() / 1000;
      const missing = (lastTimes.get(key) ?? Number.NEGATIVE_INFINITY) + seconds - time;
      if (missing > 0) return missing;
      lastTimes.set(key, time);
      return null;
    },
  };
}

function moved(counter: Counter | undefined, window: number): Counter {
  if (counter?.window === window) return counter;
  const before = counter?.window === window - 1 ? counter.count : 0;
  return { window, count: 0, before, refusedAt: counter?.refusedAt ?? null };
}

/** Part of a window until one more event fits. */
function wait({ before, count }: Counter, limit: number, passed: number): number {
  if (limit < 1) return 1;
  if (count + 1 <= limit) return 1 - (limit - 1 - count) / before - passed;
  return 1 - passed + (1 - (limit - 1) / count);
}
