import type { Backup, BackupOverview } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { backupProblems } from './backup-problems.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const backup = (hours: number, part: Partial<Backup> = {}): Backup => ({
  id: hours,
  reason: 'schedule',
  state: 'done',
  error: null,
  postgres_engine: '17',
  started_at: ago(hours),
  finished_at: ago(hours),
  stored_bytes: 1_000,
  data_bytes: 9_000,
  verified_at: ago(hours),
  verify_error: null,
  ...part,
});
const well: BackupOverview = {
  backups: [backup(8), backup(32)],
  kept_databases: [],
  restore_points: [],
  schedule: { enabled: true, time: '03:30', retention_days: 7, plan_retention_days: 7, next_at: null },
  pitr: { enabled: true, earliest: ago(32), latest: ago(0), problem: null, failing_since: null },
  stored_bytes: { base: 2_000, wal: 100 },
  free_bytes: 1_000_000,
  places: [],
};
const titles = (part: Partial<BackupOverview>) =>
  backupProblems({ ...well, ...part }, now).map(({ tone, title }) => `${tone}: ${title}`);

describe('backupProblems', () => {
  test('a project that is well has none', () => expect(titles({})).toEqual([]));
  test('a young project has none', () => expect(titles({ backups: [] })).toEqual([]));
  test('a backup at work hides nothing', () =>
    expect(titles({ backups: [backup(0, { state: 'running' }), backup(8, { state: 'failed' })] })).toEqual([
      'danger: The last backup failed',
    ]));
  test('a failure that was made good is over', () =>
    expect(titles({ backups: [backup(8), backup(9, { state: 'failed' })] })).toEqual([]));
  test('a damaged older backup is no problem, a damaged newest one is', () => {
    const torn = { verify_error: 'A page is torn.' };
    expect(titles({ backups: [backup(8), backup(32, torn)] })).toEqual([]);
    expect(titles({ backups: [backup(8, torn), backup(32)] })).toEqual([
      'danger: The newest backup did not pass its verification',
    ]);
  });
  test('an archive that fails comes with its beginning', () => {
    const pitr = { ...well.pitr, problem: 'The disk is full.', failing_since: ago(2) };
    expect(backupProblems({ ...well, pitr }, now)).toEqual([
      {
        tone: 'danger',
        title: 'Changes are not being archived',
        text: 'The disk is full. Until this is fixed, what is written now cannot be recovered.',
        since: ago(2),
      },
    ]);
  });
  test('late backups', () =>
    expect(titles({ backups: [backup(40)] })).toEqual([
      'warn: The newest backup is older than it should be',
    ]));
  test('no schedule is said once, not as lateness too', () =>
    expect(titles({ backups: [backup(40)], schedule: { ...well.schedule, enabled: false } })).toEqual([
      'warn: Scheduled backups are switched off',
    ]));
  test('little space', () => {
    expect(titles({ free_bytes: 1_999 })).toEqual(['warn: The disk for backups is nearly full']);
    expect(titles({ free_bytes: null })).toEqual([]);
  });
  test('the worst comes first', () =>
    expect(
      titles({ schedule: { ...well.schedule, enabled: false }, backups: [backup(1, { state: 'failed' })] }),
    ).toEqual(['danger: The last backup failed', 'warn: Scheduled backups are switched off']));
});
