import { describe, expect, test } from 'vitest';
import { pauseWindow, utcDay } from './pause-window.ts';

const now = Date.parse('2026-11-20T23:30:00-05:00');

describe('pauseWindow', () => {
  test.each<[string, number | null | undefined, number | undefined, number, string]>([
    ['the days that remain', 12, 90, 12, '03 Dec 2026'],
    ['the last day', 0, 90, 0, '21 Nov 2026'],
    ['the whole window where nobody counts', null, 90, 90, '19 Feb 2027'],
    ['none where nothing is known', undefined, undefined, 0, '21 Nov 2026'],
  ])('%s', (_, remaining, max, days, until) =>
    expect(
      pauseWindow(
        {
          ...(remaining === undefined ? {} : { remaining_days_till_restore_disabled: remaining }),
          ...(max === undefined ? {} : { max_days_till_restore_disabled: max }),
        },
        now,
      ),
    ).toEqual({ days, until }),
  );
});

test('days are those of UTC, with two digits', () =>
  expect(utcDay(Date.parse('2027-02-04T23:59:00-01:00'))).toBe('05 Feb 2027'));
