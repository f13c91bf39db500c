import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { describeSchedule } from './describe-schedule.ts';
import { nextRun, nextRuns } from './next-run.ts';
import { NextRuns } from './next-runs.ts';
import { readSchedule } from './read-schedule.ts';
import { GOOD_SCHEDULES, WRONG_SCHEDULES } from './schedules-for-test.ts';

const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);
const shown = (time: number | null) => time && new Date(time).toISOString().slice(0, 19).replace('T', ' ');
const NOW = at('2026-01-31 12:34:56');

describe('reading', () => {
  it.each(GOOD_SCHEDULES)('takes %j', (text) => {
    expect(() => readSchedule(text)).not.toThrow();
  });
  it.each(WRONG_SCHEDULES)('refuses %j and says why', (text, why) => {
    expect(() => readSchedule(text)).toThrow(why);
  });
});

describe('the next run', () => {
  it.each([
    ['* * * * *', '2026-01-31 12:35:00'],
    ['*/5 * * * *', '2026-01-31 12:35:00'],
    ['0 * * * *', '2026-01-31 13:00:00'],
    ['0 3 * * *', '2026-02-01 03:00:00'],
    ['30 12 * * *', '2026-02-01 12:30:00'],
    ['0 0 1 * *', '2026-02-01 00:00:00'],
    ['0 0 $ * *', '2026-02-28 00:00:00'],
    ['0 0 29 2 *', '2028-02-29 00:00:00'],
    ['0 0 29 2 mon', '2026-02-02 00:00:00'],
    ['0 0 29 2 */7', '2032-02-29 00:00:00'],
    ['0 0 */2 * mon', '2026-02-09 00:00:00'],
    ['0 9 * * mon-fri', '2026-02-02 09:00:00'],
    ['0 9 * * 7', '2026-02-01 09:00:00'],
    ['0 9 * * 5-7', '2026-02-01 09:00:00'],
    ['0 9 13 * 5', '2026-02-06 09:00:00'],
    ['15,45 8-10/2 * jun,dec *', '2026-06-01 08:15:00'],
    ['@weekly', '2026-02-01 00:00:00'],
    ['@yearly', '2027-01-01 00:00:00'],
    ['30 seconds', '2026-01-31 12:35:00'],
    ['7 SECONDS', '2026-01-31 12:34:59'],
    ['0 0 30 2 *', null],
    ['0 0 31 4,6,9,11 *', null],
  ])('of %s', (text, expected) => {
    expect(shown(nextRun(readSchedule(text), NOW))).toBe(expected);
  });

  it('is the first minute that fits', () => {
    const number = (low: number, high: number) => fc.integer({ min: low, max: high });
    const field = (low: number, high: number) =>
      fc.oneof(
        fc.constant('*'),
        number(2, 9).map((step) => `*/${step}`),
        fc.array(number(low, high), { minLength: 1, maxLength: 3 }).map((list) => list.join(',')),
      );
    const text = fc
      .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7))
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(text, number(0, 400_000), (written, minutes) => {
        const schedule = readSchedule(written);
        const after = NOW + minutes * 60_000;
        const found = nextRun(schedule, after);
        if (schedule.kind === 'seconds') return;
        let first: number | null = null;
        for (let time = Math.floor(after / 60_000) * 60_000 + 60_000; first === null; time += 60_000) {
          if (time > after + 40 * 86_400_000) return;
          const date = new Date(time);
          const isDay = schedule.days.has(date.getUTCDate());
          const isWeekday = schedule.weekdays.has(date.getUTCDay());
          if (
            schedule.minutes.has(date.getUTCMinutes()) &&
            schedule.hours.has(date.getUTCHours()) &&
            schedule.months.has(date.getUTCMonth() + 1) &&
            (schedule.eitherDay ? isDay || isWeekday : isDay && isWeekday)
          )
            first = time;
        }
        expect(shown(found)).toBe(shown(first));
      }),
      { numRuns: 60 },
    );
  });

  it('and those after it', () => {
    expect(nextRuns(readSchedule('0 0 $ * *'), NOW, 3).map(shown)).toEqual([
      '2026-02-28 00:00:00',
      '2026-03-31 00:00:00',
      '2026-04-30 00:00:00',
    ]);
  });

  it('is remembered until it has passed', () => {
    const next = new NextRuns();
    expect(shown(next.of('0 * * * *', NOW))).toBe('2026-01-31 13:00:00');
    expect(shown(next.of('0 * * * *', at('2026-01-31 12:59:59')))).toBe('2026-01-31 13:00:00');
    expect(shown(next.of('0 * * * *', at('2026-01-31 13:00:00')))).toBe('2026-01-31 14:00:00');
    expect(shown(next.of('0 * * * *', NOW))).toBe('2026-01-31 13:00:00');
    expect(next.of('nonsense', NOW)).toBeNull();
  });
});

test.each([
  ['* * * * *', 'Every minute'],
  ['*/5 * * * *', 'Every 5 minutes'],
  ['0 * * * *', 'Every hour'],
  ['@hourly', 'Every hour'],
  ['30 seconds', 'Every 30 seconds'],
  ['0 3 * * *', 'At 03:00'],
  ['5 9,17 * * *', 'At 09:05 and 17:05'],
  ['0 9 * * mon-fri', 'At 09:00 on Monday to Friday'],
  ['0 0 1 * *', 'At 00:00 on the 1st of the month'],
  ['0 0 $ * *', 'At 00:00 on the last day of the month'],
  ['0 0 13 * 5', 'At 00:00 on the 13th of the month or on Friday'],
  ['@yearly', 'At 00:00 on the 1st of the month in January'],
  ['*/10 8-18 * * *', 'Every 10 minutes of the hours 8 to 18'],
  ['15 */2 * * *', 'At minutes 15 of every 2nd hour'],
])('%s in words', (text, words) => {
  expect(describeSchedule(readSchedule(text))).toBe(words);
});
