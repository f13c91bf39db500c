const DAY = 86_400_000;

/** "in 6 days", "in 1 day", "within a day"; both in milliseconds since 1970, `at` later than `now`. */
export function daysLeft(at: number, now: number): string {
  const days = Math.floor((at - now) / DAY);
  if (days < 1) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
