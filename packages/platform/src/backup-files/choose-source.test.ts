import { PROJECT_STATUSES } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { chooseSource, hasDatabaseAtRest, type SourceFacts } from './choose-source.ts';

const EARLIER = new Date('2026-03-01T12:00:00Z');
const LATER = new Date('2026-03-01T12:00:01Z');
const asked: SourceFacts = { isOfBackup: false, isRunning: false, pausedAt: EARLIER, archivedUntil: LATER };

describe('where a file comes from', () => {
  it.each([
    ['a backup, whatever the project does', { isOfBackup: true, isRunning: true }, 'backup'],
    ['a database that runs', { isRunning: true }, 'running'],
    ['a paused one whose changes are all in the archive', {}, 'archive'],
    ['a paused one whose last changes are not in the archive', { archivedUntil: new Date(0) }, 'stopped'],
    ['a paused one without an archive', { archivedUntil: null }, 'stopped'],
    ['one that was paused nobody knows when', { pausedAt: null }, 'stopped'],
  ])('%s', (_, facts, source) => {
    expect(chooseSource({ ...asked, ...facts })).toBe(source);
  });

  it('never is a database that an operation is at work on', () => {
    expect(PROJECT_STATUSES.filter(hasDatabaseAtRest)).toEqual([
      'INACTIVE',
      'ACTIVE_HEALTHY',
      'ACTIVE_UNHEALTHY',
      'RESTORE_FAILED',
      'PAUSE_FAILED',
    ]);
  });
});
