import type { MinuteSchedule, Schedule } from './read-schedule.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** A 29 February that is a certain day of the week comes back within 40 years, also across the year 2100. */
const LONGEST_MS = 41 * 366 * DAY_MS;

/**
 * The first moment after another at which a schedule runs, in GMT; null: never (30 February). Seconds are counted from the
 * beginning of 1970, so that they do not shift when the platform starts anew. Times are milliseconds since then.
 */
export function nextRun(schedule: Schedule, after: number): number | null {
  if (schedule.kind === 'seconds') {
    const step = schedule.every * SECOND_MS;
    return (Math.floor(after / step) + 1) * step;
  }
  if (neverComes(schedule)) return null;
  const first = (Math.floor(after / MINUTE_MS) + 1) * MINUTE_MS;
  let day = Math.floor(first / DAY_MS) * DAY_MS;
  while (day - first < LONGEST_MS) {
    const date = new Date(day);
    if (!schedule.months.has(date.getUTCMonth() + 1)) {
      day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
      continue;
    }
    const time = isOnDay(schedule, date) ? timeOf(schedule, first - day) : null;
    if (time !== null) return day + time;
    day += DAY_MS;
  }
  return null;
}

/** The next moments, at most so many. */
export function nextRuns(schedule: Schedule, after: number, count: number): number[] {
  const found: number[] = [];
  for (let at = nextRun(schedule, after); at !== null && found.length < count; at = nextRun(schedule, at))
    found.push(at);
  return found;
}

/** The first time of a day, in milliseconds of it, that is not before another. */
function timeOf({ hours, minutes }: MinuteSchedule, from: number): number | null {
  for (let hour = Math.max(0, Math.floor(from / HOUR_MS)); hour < 24; hour += 1) {
    if (!hours.has(hour)) continue;
    for (let minute = 0; minute < 60; minute += 1) {
      const time = hour * HOUR_MS + minute * MINUTE_MS;
      if (time >= from && minutes.has(minute)) return time;
    }
  }
  return null;
}

function isOnDay({ days, lastDay, weekdays, eitherDay }: MinuteSchedule, date: Date): boolean {
  const isLast = new Date(date.getTime() + DAY_MS).getUTCDate() === 1;
  const isDay = days.has(date.getUTCDate()) || (lastDay && isLast);
  const isWeekday = weekdays.has(date.getUTCDay());
  return eitherDay ? isDay || isWeekday : isDay && isWeekday;
}

/** Whether there is no such day: 30 February, or 31 June. */
function neverComes({ days, lastDay, months, eitherDay }: MinuteSchedule): boolean {
  if (eitherDay || lastDay) return false;
  return Math.min(...days) > Math.max(...[...months].map((month) => DAYS_OF_MONTHS[month - 1] ?? 31));
}
