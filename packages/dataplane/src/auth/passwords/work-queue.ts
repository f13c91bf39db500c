import { AuthError } from '../errors/auth-error.ts';

export interface WorkQueue {
  /**
   * Throws `over_request_rate_limit` at once when too many wait already.
   * @param whose those who have work take turns, however much each of them has
   */
  run<T>(work: () => Promise<T>, whose?: string): Promise<T>;
}

/** Runs at most `atOnce` pieces of work at the same time, the others in order. @param waitingAtMost of each who has work */
export function workQueue(atOnce: number, waitingAtMost: number): WorkQueue {
  /** Who comes first has the next turn, and then goes to the end. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  const turn = (whose: string) =>
    new Promise<void>((resolve) => {
      const line = waiting.get(whose) ?? [];
      if (line.length >= waitingAtMost)
        throw new AuthError('over_request_rate_limit', 'Too many sign-ins at once. Try again in a moment.', {
          retryAfter: 5,
        });
      line.push(resolve);
      waiting.set(whose, line);
    });

  const takeNext = (): (() => void) | undefined => {
    const [first] = waiting;
    if (first === undefined) return undefined;
    const [whose, line] = first;
    waiting.delete(whose);
    const next = line.shift();
    if (line.length > 0) waiting.set(whose, line);
    return next;
  };

  return {
    async run(work, whose = '') {
      // Whoever finishes hands its place on, so `running` stays as it is.
      if (running >= atOnce) await turn(whose);
      else running += 1;
      try {
        return await work();
      } finally {
        const next = takeNext();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
