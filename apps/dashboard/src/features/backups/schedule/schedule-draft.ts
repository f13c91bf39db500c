import type { BackupOverview } from '@basalt/contract';
import { wallAsUtc, zoneOffset } from '../time/wall-time.ts';

/** What stands in the form; the time of day is of the zone in which people read times. */
export interface ScheduleDraft {
  enabled: boolean;
  time: string;
  /** Empty: as the plan says. */
  days: string;
}

export interface ScheduleChanges {
  enabled?: boolean;
  /** In UTC. */
  time?: string;
  retention_days?: number | null;
}

type Schedule = BackupOverview['schedule'];
const DAY = 86_400_000;
const MAX_RETENTION_DAYS = 365;

/** The schedule as the form shows it. The plan's number of days shows as an empty field. */
export function scheduleDraft(schedule: Schedule, zone: string, now: number): ScheduleDraft {
  const { enabled, retention_days: days, plan_retention_days: planned } = schedule;
  return {
    enabled,
    time: shiftTime(schedule.time, zoneOffset(now, zone)) ?? '',
    days: days === planned ? '' : String(days),
  };
}

/** A time of day of a zone in UTC, as the clocks there stand now; null while it is none. */
export function utcTime(time: string, zone: string, now: number): string | null {
  return shiftTime(time, -zoneOffset(now, zone));
}

/** What the form changes about the schedule. */
export function scheduleChanges(
  schedule: Schedule,
  draft: ScheduleDraft,
  zone: string,
  now: number,
): ScheduleChanges {
  const before = scheduleDraft(schedule, zone, now);
  const time = utcTime(draft.time, zone, now);
  const days = draft.days.trim();
  return {
    ...(draft.enabled === before.enabled ? {} : { enabled: draft.enabled }),
    ...(time === null || time === schedule.time ? {} : { time }),
    ...(days === before.days ? {} : { retention_days: days === '' ? null : Number(days) }),
  };
}

/** What is wrong with the form, per field. */
export function scheduleProblems({ time, days }: ScheduleDraft): { time?: string; days?: string } {
  const isNumber = /^\d{1,4}$/.test(days.trim());
  const isDays = isNumber && Number(days) >= 1 && Number(days) <= MAX_RETENTION_DAYS;
  return {
    ...(shiftTime(time, 0) === null ? { time: 'Enter a time of day such as 03:30.' } : {}),
    ...(days.trim() === '' || isDays
      ? {}
      : { days: `Enter a whole number of days from 1 to ${MAX_RETENTION_DAYS}, or nothing.` }),
  };
}

function shiftTime(time: string, by: number): string | null {
  const at = wallAsUtc({ date: '2000-01-02', time: time.slice(0, 5) });
  return at === null ? null : new Date(((at + by) % DAY) + DAY).toISOString().slice(11, 16);
}
