import type { PauseStatus } from '@basalt/contract';

const DAY = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export interface PauseWindow {
  /** How many days the dashboard still restores the project. */
  days: number;
  /** The last of them, `DD MMM YYYY` in UTC. */
  until: string;
}

/** How long a project of the free plan can still be restored: the days that remain, else the whole window, else none. */
export function pauseWindow(
  status: Partial<
    Pick<PauseStatus, 'remaining_days_till_restore_disabled' | 'max_days_till_restore_disabled'>
  >,
  now: number,
): PauseWindow {
  const days = status.remaining_days_till_restore_disabled ?? status.max_days_till_restore_disabled ?? 0;
  return { days, until: utcDay(now + days * DAY) };
}

/** "05 Feb 2027" of a moment, in UTC. */
export function utcDay(at: number): string {
  const date = new Date(at);
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${day} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
