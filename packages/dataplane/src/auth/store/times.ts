/** A time as this service's connections read it: `2026-01-31 23:59:59.123456+00`, `infinity` or nothing. */
export type TimeText = string | null;

/** Milliseconds since 1970; NaN when there is no time. `infinity` compares greater than everything. */
export function instant(text: TimeText): number {
  if (text === null || text === '') return Number.NaN;
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  return Date.parse(isoTime(text));
}

/** The same time as clients read it: `2026-01-31T23:59:59.123456Z`. Columns without a time zone hold UTC. */
export function isoTime(text: string): string {
  if (text.endsWith('infinity')) return text;
  return `${text.replace(' ', 'T').replace(/[+-]\d\d(:?\d\d)?$/, '')}Z`;
}
