import { expect, test } from 'vitest';
import { instant, isoTime } from './write-row.ts';

test.each([
  ['2031-01-02 03:04:05+00', '2031-01-02T03:04:05Z', Date.UTC(2031, 0, 2, 3, 4, 5)],
  ['2031-01-02 03:04:05.123456+00', '2031-01-02T03:04:05.123456Z', Date.UTC(2031, 0, 2, 3, 4, 5, 123)],
  ['2031-01-02 03:04:05.5', '2031-01-02T03:04:05.5Z', Date.UTC(2031, 0, 2, 3, 4, 5, 500)],
  ['infinity', 'infinity', Number.POSITIVE_INFINITY],
  ['-infinity', '-infinity', Number.NEGATIVE_INFINITY],
])('%s', (text, iso, ms) => {
  expect([isoTime(text), instant(text)]).toEqual([iso, ms]);
});

test('no time is before and after nothing', () => {
  expect([instant(null) < 0, instant(null) >= 0, instant('') > 0]).toEqual([false, false, false]);
});
