import { describe, expect, it } from 'vitest';
import {
  type BackupState,
  defaultMinute,
  dueBackup,
  formatMinute,
  lastSlot,
  nextSlot,
  parseMinute,
} from './schedule.ts';

describe('the nightly backup', () => {
  it('is between 01:00 and 05:00 unless somebody sets another time, and not at the same time for all', () => {
    const minutes = Array.from({ length: 240 }, (_, id) => defaultMinute(id + 1));
    expect(Math.min(...minutes)).toBe(60);
    expect(Math.max(...minutes)).toBe(299);
    expect(new Set(minutes).size).toBe(240);
  });

  it.each([
    ['03:30', '2026-03-10T03:30:00Z', '2026-03-10T03:30:00.000Z', '2026-03-11T03:30:00.000Z'],
    ['03:30', '2026-03-10T03:29:59Z', '2026-03-09T03:30:00.000Z', '2026-03-10T03:30:00.000Z'],
    ['00:00', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['23:59', '2026-01-01T00:00:00Z', '2025-12-31T23:59:00.000Z', '2026-01-01T23:59:00.000Z'],
  ])('at %s, seen at %s, was last due at %s and is next at %s', (time, now, last, next) => {
    const minute = parseMinute(time) ?? -1;
    expect(lastSlot(minute, new Date(now)).toISOString()).toBe(last);
    expect(nextSlot(minute, new Date(now)).toISOString()).toBe(next);
  });

  it.each([
    ['04:00:00', '04:00'],
    ['23:59', '23:59'],
    ['04:00:59', '04:00'],
  ])('can be set to %s', (text, shown) => {
    expect(formatMinute(parseMinute(text) ?? -1)).toBe(shown);
  });

  it.each(['', '4:00', '24:00', '04:60', '04:00:60', '04:00:00Z', '2026-01-01T04:00:00Z', ' 04:00'])(
    'cannot be set to "%s"',
    (text) => expect(parseMinute(text)).toBeNull(),
  );
});

const at = (text: string) => new Date(`2026-03-${text}Z`);

/** Made days ago, backed up last night, next due at 03:00. */
const usual: BackupState = {
  enabled: true,
  pitrEnabled: true,
  pitrSince: null,
  minuteOfDay: 180,
  createdAt: at('01T12:00:00'),
  lastDoneAt: at('10T03:00:05'),
  lastFailedAt: null,
  failures: 0,
  replacedAt: null,
  replacedBy: null,
};
const fresh = { createdAt: at('10T12:00:00'), lastDoneAt: null };

describe('a backup', () => {
  it.each<[string, Partial<BackupState>, string, string | null]>([
    ['is not due before its time', {}, '11T02:59:59', null],
    ['is due at its time', {}, '11T03:00:00', 'schedule'],
    ['is due when it was missed', {}, '14T17:00:00', 'schedule'],
    ['is not due twice a night', { lastDoneAt: at('11T03:00:01') }, '11T03:10:00', null],
    ['is due although one was taken by hand', { lastDoneAt: at('11T02:00:00') }, '11T03:00:00', 'schedule'],
    ['waits until a new project is settled', fresh, '10T12:00:59', null],
    ['is due soon after a project is made', fresh, '10T12:01:00', 'first'],
    [
      'is due after a restore',
      { replacedAt: at('10T09:00:00'), replacedBy: 'restore' },
      '10T09:00:01',
      'restore',
    ],
    [
      'is due after an upgrade',
      { replacedAt: at('10T09:00:00'), replacedBy: 'upgrade' },
      '10T09:00:01',
      'upgrade',
    ],
    ['is due once after it', { replacedAt: at('10T02:00:00'), replacedBy: 'upgrade' }, '10T09:00:00', null],
    ['is due when recovery is switched on', { pitrSince: at('10T10:00:00') }, '10T10:00:01', 'first'],
    [
      'is due when the newest bears a time to come',
      { lastDoneAt: at('10T04:00:00') },
      '10T03:00:00',
      'schedule',
    ],
    [
      'is due when the clock was set back after a restore',
      { replacedAt: at('10T12:00:00'), replacedBy: 'restore' },
      '10T11:00:00',
      'restore',
    ],
    [
      'is due only once after that',
      { replacedAt: at('10T12:00:00'), replacedBy: 'restore', lastDoneAt: at('10T11:00:00') },
      '10T11:00:10',
      null,
    ],
    [
      'is tried again when the last failure bears a time to come',
      { lastFailedAt: at('12T03:00:00'), failures: 1 },
      '11T03:00:00',
      'schedule',
    ],
    [
      'is not due when all is switched off',
      { enabled: false, pitrEnabled: false, lastDoneAt: null },
      '11T03:00:00',
      null,
    ],
    ['is not due at night without a schedule', { enabled: false }, '11T03:00:00', null],
    ['is due first also for recovery alone', { ...fresh, enabled: false }, '10T12:01:00', 'first'],
    ['is not tried again at once', { lastFailedAt: at('11T03:00:00'), failures: 1 }, '11T03:00:59', null],
    [
      'is tried again after a minute',
      { lastFailedAt: at('11T03:00:00'), failures: 1 },
      '11T03:01:00',
      'schedule',
    ],
    [
      'is tried less often when it goes on failing',
      { lastFailedAt: at('11T03:00:00'), failures: 4 },
      '11T03:07:59',
      null,
    ],
    [
      'is tried at least every hour',
      { lastFailedAt: at('11T03:00:00'), failures: 40 },
      '11T04:00:00',
      'schedule',
    ],
  ])('%s', (_, change, now, reason) => {
    expect(dueBackup({ ...usual, ...change }, at(now))).toBe(reason);
  });
});
