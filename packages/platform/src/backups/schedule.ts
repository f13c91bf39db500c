// When the nightly backup of a project is due. Times of day are minutes since midnight, UTC.

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FIRST_MINUTE = 60;
const SPREAD_MINUTES = 240;
/** Has no common divisor with the spread, so that projects made one after the other are far apart. */
const STRIDE = 97;

/** The time of day for a project that nobody has set one for: between 01:00 and 05:00, spread by its id. */
export function defaultMinute(projectId: number): number {
  return FIRST_MINUTE + ((projectId * STRIDE) % SPREAD_MINUTES);
}

/** The newest moment at or before `now` at which the backup was due. */
export function lastSlot(minuteOfDay: number, now: Date): Date {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const today = midnight + minuteOfDay * MINUTE_MS;
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

export function nextSlot(minuteOfDay: number, now: Date): Date {
  return new Date(lastSlot(minuteOfDay, now).getTime() + DAY_MS);
}

/** `HH:MM` */
export function formatMinute(minuteOfDay: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minuteOfDay / 60))}:${pad(minuteOfDay % 60)}`;
}

/** Reads `HH:MM` or `HH:MM:SS`; seconds are left out, because backups are scheduled by the minute. Null: no time of day. */
export function parseMinute(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(:[0-5]\d)?$/.exec(text);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}
