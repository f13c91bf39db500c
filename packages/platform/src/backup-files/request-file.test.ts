import { describe, expect, it } from 'vitest';
import { stillAnswers } from './request-file.ts';

const NOW = new Date('2026-03-02T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const HOUR = 3_600;

const ready = {
  state: 'ready',
  backup_id: null,
  backup_at: null,
  created_at: ago(2 * HOUR),
  expires_at: ago(-22 * HOUR),
} as const;
const ofBackup = { ...ready, backup_id: 7, backup_at: ago(10 * HOUR) } as const;
const active = { status: 'ACTIVE_HEALTHY', paused_at: null } as const;
const paused = { status: 'INACTIVE', paused_at: ago(3 * HOUR) } as const;

describe('a file that is there answers', () => {
  it.each([
    ['for the same backup', ofBackup, active, 7, true],
    ['for another backup', ofBackup, active, 8, false],
    ['for the database as it is now, with one of a backup', ofBackup, active, null, false],
    ['with one of a backup that was deleted', { ...ofBackup, backup_id: null }, paused, null, false],
    ['for a backup, with one of the database', ready, active, 7, false],
    ['for a database that went on', ready, active, null, false],
    ['for whoever asks twice', { ...ready, created_at: ago(20) }, active, null, true],
    [
      'from a time to come, before the clock was set back',
      { ...ready, created_at: ago(-HOUR) },
      active,
      null,
      false,
    ],
    ['from a time to come, for a paused database', { ...ready, created_at: ago(-HOUR) }, paused, null, false],
    ['for a database paused since', ready, paused, null, true],
    ['for one that ran after it was made', ready, { ...paused, paused_at: ago(HOUR) }, null, false],
    ['while it is on its way', { ...ready, state: 'running', expires_at: null }, active, null, true],
    ['after it failed', { ...ready, state: 'failed' }, paused, null, false],
    ['in its last minutes', { ...ofBackup, expires_at: ago(-300) }, active, 7, false],
  ] as const)('%s', (_, file, project, backupId, answers) => {
    expect(stillAnswers(file, project, backupId, NOW)).toBe(answers);
  });
});
