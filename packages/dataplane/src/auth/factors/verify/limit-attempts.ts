import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';

/** Attempts and the seconds they are counted over. Six digits, three of which fit at a time, stay safe for years with these. */
const LIMITS = [
  [10, 300],
  [30, 3600],
] as const;

/** Counts an attempt at a factor, right or wrong and from wherever it comes. Throws `over_request_rate_limit`. */
export function limitAttempts({ services, project }: AuthContext, factorId: string): void {
  for (const [limit, seconds] of LIMITS) {
    const wait = services.limits.take(`${project.ref} factor ${factorId} ${seconds}`, limit, seconds);
    if (wait !== null) throw new AuthError('over_request_rate_limit', undefined, { retryAfter: wait });
  }
}
