import type { BACKUP_REASONS } from '@basalt/contract';

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

export type BackupReason = (typeof BACKUP_REASONS)[number];

/** What is known of a project that runs, for the decision whether to back it up now. */
export interface BackupState {
  /** Nightly backups are switched on. */
  enabled: boolean;
  pitrEnabled: boolean;
  /** Since when changes are archived without a pause; null: from the beginning. */
  pitrSince: Date | null;
  minuteOfDay: number;
  createdAt: Date;
  /** When the newest good backup began. */
  lastDoneAt: Date | null;
  /** When the newest of the failed attempts since then began, and how many there were. */
  lastFailedAt: Date | null;
  failures: number;
  /** When, and by what, another database was put in the place of the project's. */
  replacedAt: Date | null;
  replacedBy: 'restore' | 'upgrade' | null;
}

/** A new project is filled first. */
const FIRST_AFTER_MS = 60_000;
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 3_600_000;
/** A backup this new was taken after the clock was set back. */
const ONCE_SET_BACK_MS = 3_600_000;
const CORRECTION_MS = 60_000;

/** Why a backup is due now; null: none is. One that was missed, because the machine was off, is due at the next chance. */
export function dueBackup(state: BackupState, now: Date): BackupReason | null {
  if (!state.enabled && !state.pitrEnabled) return null;
  if (isWaitingAfterFailure(state, now)) return null;
  const { enabled, lastDoneAt, replacedBy, minuteOfDay } = state;
  if (lastDoneAt === null)
    return now.getTime() - state.createdAt.getTime() >= FIRST_AFTER_MS ? (replacedBy ?? 'first') : null;
  // The clock was set back: no moment from now on could be restored before it comes to where it was.
  if (isToCome(lastDoneAt, now)) return 'schedule';
  if (isSince(state.replacedAt, lastDoneAt, now)) return replacedBy ?? 'restore';
  if (state.pitrEnabled && isSince(state.pitrSince, lastDoneAt, now)) return 'first';
  return enabled && lastSlot(minuteOfDay, now) > lastDoneAt ? 'schedule' : null;
}

/** Did something happen after the newest backup? What bears a time to come was before the clock was set back, whenever that was. */
function isSince(event: Date | null, lastDoneAt: Date, now: Date): boolean {
  if (event === null) return false;
  return isToCome(event, now) ? now.getTime() - lastDoneAt.getTime() > ONCE_SET_BACK_MS : event > lastDoneAt;
}

/** Corrections of a clock are smaller. */
function isToCome(moment: Date, now: Date): boolean {
  return moment.getTime() - now.getTime() > CORRECTION_MS;
}

/** What failed is tried again after a minute, then less and less often. */
function isWaitingAfterFailure({ lastFailedAt, failures }: BackupState, now: Date): boolean {
  if (lastFailedAt === null || failures === 0) return false;
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  const passed = now.getTime() - lastFailedAt.getTime();
  return passed >= 0 && passed < wait;
}
