import { daysLeft } from '../../lib/days-left.ts';

/** "erased for good in 29 days"; `now` in milliseconds since 1970. */
export function erasedLabels(erasedAt: string, now: number): string {
  const at = Date.parse(erasedAt);
  return at <= now ? 'is being erased' : `erased for good ${daysLeft(at, now)}`;
}
