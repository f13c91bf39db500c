import { AuthError } from '../errors/auth-error.ts';

/** Runs work of a project unless too much of it is at work already. Throws `over_request_rate_limit` at once then. */
export type AtOnce = <T>(ref: string, work: () => Promise<T>) => Promise<T>;

/** @param atMost pieces of work of one project */
export function atOnce(atMost: number): AtOnce {
  const running = new Map<string, number>();
  return async (ref, work) => {
    const before = running.get(ref) ?? 0;
    if (before >= atMost) throw new AuthError('over_request_rate_limit', undefined, { retryAfter: 10 });
    running.set(ref, before + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(ref) ?? 1) - 1;
      if (left === 0) running.delete(ref);
      else running.set(ref, left);
    }
  };
}
