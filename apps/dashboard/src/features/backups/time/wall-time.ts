/** What a clock on a wall and a calendar beside it show, without saying where the wall is. */
export interface WallTime {
  /** `2026-11-20`. */
  date: string;
  /** `16:46:03`. */
  time: string;
}

const HOUR = 3_600_000;
/** A zone is never further from UTC than 26 hours, the jump over the date line included. */
const PROBES = [-36, -24, -12, 0, 12, 24, 36].map((hours) => hours * HOUR);
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clock shows in a zone at a moment (milliseconds since 1970). */
export function wallTimeAt(at: number, zone: string): WallTime {
  const [date = '', time = ''] = new Date(at + zoneOffset(at, zone)).toISOString().slice(0, 19).split('T');
  return { date, time };
}

/** How far a zone's clock is ahead of UTC at a moment, in milliseconds. */
export function zoneOffset(at: number, zone: string): number {
  const second = Math.floor(at / 1_000) * 1_000;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - second;
}

/**
 * The moments at which a zone's clock shows this, oldest first: one as a rule, two in the hour that is passed through
 * twice when clocks go back, none in the hour that is left out when they go forward, none for a date that does not
 * exist.
 */
export function momentsOf(wall: WallTime, zone: string): number[] {
  const asUtc = wallAsUtc(wall);
  if (asUtc === null) return [];
  const offsets = new Set(PROBES.map((probe) => zoneOffset(asUtc + probe, zone)));
  return [...offsets]
    .map((offset) => asUtc - offset)
    .filter((at) => asUtc - at === zoneOffset(at, zone))
    .sort((a, b) => a - b);
}

/** Between which two times of day the clock leaves out the given one; null where it shows it. */
export function gapAround(wall: WallTime, zone: string): { from: WallTime; to: WallTime } | null {
  const asUtc = wallAsUtc(wall);
  if (asUtc === null || momentsOf(wall, zone).length > 0) return null;
  // The clock jumps over the wall time somewhere between these two: halve until the second is found.
  let before = asUtc - 36 * HOUR;
  let after = asUtc + 36 * HOUR;
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000;
    if (middle + zoneOffset(middle, zone) < asUtc) before = middle;
    else after = middle;
  }
  return { from: wallAfter(wallTimeAt(before, zone)), to: wallTimeAt(after, zone) };
}

/** The wall time read as if it were UTC, null when there is no such date or time. */
export function wallAsUtc({ date, time }: WallTime): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}(:\d{2})?$/.test(time)) return null;
  const text = `${date}T${time.length === 5 ? `${time}:00` : time}`;
  const at = Date.parse(`${text}Z`);
  // Parsing forgives the 31st of June.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : null;
}

/** `UTC+02:00`, `UTC−03:30`, `UTC`. */
export function offsetLabel(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${offset < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function wallAfter(wall: WallTime): WallTime {
  return wallTimeAt((wallAsUtc(wall) ?? 0) + 1_000, 'UTC');
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}
