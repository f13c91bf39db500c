import { describe, expect, it } from 'vitest';
import { defaultMinute, formatMinute, lastSlot, nextSlot, parseMinute } from './schedule.ts';

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
