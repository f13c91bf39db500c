import { gatewayShare } from '@basalt/project';

/** Keys begin with the ref of the project that they are counted for, and a space. */
export interface RateLimits {
  /**
   * Counts one event under a key. Null: it is within the limit. Otherwise it is not counted, and the answer is the number
   * of seconds after which one more will be.
   */
  take(key: string, limit: number, windowSeconds: number): number | null;
  /** What `take` would answer, without counting. */
  look(key: string, limit: number, windowSeconds: number): number | null;
  /** Takes back one event that was counted. */
  giveBack(key: string, windowSeconds: number): void;
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

/** Of one project. More push out those that nothing was counted under for longest. */
const KEYS_AT_MOST = 20_000;

/**
 * Sliding windows in memory. Per key there are two numbers: events of this window and of the one before, which counts by
 * the part that still overlaps. A restart forgets them. A project that makes up keys without end pushes out its own only.
 * @param gateways that requests are spread over: each allows its share of a limit. Default: this one alone
 */
export function rateLimits(now: () => Date, gateways: () => number = () => 1): RateLimits {
  const counters = keptByProject<Counter>();
  const lastTimes = keptByProject<number>();

  function judge(key: string, whole: number, windowSeconds: number) {
    const limit = gatewayShare(whole, gateways());
    const moment = now();
    const time = moment.getTime() / 1000 / windowSeconds;
    const counter = moved(counters.get(key), Math.floor(time));
    const passed = time - counter.window;
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
    giveBack(key, windowSeconds) {
      const counter = moved(counters.get(key), Math.floor(now().getTime() / 1000 / windowSeconds));
      if (counter.count > 0) counters.set(key, { ...counter, count: counter.count - 1 });
      else if (counter.before > 0) counters.set(key, { ...counter, before: counter.before - 1 });
    },
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

/** What is kept under keys, those of each project within a bound of its own. */
function keptByProject<T>() {
  const projects = new Map<string, Map<string, T>>();
  const keysOf = (key: string): Map<string, T> => {
    const project = key.slice(0, key.indexOf(' '));
    const known = projects.get(project);
    if (known !== undefined) return known;
    const keys = new Map<string, T>();
    projects.set(project, keys);
    return keys;
  };
  return {
    get: (key: string): T | undefined => keysOf(key).get(key),
    set(key: string, value: T): void {
      const keys = keysOf(key);
      keys.delete(key);
      keys.set(key, value);
      const [oldest] = keys.keys();
      if (keys.size > KEYS_AT_MOST && oldest !== undefined) keys.delete(oldest);
    },
  };
}
