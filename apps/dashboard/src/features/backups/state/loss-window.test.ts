import type { Backup, BackupOverview } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { lossWindow, newestSafeMoment, oldestSafeMoment } from './loss-window.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (milliseconds: number) => new Date(now - milliseconds).toISOString();
const HOUR = 3_600_000;
const backup = (started: number, state: Backup['state'] = 'done') =>
  ({
    state,
    started_at: ago(started),
    finished_at: state === 'done' ? ago(started - 60_000) : null,
  }) as Backup;
const pitr = (part: Partial<BackupOverview['pitr']> = {}): BackupOverview['pitr'] => ({
  enabled: true,
  earliest: null,
  latest: null,
  problem: null,
  failing_since: null,
  ...part,
});

describe('lossWindow', () => {
  test.each<[string, Partial<BackupOverview['pitr']>, Backup[], string, string]>([
    ['writing', { latest: ago(2_300) }, [], 'ok', 'Changes are safe up to 2 seconds ago'],
    ['one second', { latest: ago(1_000) }, [], 'ok', 'Changes are safe up to 1 second ago'],
    ['at once', { latest: ago(400) }, [], 'ok', 'Changes are safe up to this second'],
    ['the clock is slow', { latest: ago(-90_000) }, [], 'ok', 'Changes are safe up to this second'],
    ['late', { latest: ago(75_000) }, [], 'warn', 'Changes are safe up to 75 seconds ago'],
    ['too late', { latest: ago(660_000) }, [], 'danger', 'Changes are safe up to 11 minutes ago'],
    [
      'failing',
      { latest: ago(9_000), problem: 'Full.' },
      [],
      'danger',
      'Changes are safe up to 9 seconds ago',
    ],
    ['nothing', {}, [], 'warn', 'Nothing can be recovered yet'],
    ['first at work', {}, [backup(9_000, 'running')], 'live', 'The first backup is being taken'],
    [
      'only backups',
      { enabled: false },
      [backup(30 * HOUR), backup(3 * HOUR)],
      'idle',
      'Changes are safe up to the newest backup, 2 hours ago',
    ],
    [
      'only a failed backup',
      { enabled: false },
      [backup(HOUR, 'failed')],
      'warn',
      'Nothing can be recovered yet',
    ],
  ])('%s', (_, part, backups, tone, words) =>
    expect(lossWindow({ pitr: pitr(part), backups }, now)).toEqual({ tone, words }),
  );
});

test('both ends come from the archive where there is one, else from backups', () => {
  const backups = [backup(30 * HOUR), backup(3 * HOUR), backup(HOUR, 'failed')];
  const without = { pitr: pitr({ enabled: false }), backups };
  expect(newestSafeMoment(without)).toBe(now - 3 * HOUR + 60_000);
  expect(oldestSafeMoment(without)).toBe(now - 30 * HOUR + 60_000);
  const archive = { pitr: pitr({ earliest: ago(40 * HOUR), latest: ago(500) }), backups };
  expect(newestSafeMoment(archive)).toBe(now - 500);
  expect(oldestSafeMoment(archive)).toBe(now - 40 * HOUR);
});
