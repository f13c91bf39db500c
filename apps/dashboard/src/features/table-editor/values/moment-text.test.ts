import { expect, it } from 'vitest';
import { momentOfPicker, nowText, pickerValue } from './moment-text.ts';

const withZone = { kind: 'timestamp', has_time_zone: true } as const;
const without = { kind: 'timestamp', has_time_zone: false } as const;
const day = { kind: 'date', has_time_zone: false } as const;
const time = { kind: 'time', has_time_zone: true } as const;

it.each([
  [withZone, '2026-01-02 03:04:05.678+05:30', '2026-01-02T03:04:05'],
  [without, '2026-01-02 03:04:05', '2026-01-02T03:04:05'],
  [without, 'infinity', ''],
  [withZone, '0044-03-15 12:00:00+00 BC', ''],
  [day, '2026-01-02', '2026-01-02'],
  [day, '-infinity', ''],
  [time, '03:04:05.1+02', '03:04:05'],
] as const)('%j shows %s as %s', (column, text, shown) => {
  expect(pickerValue(column, text)).toBe(shown);
});

it('keeps the zone that a moment had', () => {
  expect(momentOfPicker(withZone, '2026-01-02T03:04', '2020-01-01 00:00:00-03')).toBe('2026-01-02 03:04-03');
  expect(momentOfPicker(time, '03:04', '00:00:00+05:30')).toBe('03:04+05:30');
  expect(momentOfPicker(without, '2026-01-02T03:04', '')).toBe('2026-01-02 03:04');
  expect(momentOfPicker(withZone, '2026-01-02T03:04', '')).toMatch(/^2026-01-02 03:04[+-]\d\d(:\d\d)?$/);
  expect(momentOfPicker(day, '2026-01-02', 'infinity')).toBe('2026-01-02');
});

it('writes the present moment', () => {
  const now = new Date(2026, 0, 2, 3, 4, 5);
  expect(nowText(day, now)).toBe('2026-01-02');
  expect(nowText(without, now)).toBe('2026-01-02 03:04:05');
  expect(nowText(withZone, now)).toMatch(/^2026-01-02 03:04:05[+-]\d\d/);
  expect(nowText(time, now)).toMatch(/^03:04:05[+-]\d\d/);
});
