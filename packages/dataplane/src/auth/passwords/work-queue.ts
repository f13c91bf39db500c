import { AuthError } from '../errors/auth-error.ts';

export interface WorkQueue {
  /** Throws `over_request_rate_limit` at once when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Runs at most `atOnce` pieces of work at the same time, the others in order. */
export function workQueue(atOnce: number, waitingAtMost: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    async run(work) {
      if (running >= atOnce) {
        if (waiting.length >= waitingAtMost)
          throw new AuthError(
            'over_request_rate_limit',
            'Too many sign-ins at once. Try again in a moment.',
            {
              retryAfter: 5,
            },
          );
        // Whoever finishes hands its place on, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
