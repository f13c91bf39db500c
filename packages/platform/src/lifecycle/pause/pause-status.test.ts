import { describe, expect, it } from 'vitest';
import { pauseStatusOf } from './pause-status.ts';

const PAUSED = new Date('2026-03-01T12:00:00Z');
const daysLater = (days: number) => new Date(PAUSED.getTime() + days * 86_400_000);

const paused = {
  plan: 'free',
  status: 'INACTIVE',
  pausedAt: PAUSED,
  latestBackupId: 7,
  hasObjects: true,
} as const;

describe('the pause of a project', () => {
  it.each([
    ['just paused', 0, 90, true],
    ['in its first day', 0.99, 90, true],
    ['after a day', 1, 89, true],
    ['in its last day', 89.5, 1, true],
    ['at the end of the window', 90, 0, false],
    ['long after', 400, 0, false],
    ['by a clock that was put back', -3, 90, true],
  ])('on the free plan, %s', (_, days, remaining, canRestore) => {
    expect(pauseStatusOf(paused, daysLater(days))).toEqual({
      latest_downloadable_backup_id: 7,
      max_days_till_restore_disabled: 90,
      remaining_days_till_restore_disabled: remaining,
      can_restore: canRestore,
      paused_at: PAUSED.toISOString(),
      has_storage_objects: true,
    });
  });

  it.each([
    ['on a plan that is paid for', { ...paused, plan: 'pro' as const }, PAUSED.toISOString()],
    ['of which nobody noted the beginning', { ...paused, pausedAt: null }, null],
    ['that is over', { ...paused, status: 'ACTIVE_HEALTHY' as const }, null],
  ])('has no limit %s', (_, facts, pausedAt) => {
    expect(pauseStatusOf(facts, daysLater(400))).toMatchObject({
      remaining_days_till_restore_disabled: null,
      can_restore: true,
      paused_at: pausedAt,
    });
  });
});
