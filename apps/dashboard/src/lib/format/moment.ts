// The one way in which the dashboard writes moments, in the zone of the reader's clock: `20 Nov 2026, 16:46:03 UTC`.

type Moment = Date | number | string;

/** American names of months and zones, and a day of 24 hours. */
const parts = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
  timeZoneName: 'short',
});

function partsOf(at: Moment): (type: Intl.DateTimeFormatPartTypes) => string {
  const found = new Map(parts.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return (type) => found.get(type) ?? '';
}

/** `20 Nov 2026, 16:46:03 UTC` */
export function exactTime(at: Moment): string {
  return `${dayText(at)}, ${clockTime(at)} ${zoneName(at)}`;
}

/** `20 Nov 2026, 16:46 UTC`, where seconds say nothing. */
export function minuteTime(at: Moment): string {
  return `${dayText(at)}, ${hourAndMinute(at)} ${zoneName(at)}`;
}

/** `20 Nov 2026` */
export function dayText(at: Moment): string {
  const part = partsOf(at);
  return `${part('day')} ${part('month')} ${part('year')}`;
}

/** `20 Nov`, where the year is plain. */
export function shortDay(at: Moment): string {
  const part = partsOf(at);
  return `${part('day')} ${part('month')}`;
}

/** `Fri 20` */
export function weekdayText(at: Moment): string {
  const part = partsOf(at);
  return `${part('weekday')} ${part('day')}`;
}

/** `16:46:03`. The zone must stand beside it, or be in its title. */
export function clockTime(at: Moment): string {
  return `${hourAndMinute(at)}:${partsOf(at)('second')}`;
}

/** `16:46`. The zone must stand beside it, or be in its title. */
export function hourAndMinute(at: Moment): string {
  const part = partsOf(at);
  return `${part('hour')}:${part('minute')}`;
}

/** `120`, of a second. */
export function millisecondText(at: Moment): string {
  return partsOf(at)('fractionalSecond');
}

/** The reader's zone at that moment: `UTC`, `EST`, `GMT+1`. */
export function zoneName(at: Moment): string {
  return partsOf(at)('timeZoneName');
}
