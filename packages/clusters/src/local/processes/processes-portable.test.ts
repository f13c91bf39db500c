import { expect, test } from 'vitest';
import { secondsOf } from './processes-portable.ts';

test.each([
  ['0:00.25', 0.25],
  ['3:04.50', 184.5],
  ['01:02:03', 3723],
  ['2-01:00:00', 2 * 86_400 + 3600],
])('%s of `ps` is %d seconds', (time, seconds) => {
  expect(secondsOf(time)).toBe(seconds);
});
