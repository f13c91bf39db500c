import { type WallTime, wallTimeAt } from './wall-time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment as a zone's clock shows it, to the second: `20 Nov 2026, 16:46:03`. */
export function momentText(at: number, zone: string): string {
  return wallText(wallTimeAt(at, zone));
}

/** `20 Nov 2026, 16:46`, where seconds say nothing. */
export function minuteText(at: number, zone: string): string {
  return momentText(at, zone).slice(0, -3);
}

/** `20 Nov`, for axes. */
export function dayText(at: number, zone: string): string {
  return dateText(wallTimeAt(at, zone).date).slice(0, -5);
}

/** `16:46`. */
export function clockText(at: number, zone: string): string {
  return wallTimeAt(at, zone).time.slice(0, 5);
}

function wallText({ date, time }: WallTime): string {
  return `${dateText(date)}, ${time}`;
}

/** `20 Nov 2026` of `2026-11-20`. */
export function dateText(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day} ${MONTHS[Number(month) - 1] ?? '?'} ${year}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A length of time in the largest unit of which there are at least two: `90 seconds`, `36 hours`, `1 second`. */
export function spanLabels(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const [name, size] = UNITS.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
