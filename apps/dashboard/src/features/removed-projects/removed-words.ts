/** The line under the project list. */
export function removedLine(count: number): string {
  return count === 1
    ? '1 deleted project can be brought back'
    : `${count} deleted projects can be brought back`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' });
const DAY = 86_400_000;

/** "erased on 27 Nov 2026, in 6 days", in the reader's time zone. */
export function erasedWords(erasedAt: string, now: number): string {
  const at = Date.parse(erasedAt);
  if (at <= now) return 'is being erased';
  const days = Math.floor((at - now) / DAY);
  const soon = days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
  return `erased on ${day.format(at)}, ${soon}`;
}
