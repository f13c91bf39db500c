import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';

/** Attempts and the seconds they are counted over. Six digits, three of which fit at a time, stay safe for years with these. */
const LIMITS = [
  [10, 300],
  [30, 3600],
] as const;

/** The same for all factors of one user: each more would be that many guesses more. */
const LIMITS_OF_USER = [[30, 900]] as const;

/** Counts an attempt at a factor, right or wrong and from wherever it comes. Throws `over_request_rate_limit`. */
export function limitAttempts({ services, project }: AuthContext, userId: string, factorId: string): void {
  const counted = [
    ...LIMITS.map(([limit, seconds]) => [`factor ${factorId} ${seconds}`, limit, seconds] as const),
    ...LIMITS_OF_USER.map(([limit, seconds]) => [`factors of ${userId}`, limit, seconds] as const),
  ];
  for (const [key, limit, seconds] of counted) {
    const wait = services.limits.take(`${project.ref} ${key}`, limit, seconds);
    if (wait !== null) throw new AuthError('over_request_rate_limit', undefined, { retryAfter: wait });
  }
}
