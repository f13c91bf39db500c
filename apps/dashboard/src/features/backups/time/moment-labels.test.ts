import { expect, test } from 'vitest';
import { clockText, dayText, minuteText, momentText, spanLabels } from './moment-labels.ts';

const at = Date.parse('2026-09-04T22:05:09.700Z');

test('a moment is shown as the zone’s clock shows it', () => {
  expect(momentText(at, 'UTC')).toBe('04 Sep 2026, 22:05:09');
  expect(momentText(at, 'Europe/Berlin')).toBe('05 Sep 2026, 00:05:09');
  expect(minuteText(at, 'Europe/Berlin')).toBe('05 Sep 2026, 00:05');
  expect(dayText(at, 'Europe/Berlin')).toBe('05 Sep');
  expect(clockText(at, 'Asia/Kolkata')).toBe('03:35');
});

test.each([
  [-5, '0 seconds'],
  [0, '0 seconds'],
  [1_999, '1 second'],
  [2_000, '2 seconds'],
  [119_999, '119 seconds'],
  [120_000, '2 minutes'],
  [7_199_000, '119 minutes'],
  [7_200_000, '2 hours'],
  [172_799_000, '47 hours'],
  [172_800_000, '2 days'],
])('%d ms are %s', (milliseconds, words) => expect(spanLabels(milliseconds)).toBe(words));
