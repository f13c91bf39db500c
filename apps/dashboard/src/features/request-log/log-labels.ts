import type { RequestLogEntry } from '@basalt/contract';

const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "13:45:09.120", in the reader's time zone. */
export function clockTime(at: string): string {
  return time.format(new Date(at));
}

/** "04 Mar, 13:45:09.120" */
export function dayAndTime(at: string): string {
  return `${day.format(new Date(at))}, ${clockTime(at)}`;
}

/** Where a chart's axis has a mark: hours and minutes, with the day when the span is longer than one. */
export function axisTime(at: number, span: number): string {
  const date = new Date(at);
  return span > 86_400_000 ? `${day.format(date)}, ${minute.format(date)}` : minute.format(date);
}

/** "0.4 ms", "12 ms", "1.25 s" */
export function durationLabels(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}

/** A key for every entry, the same after the log was read again. Equal ones are counted from the oldest. */
export function entryKeys(entries: readonly RequestLogEntry[]): string[] {
  const seen = new Map<string, number>();
  return entries
    .toReversed()
    .map(({ at, method, path, status, milliseconds }) => {
      const text = [at, method, path, status, milliseconds].join(' ');
      const count = seen.get(text) ?? 0;
      seen.set(text, count + 1);
      return `${text} ${count}`;
    })
    .toReversed();
}
