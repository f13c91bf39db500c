const MOMENT =
  /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2})?)?$/;

const DAY = 86_400_000;

/**
 * A date as databases write it (`2026-03-09`, `2026-03`, `2026-03-09 12:30:00.5+02`), in milliseconds since 1970; one
 * without a zone is read as UTC. Null for everything else, above all for bare numbers.
 */
export function parseMoment(text: string): number | null {
  const parts = MOMENT.exec(text.trim());
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction, , sign, zoneHour, zoneMinute] = parts;
  const n = (part: string | undefined, fallback = 0) => (part === undefined ? fallback : Number(part));
  const at = Date.UTC(n(year), n(month) - 1, n(day, 1), n(hour), n(minute), n(second));
  const date = new Date(at);
  // The calendar turns the 31st of February into a day of March: such a text is no date.
  if (date.getUTCMonth() !== n(month) - 1 || date.getUTCDate() !== n(day, 1) || n(hour) > 24) return null;
  const offset = (n(zoneHour) * 60 + n(zoneMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  return at + Math.floor(Number(`0.${fraction ?? '0'}`) * 1_000) - offset;
}

/** How moments of an axis are written: days when all are at midnight, months when they span years. */
export function momentFormat(moments: readonly number[]): (at: number) => string {
  const isWholeDays = moments.every((at) => at % DAY === 0);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const at of moments) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  const spansYears = new Date(first).getUTCFullYear() !== new Date(last).getUTCFullYear();
  const format = new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'short',
    ...(spansYears ? { year: 'numeric' } : {}),
    ...(isWholeDays ? {} : { hour: '2-digit', minute: '2-digit' }),
    timeZone: 'UTC',
  });
  return (at) => format.format(at);
}
