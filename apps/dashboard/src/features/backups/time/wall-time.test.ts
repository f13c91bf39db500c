import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gapAround, momentsOf, offsetLabel, wallAsUtc, wallTimeAt, zoneOffset } from './wall-time.ts';

const wall = (text: string) => {
  const [date = '', time = ''] = text.split(' ');
  return { date, time };
};

describe('momentsOf', () => {
  test.each([
    ['an ordinary time in winter', '2026-01-15 12:00:00', 'Europe/Berlin', ['2026-01-15T11:00:00Z']],
    ['an ordinary time in summer', '2026-07-15 12:00:00', 'Europe/Berlin', ['2026-07-15T10:00:00Z']],
    ['without seconds', '2026-07-15 12:00', 'Europe/Berlin', ['2026-07-15T10:00:00Z']],
    ['UTC', '2026-03-29 02:30:00', 'UTC', ['2026-03-29T02:30:00Z']],
    ['west of UTC', '2026-11-20 23:59:59', 'America/Los_Angeles', ['2026-11-21T07:59:59Z']],
    ['half an hour of offset', '2026-11-20 00:15:00', 'Asia/Kolkata', ['2026-11-19T18:45:00Z']],
    ['a quarter of an hour of offset', '2026-11-20 00:15:00', 'Asia/Kathmandu', ['2026-11-19T18:30:00Z']],
    ['furthest east', '2026-11-20 00:00:00', 'Pacific/Kiritimati', ['2026-11-19T10:00:00Z']],
    ['the last second before the gap', '2026-03-29 01:59:59', 'Europe/Berlin', ['2026-03-29T00:59:59Z']],
    ['the gap’s first second', '2026-03-29 02:00:00', 'Europe/Berlin', []],
    ['inside the gap', '2026-03-29 02:30:00', 'Europe/Berlin', []],
    ['the first second after the gap', '2026-03-29 03:00:00', 'Europe/Berlin', ['2026-03-29T01:00:00Z']],
    ['a gap at midnight', '2026-09-06 00:30:00', 'America/Santiago', []],
    ['a gap of half an hour', '2026-10-04 02:15:00', 'Australia/Lord_Howe', []],
    ['a day that did not exist', '2011-12-30 12:00:00', 'Pacific/Apia', []],
    [
      'the doubled hour’s first second',
      '2026-10-25 02:00:00',
      'Europe/Berlin',
      ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
    ],
    [
      'the doubled hour’s last second',
      '2026-10-25 02:59:59',
      'Europe/Berlin',
      ['2026-10-25T00:59:59Z', '2026-10-25T01:59:59Z'],
    ],
    ['just after the doubled hour', '2026-10-25 03:00:00', 'Europe/Berlin', ['2026-10-25T02:00:00Z']],
    [
      'a doubled hour in America',
      '2026-11-01 01:30:00',
      'America/New_York',
      ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
    ],
    [
      'a doubled half hour',
      '2026-04-05 01:45:00',
      'Australia/Lord_Howe',
      ['2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z'],
    ],
    ['no such date', '2026-02-30 12:00:00', 'Europe/Berlin', []],
    ['no such time', '2026-02-20 24:00:00', 'Europe/Berlin', []],
    ['nothing typed', '', 'Europe/Berlin', []],
  ])('%s', (_, text, zone, moments) =>
    expect(momentsOf(wall(text), zone).map((at) => new Date(at).toISOString().replace('.000', ''))).toEqual(
      moments,
    ),
  );

  test('every moment is among the moments of what the clock shows then', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca'];
    const seconds = fc.integer({ min: 1_577_836_800, max: 1_893_456_000 });
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        const at = second * 1_000;
        expect(momentsOf(wallTimeAt(at, zone), zone)).toContain(at);
      }),
      { numRuns: 300 },
    );
  });
});

describe('gapAround', () => {
  test.each([
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29 02:00:00', '2026-03-29 03:00:00'],
    ['2026-03-08 02:00:00', 'America/New_York', '2026-03-08 02:00:00', '2026-03-08 03:00:00'],
    ['2026-09-06 00:30:00', 'America/Santiago', '2026-09-06 00:00:00', '2026-09-06 01:00:00'],
    ['2026-10-04 02:15:00', 'Australia/Lord_Howe', '2026-10-04 02:00:00', '2026-10-04 02:30:00'],
    ['2011-12-30 12:00:00', 'Pacific/Apia', '2011-12-30 00:00:00', '2011-12-31 00:00:00'],
  ])('%s in %s lies between %s and %s', (text, zone, from, to) =>
    expect(gapAround(wall(text), zone)).toEqual({ from: wall(from), to: wall(to) }),
  );

  test.each([
    ['2026-03-29 03:00:00', 'Europe/Berlin'],
    ['2026-10-25 02:30:00', 'Europe/Berlin'],
    ['2026-02-30 12:00:00', 'Europe/Berlin'],
  ])('%s in %s lies in none', (text, zone) => expect(gapAround(wall(text), zone)).toBeNull());
});

test('a part of a second changes nothing', () => {
  const at = Date.parse('2026-10-25T00:59:59.999Z');
  expect(wallTimeAt(at, 'Europe/Berlin')).toEqual(wall('2026-10-25 02:59:59'));
  expect(zoneOffset(at, 'Europe/Berlin')).toBe(7_200_000);
});

test.each([
  ['2026-13-01', '00:00:00'],
  ['2026-06-31', '00:00:00'],
  ['2026-06-30', '25:00:00'],
  ['26-06-30', '05:00:00'],
  ['2026-06-30', '5:00'],
])('%s %s is no time', (date, time) => expect(wallAsUtc({ date, time })).toBeNull());

test.each([
  [0, 'UTC'],
  [7_200_000, 'UTC+02:00'],
  [-12_600_000, 'UTC−03:30'],
  [20_700_000, 'UTC+05:45'],
])('%d ms reads %s', (offset, label) => expect(offsetLabel(offset)).toBe(label));
