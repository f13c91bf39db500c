import { expect, it } from 'vitest';
import { clockTime, dayText, exactTime, minuteTime, shortDay, weekdayText, zoneName } from './moment.ts';

const at = new Date(2026, 8, 4, 0, 5, 9, 120);
const zone = zoneName(at);

it('writes moments in one way, with their zone', () => {
  expect(exactTime(at)).toBe(`4 Sep 2026, 00:05:09 ${zone}`);
  expect(minuteTime(at.toISOString())).toBe(`4 Sep 2026, 00:05 ${zone}`);
  expect(zone).toMatch(/^(UTC|GMT([+-]\d{1,2}(:\d\d)?)?|[A-Z]{2,5})$/);
});

it('leaves out what a place has no room for', () => {
  expect([dayText(at), shortDay(at.getTime()), weekdayText(at), clockTime(at)]).toEqual([
    '4 Sep 2026',
    '4 Sep',
    'Fri 4',
    '00:05:09',
  ]);
});
