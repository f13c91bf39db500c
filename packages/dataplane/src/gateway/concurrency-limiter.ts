import { GatewayError } from './gateway-error.ts';

/** Requests of one project that are answered at once; the next one is told to come again. */
const MAX_PER_PROJECT = 500;
/** Of all projects together. */
const MAX_TOTAL = 4_000;

/** Limits the requests that are answered at once, so that one project cannot take everything. */
export interface ConcurrencyLimiter {
  /** @throws GatewayError 429 when the project has too many, 503 when all have together */
  enter(ref: string): void;
  leave(ref: string): void;
}

export function createConcurrencyLimiter(
  maxPerProject = MAX_PER_PROJECT,
  maxTotal = MAX_TOTAL,
): ConcurrencyLimiter {
  const present = new Map<string, number>();
  let total = 0;
  return {
    enter(ref) {
      if (total >= maxTotal)
        throw new GatewayError(503, 'The server is busy. Try again in a moment.', { retryAfter: 1 });
      const here = present.get(ref) ?? 0;
      if (here >= maxPerProject)
        throw new GatewayError(429, `This project answers ${maxPerProject} requests at once. Try again.`, {
          retryAfter: 1,
        });
      present.set(ref, here + 1);
      total += 1;
    },
    leave(ref) {
      const here = (present.get(ref) ?? 1) - 1;
      if (here === 0) present.delete(ref);
      else present.set(ref, here);
      total -= 1;
    },
  };
}
