import { daysLeft } from '../../../lib/format/days-left.ts';
import { dayText } from '../../../lib/format/moment.ts';

/** The line under the project list. */
export function removedLine(count: number): string {
  return count === 1
    ? '1 deleted project can be brought back'
    : `${count} deleted projects can be brought back`;
}

/** "erased on 27 Nov 2026, in 6 days", in the reader's time zone. */
export function erasedLabels(erasedAt: string, now: number): string {
  const at = Date.parse(erasedAt);
  if (at <= now) return 'is being erased';
  return `erased on ${dayText(at)}, ${daysLeft(at, now)}`;
}
