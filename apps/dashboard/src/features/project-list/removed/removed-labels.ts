import { daysLeft } from '../../../lib/format/days-left.ts';

/** The line under the project list. */
export function removedLine(count: number): string {
  return count === 1
    ? '1 deleted project can be brought back'
    : `${count} deleted projects can be brought back`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' });

/** "erased on 27 Nov 2026, in 6 days", in the reader's time zone. */
export function erasedLabels(erasedAt: string, now: number): string {
  const at = Date.parse(erasedAt);
  if (at <= now) return 'is being erased';
  return `erased on ${day.format(at)}, ${daysLeft(at, now)}`;
}
