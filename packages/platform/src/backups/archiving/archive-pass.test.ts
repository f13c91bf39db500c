import { PROJECT_STATUSES } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { freshMemory, isWorthWriting, rememberFailure, rememberSuccess } from './archive-pass.ts';
import { archivePace, restsNow } from './archiver.ts';

describe('the archive of changes', () => {
  it('rests once a project has stopped, and never looks where there is no database', () => {
    expect(archivePace('ACTIVE_UNHEALTHY')).toBe('always');
    expect(archivePace('INACTIVE')).toBe('once');
    expect(archivePace('REMOVED')).toBe('never');
    expect(PROJECT_STATUSES.map(archivePace)).not.toContain(undefined);
  });

  it.each([
    ['is at work', 'ACTIVE_HEALTHY', {}, true, false],
    ['writes nothing', 'ACTIVE_HEALTHY', { restsUntil: 11 }, true, true],
    ['has written nothing for long', 'ACTIVE_HEALTHY', { restsUntil: 10 }, true, false],
    ['has failed just now', 'ACTIVE_HEALTHY', { waitUntil: 11 }, true, true],
    ['has waited after a failure', 'ACTIVE_HEALTHY', { waitUntil: 10 }, true, false],
    ['keeps nothing and was seen to', 'ACTIVE_HEALTHY', { waitUntil: 11 }, false, true],
    ['keeps nothing from now on', 'ACTIVE_HEALTHY', { restsUntil: 11 }, false, false],
    ['was started again', 'ACTIVE_HEALTHY', { isAtRest: true }, true, false],
    ['has just stopped', 'INACTIVE', { restsUntil: 11 }, true, false],
    ['stopped, and its last changes are in', 'INACTIVE', { isAtRest: true }, true, true],
    ['has no database', 'COMING_UP', {}, true, true],
  ] as const)(
    'is not looked after for a project that rests: one that %s',
    (_, status, memory, pitr, rests) => {
      const project = { status, pitr_enabled: pitr };
      expect(restsNow(project, { ...freshMemory(), ...memory }, 10)).toBe(rests);
    },
  );

  it('tells of a failure that lasts, not of one pass that failed', () => {
    const memory = freshMemory();
    expect([1, 2, 3, 4].map((now) => rememberFailure(memory, now))).toEqual([false, false, true, true]);
    rememberSuccess(memory);
    expect(rememberFailure(memory, 5)).toBe(false);
  });

  it('waits longer between passes that fail, but never long', () => {
    const memory = freshMemory();
    const waits = Array.from({ length: 12 }, () => {
      rememberFailure(memory, 0);
      return memory.waitUntil;
    });
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits[0]).toBe(1_000);
    expect(waits.at(-1)).toBe(10_000);
  });

  it.each([
    ['the first pass', null, null, false, 0, true],
    ['a new problem', null, 'The disk is full.', false, 1, true],
    ['a problem that is over', 'The disk is full.', null, false, 1, true],
    ['the same problem', 'The disk is full.', 'The disk is full.', false, 5_000, false],
    ['a second of writing', null, null, true, 1_000, false],
    ['some seconds of writing', null, null, true, 3_000, true],
    ['some seconds of silence', null, null, false, 3_000, false],
    ['a minute of silence', null, null, false, 60_000, true],
  ])('%s', (name, before, problem, wrote, now, worth) => {
    const memory = freshMemory();
    if (name !== 'the first pass') memory.written = { problem: before, at: 0 };
    expect(isWorthWriting(memory, { problem, wrote }, now)).toBe(worth);
  });
});
